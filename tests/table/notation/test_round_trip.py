"""Random rounds of every house: played, written down, read back, and played again alike."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from tests.table.notation.random_table import RandomTable
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES
from uth.table import events as e
from uth.table.dealing import deal
from uth.table.notation import parse, print_round, record, replay
from uth.table.notation.model import Round


def _band(start: str, fee: str) -> dict[str, str]:
    return {"from": start, "fee": fee}


VARIANTS: list[tuple[str, dict[str, object]]] = [
    *((house, {}) for house in HOUSES),
    ("california", {"bank": {"coverage": "action"}, "dealing": {"procedure": "shoe"}}),
    ("california", {"bank": {"coverage": "gross"}, "wagers": {"bad_beat_needs_trips": False}}),
    (
        "california",
        {
            "collection": {
                "drop": "after-settlement",
                "player": {"value": [_band("1", "1"), _band("50", "2")], "clause": "CA-11"},
                "square": {"value": [_band("1", "0.50")], "clause": "CA-11"},
            }
        },
    ),
    ("california-bad-beat", {"collection": {"schedule": 17}, "bank": {"coverage": "gross"}}),
    (
        "cardroom-25",
        {
            "payouts": {"maximum": {"value": "400", "clause": "CR-10"}},
            "settlement": {"antes_first": False},
        },
    ),
    (
        "light-and-wonder",
        {
            "dealing": {"procedure": "hand-held"},
            "tables": {"ultimate_pairs": "2"},
            "progressive": {"offered": True, "main_share": "20.01%"},
            "payouts": {"aggregate": {"value": {"blind": "100", "trips": "60"}, "clause": "Q-25"}},
            "settlement": {"direction": "left-to-right"},
        },
    ),
]


def of_the_round(events: list[e.Event], round: Round) -> Counter[str]:
    """What a record can tell of a stream: its own people, the cards that lie somewhere."""
    names = {player.name for player in round.players}
    counts: Counter[str] = Counter()
    for event in events:
        if isinstance(event, e.Dealt):
            dealt = deal(event.procedure, event.deck, event.seats)
            shown = len(round.board)
            counts[f"{dealt.seats} {dealt.board[:shown]} {event.colour} {event.seats}"] += 1
        elif getattr(event, "player", None) in (None, *names) and not isinstance(
            event, e.SeatHeld | e.SeatReleased | e.PlayerSeated
        ):
            counts[repr(event)] += 1
        if isinstance(event, e.RoundClosed):
            break
    return counts


@pytest.mark.untraced
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_random_round_survives_its_notation(variant: int) -> None:
    house, settings = VARIANTS[variant]
    rules = with_settings(house, dict(settings))
    table = RandomTable(rules, seed=variant)
    seen: set[type] = set()
    for _ in range(40):
        before, events, meter, after = table.play()
        seen |= set(map(type, events))
        written = record(before, events, rules)
        round = replace(written, about="at random", meter=meter, meter_after=after)
        text = print_round(round)
        assert parse(text) == round
        assert print_round(parse(text)) == text
        again = replay(parse(text), with_settings(round.house, round.settings))
        assert again.round == round
        assert of_the_round(list(again.events), round) == of_the_round(events, round)
    assert {e.Settled, e.RoundVoided} <= seen
    assert rules.progressive.offered == (e.JackpotsAwarded in seen)
