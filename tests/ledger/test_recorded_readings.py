"""Every round is audited by the rulebook it was played by, readings included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.driver import LOW_BOARD, PAIR, Game
from uth.core.cards import parse_cards
from uth.core.refusal import Refusal
from uth.ledger.audit.round_verifier import MeterRecord, RoundVerifier
from uth.rulebook import store
from uth.rulebook.approval.table_guard import recorded_rules
from uth.rulebook.canonical import canonical, digest
from uth.rulebook.model import Rulebook
from uth.table import events as e

CHANGED = {
    "bank": {"coverage": "gross"},
    "settlement": {"folds": "in-place", "dealer_turned": "always"},
}


def short_bank(game: Game) -> Game:
    """A fold and two hands in play against a bank of $50: every reading settles it otherwise."""
    game.sit(1, 2, 3, 6).bank(6, 5_000)
    for seat in (1, 2, 3):
        game.bet(seat, 1_000)
    game.deal({1: "9c 9d", 2: "3d 5c", 3: "3h 5s"}, PAIR, LOW_BOARD)
    return game.finish({1: "4x", 2: "1x", 3: "fold"})


def audit(events: Iterable[e.Event], rules: Rulebook) -> RoundVerifier:
    verifier = RoundVerifier("table/t1", lambda _: rules, MeterRecord())
    for event in events:
        verifier.apply(event)
    return verifier


def other_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the house has other defaults, as in a later version of the program."""
    file_of = store.file_of

    def changed(name: str) -> Any:
        raw = file_of(name)
        for section, entries in CHANGED.items() if name == "california" else ():
            for field, value in entries.items():
                entry = raw[section][field]
                raw[section][field] = {**entry, "value": value, "formerly": [entry["value"]]}
        return raw

    monkeypatch.setattr(store, "file_of", changed)


@pytest.mark.usefixtures("checked_anew")
def test_a_changed_default_does_not_change_a_recorded_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = short_bank(Game("california"))
    stored = canonical(game.rules)
    other_defaults(monkeypatch)
    now = short_bank(Game("california"))
    assert digest(now.rules) != digest(game.rules)
    assert [row.taken for row in now.rows()] != [row.taken for row in game.rows()]
    played_by = recorded_rules(stored)
    assert played_by.bank.coverage == "action"
    assert audit(game.events, played_by).rounds == 1
    assert audit(now.events, recorded_rules(canonical(now.rules))).rounds == 1


@pytest.mark.parametrize("section", CHANGED)
def test_another_reading_is_found(section: str) -> None:
    """Rounds of one reading do not pass as rounds of another, whatever their hash says."""
    game = short_bank(Game("california"))
    other = short_bank(Game("california", {section: CHANGED[section]}))
    with pytest.raises(Refusal):
        audit((other.events[0], *game.events[1:]), other.rules)


def tampered(events: list[e.Event], kind: type[e.Event], **changes: Any) -> list[e.Event]:
    return [replace(one, **changes) if isinstance(one, kind) else one for one in events]


def test_folds_that_are_not_what_the_rules_say() -> None:
    game = short_bank(Game("california"))
    due = game.last(e.FoldsDue)
    for events, code in (
        (tampered(game.events, e.FoldsDue, due=due.due[:1]), "settle/cents"),
        ([one for one in game.events if not isinstance(one, e.FoldsDue)], "settle/order"),
        (_after_dealer(game.events), "settle/folds"),
    ):
        with pytest.raises(Refusal) as caught:
            audit(events, game.rules)
        assert caught.value.code == code


def _after_dealer(events: list[e.Event]) -> list[e.Event]:
    """The folds are collected only when the dealer's cards are turned."""
    at = next(at for at, event in enumerate(events) if isinstance(event, e.FoldsDue))
    turned = next(at for at, event in enumerate(events) if isinstance(event, e.DealerTurned))
    return [*events[:at], events[turned], *events[at:turned], *events[turned + 1 :]]


def test_folds_that_were_never_collected() -> None:
    game = short_bank(Game("california"))
    first = next(at for at, event in enumerate(game.events) if isinstance(event, e.FoldsDue))
    turned = game.events.index(game.last(e.DealerTurned))
    with pytest.raises(Refusal) as caught:
        audit([*game.events[:first], *game.events[turned:]], game.rules)
    assert caught.value.code == "settle/folds"


def test_cards_that_are_turned_though_everybody_folded_and_the_other_way_round() -> None:
    folded = Game("california").sit(1, 6).bank(6).bet(1).deal({1: "3h 5s"}, PAIR, LOW_BOARD)
    folded.finish({1: "fold"})
    played = short_bank(Game("california"))
    turned = e.DealerTurned(parse_cards(PAIR), "pair KJ97", True)
    shown = [turned if isinstance(one, e.DealerNotTurned) else one for one in folded.events]
    hidden = [
        e.DealerNotTurned() if isinstance(one, e.DealerTurned) else one for one in played.events
    ]
    for game, events in ((folded, shown), (played, hidden)):
        assert audit(game.events, game.rules).rounds == 1
        with pytest.raises(Refusal) as caught:
            audit(events, game.rules)
        assert caught.value.code == "settle/dealer_down"


def test_a_fee_that_could_be_paid_is_not_given_up_for() -> None:
    game = Game("california-bad-beat", {"collection": {"schedule": 4}}, chips=10_000)
    game.sit(1, 6).bank(6, 10_000).bet(1, 2_000)
    game.close()
    assert audit(game.events, game.rules).rounds == 1
    with pytest.raises(Refusal) as caught:
        audit(tampered(game.events, e.FeeUnpaid, amount=1), game.rules)
    assert caught.value.code == "settle/fee"
