"""The golden rounds: every house has some, each is replayed, and no change to one goes unseen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from tests.table.notation.golden import FOLDER, NAMES, load
from uth.cli.fast_settle import settle_text
from uth.cli.round_json import OPTIONS
from uth.core.cards import DECK, print_cards
from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.rulebook.store import HOUSES
from uth.table.meters import UNITS
from uth.table.notation import print_round, replay
from uth.table.notation.lines import WORDS
from uth.table.notation.model import Round


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_has_golden_rounds(house: str) -> None:
    names = [name for name in NAMES if name.startswith(f"{house}/")]
    assert len(names) >= 4, f"{house} has too few rounds in {FOLDER.name}/"
    assert all(load(name)[1].house == house for name in names)


def test_a_net_is_what_a_player_won_or_lost() -> None:
    """Ann wins 4x on $10; Bob loses Blind and Play; Cat folds $3 and $3."""
    name = next(name for name in NAMES if load(name)[1].finishing == (24_000, 19_000, 19_400))
    round = load(name)[1]
    assert [round.net(number) for number in (1, 2, 3)] == [4_000, -1_000, -600]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_round_is_replayed_line_by_line(name: str) -> None:
    text, round, rules = load(name)
    assert print_round(round) == text
    assert round.about
    assert None not in (round.fees, round.hands, round.settlement, round.finishing)
    assert replay(round, rules).round == round


def test_the_golden_rounds_use_every_word_and_every_ending() -> None:
    rounds = [load(name)[1] for name in NAMES]
    used = {(action.actor, action.word) for round in rounds for action in round.actions}
    assert used == set(WORDS)
    entries = [entry for round in rounds for entry in round.settlement or ()]
    kinds = {(entry.what, entry.outcome) for entry in entries}
    assert kinds >= {
        *((base, end) for base in ("ante", "play", "blind") for end in ("win", "lose", "push")),
        *(
            (bonus, end)
            for bonus in ("trips", "bad_beat", "progressive")
            for end in ("win", "lose")
        ),
        ("ante", "returned"),
        ("ultimate_pairs", "win"),
        ("envy", "win"),
        ("forfeit", ""),
        ("bank", ""),
    }
    assert {entry.short_by for entry in entries} == {"", "bank", "cap", "aggregate"}
    assert any(entry.taken and entry.returned for entry in entries if entry.outcome == "lose")
    assert any(entry.approval for entry in entries)
    assert any(entry.rest for entry in entries)
    assert {round.procedure for round in rounds if round.colour} == {
        "shoe",
        "shuffler",
        "community-first",
        "hand-held",
    }


def _as_finished(round: Round) -> dict[str, Any] | None:
    """The same round as `uth settle` reads it, where its options can say so."""
    by_path = {path: option for option, path in OPTIONS.items()}
    options = {}
    for section, entries in round.settings.items():
        for field, entry in entries.items():
            if (section, field) not in by_path:
                return None
            value = entry["value"] if isinstance(entry, dict) and "value" in entry else entry
            options[by_path[section, field]] = value
    if any(action.word in ("void", "leave") for action in round.actions):
        return None
    if round.posted_maximum:
        options["max_payout"] = print_dollars(round.posted_maximum)
    if round.limits:
        options |= {"minimum": print_dollars(round.limits[0])}
    play: dict[int, object] = {}
    for action in round.actions:
        if action.word == "cbr":
            play[action.number] = action.amount // round.ante(action.number)
    wagers = {stakes.player: stakes for stakes in round.wagers}
    given: dict[str, Any] = {
        "house": round.house,
        "options": options,
        "board": print_cards(round.board),
        **({"dealer": print_cards(round.cards(0))} if round.cards(0) else {}),
        "seats": [
            {
                "seat": player.seat,
                "cards": print_cards(round.cards(number)),
                "play": play.get(number, "fold"),
                "wagers": {
                    name: print_dollars(amount) for name, amount in wagers[number].wagers.items()
                },
                "grandfathered": player.kept_minimum is not None,
            }
            for number, player in enumerate(round.players, 1)
            if number in wagers and player.seat
        ],
    }
    if round.bank:
        given["banker"] = round.player(round.bank.player).seat
        given["bank"] = print_dollars(round.bank.amount)
    if round.meter and round.meter_after:
        fed = sum("progressive" in stakes.wagers for stakes in round.wagers)
        given["meter"] = print_dollars(round.meter.main // UNITS + 100 * fed)
    return given


@pytest.mark.parametrize("name", [name for name in NAMES if _as_finished(load(name)[1])])
def test_settle_agrees_with_a_golden_round(name: str) -> None:
    _, round, _ = load(name)
    answer = settle_text(json.dumps(_as_finished(round)))
    rows = [entry for entry in round.settlement or () if entry.what != "bank"]
    order = [[round.player(entry.player).seat, entry.what] for entry in rows]
    assert answer["order"] == order
    for seat in answer["seats"]:
        number = next(
            at for at, player in enumerate(round.players, 1) if player.seat == seat["seat"]
        )
        own = [entry for entry in rows if entry.player == number]
        assert [(row["wager"], row["outcome"]) for row in seat["wagers"]] == [
            (entry.what, entry.outcome) for entry in own
        ]
        for row, entry in zip(seat["wagers"], own, strict=True):
            for part in ("paid", "taken", "returned"):
                assert row[part] == print_dollars(getattr(entry, part))
            assert row["clause"] == entry.clauses[0]
    if round.fees:
        assert answer["bank"]["fee"] == print_dollars(round.fees[0].amount)


def _tampered(round: Round) -> Iterator[tuple[str, Round]]:
    """Every small lie: an amount, a clause, a swap, a hand, a stack, a fee, a shown card."""
    entries = list(round.settlement or ())
    for at, entry in enumerate(entries):
        for change in (
            {"paid": entry.paid + 1},
            {"taken": entry.taken + 100},
            {"amount": entry.amount + 1},
            {"clauses": ("Q-99", *entry.clauses[1:])},
            {"clauses": (*entry.clauses, "Q-99")},
        ):
            lie = [*entries[:at], replace(entry, **change), *entries[at + 1 :]]
            yield f"_uth_settlement[{at}]", replace(round, settlement=tuple(lie))
        if at and entries[at - 1] != entry:
            lie = [*entries[: at - 1], entry, entries[at - 1], *entries[at + 1 :]]
            yield f"_uth_settlement[{at - 1}]", replace(round, settlement=tuple(lie))
    for at, hand in enumerate(round.hands or ()):
        lies = [*(round.hands or ())]
        lies[at] = hand.replace(": ", ": royal ")
        yield f"_uth_hands[{at}]", replace(round, hands=tuple(lies))
    for at, stack in enumerate(round.finishing or ()):
        stacks = [*(round.finishing or ())]
        stacks[at] = stack + 1
        yield f"finishing_stacks[{at}]", replace(round, finishing=tuple(stacks))
    for at, fee in enumerate(round.fees or ()):
        fees = [*(round.fees or ())]
        fees[at] = replace(fee, amount=fee.amount + 100)
        yield f"_uth_fees[{at}]", replace(round, fees=tuple(fees))
    unused = next(
        card for card in DECK if all(card not in action.cards for action in round.actions)
    )
    for at, action in enumerate(round.actions):
        if (action.actor, action.word) == ("p", "sm"):
            other = replace(action, cards=(unused, action.cards[1]))
            actions = (*round.actions[:at], other, *round.actions[at + 1 :])
            yield f"actions[{at}]", replace(round, actions=actions)
    if round.colour:
        other_colour = "red" if round.colour == "blue" else "blue"
        yield "_uth_deck", replace(round, colour=other_colour)
        yield "_uth_procedure", replace(round, procedure="by post")
    if round.meter_after:
        after = replace(round.meter_after, main=round.meter_after.main + 1)
        yield "_uth_meter_after.main", replace(round, meter_after=after)
        after = replace(round.meter_after, mystery=round.meter_after.mystery + 1)
        yield "_uth_meter_after.mystery", replace(round, meter_after=after)


@pytest.mark.untraced
@pytest.mark.parametrize("name", NAMES)
def test_a_tampered_round_is_found_at_its_line(name: str) -> None:
    """Every fourth lie of a round, not the same of each."""
    _find_lies(name, NAMES.index(name) % 4, 4)


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_every_tampered_round_is_found_at_its_line(name: str) -> None:
    _find_lies(name, 0, 1)


def _find_lies(name: str, first: int, step: int) -> None:
    _, round, rules = load(name)
    for where, lie in islice(_tampered(round), first, None, step):
        with pytest.raises(Refusal) as refused:
            replay(lie, rules)
        assert (refused.value.code, refused.value.where) == ("notation/differs", where)


@pytest.mark.parametrize("name", NAMES)
def test_a_line_left_out_or_swapped_is_found(name: str) -> None:
    _, round, rules = load(name)
    for at, action in enumerate(round.actions):
        if action.word in ("leave", "cutoff", "back"):
            continue  # without it the record still hangs together: they just played on
        short = (*round.actions[:at], *round.actions[at + 1 :])
        with pytest.raises(Refusal):
            replay(replace(round, actions=short), rules)
    settlement = round.settlement or ()
    for lines in (settlement[:-1], (*settlement, *settlement[-1:])):
        if lines != settlement:
            with pytest.raises(Refusal, match=r"notation/(differs|left_out|nothing_happened)"):
                replay(replace(round, settlement=lines), rules)


def test_the_handbook_shows_a_golden_round() -> None:
    handbook = FOLDER.parents[1] / "docs" / "notation.md"
    example = handbook.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
    assert example == load("california/back-line.uth")[0]
