"""The product settles random rounds as the slow settlement does, wager by wager."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.answer import comparable, expected_answer
from tests.oracle.citations import bound_by, first_clauses
from tests.oracle.houses import HOUSES, house_of
from tests.oracle.play import expected_fees, fees_of, lines_of, play
from tests.oracle.poker import category
from tests.oracle.printed import CATEGORIES, SCHEDULES
from tests.oracle.product import command_answer, product_answer
from tests.oracle.rounds import Json, Table, random_round, random_rounds, random_table
from tests.oracle.settlement import Round, band_fee
from uth.rulebook.settings import with_settings
from uth.table import events as e
from uth.table.collection import banker_fee

FEW, MANY, PARTS = 1_500, 20_000, 10
COMMANDS_EACH = 10
"""One round in so many is also given to `uth settle` as JSON."""


def _shown(table: Table, played: Json) -> str:
    return f"{json.dumps(played)} under {json.dumps(table.settings)}"


@pytest.mark.slow
@pytest.mark.untraced
@pytest.mark.parametrize(
    ("seed", "count"),
    [
        (0, FEW),
        *(
            pytest.param(part, MANY // PARTS, marks=pytest.mark.nightly)
            for part in range(1, PARTS + 1)
        ),
    ],
)
def test_every_row_agrees(seed: int, count: int) -> None:
    commands = 0
    for number, (table, played) in enumerate(random_rounds(seed, count)):
        expected = _compare(table, played)
        printed = command_answer(table, played) if number % COMMANDS_EACH == 0 else None
        if printed:
            commands += 1
            shared = {key: expected[key] for key in expected if key in printed}
            assert comparable(printed) == shared, _shown(table, played)
    assert commands > count / COMMANDS_EACH / 3


def _compare(table: Table, played: Json) -> Json:
    """Both settlements are equal, and every wager cites what it rests on; the answer of both."""
    settled = Round(played, table.settings)
    expected, answer = expected_answer(settled), product_answer(table, played)
    assert comparable(answer) == expected, _shown(table, played)
    for line, clauses in zip(settled.lines, answer["clauses"], strict=True):
        about = (line, clauses, _shown(table, played))
        assert clauses[0] in first_clauses(settled, table.house, line), about
        assert bound_by(settled, table.house, line) <= set(clauses), about
        assert ("Q-10" in clauses) == bool(line.rounded), about
    return expected


@pytest.mark.slow
@pytest.mark.untraced
@settings(max_examples=100)
@given(st.randoms(use_true_random=False))
def test_every_row_agrees_wherever_hypothesis_looks(random: Random) -> None:
    table = random_table(random)
    _compare(table, random_round(random, table))


@pytest.mark.parametrize("number", SCHEDULES)
def test_every_schedule_agrees_at_the_edges_of_its_bands(number: int) -> None:
    for house in ("california", "california-bad-beat"):
        collection = {"collection": {"schedule": number}}
        ours = house_of(house, collection).action_bands
        theirs = with_settings(house, collection).collection
        for start, _ in ours:
            for action in (start - 1, start, start + 1):
                assert banker_fee(theirs, [action]) == band_fee(ours, action)


@pytest.mark.slow
@pytest.mark.untraced
def test_the_random_rounds_have_what_they_are_for() -> None:
    """Every kind of hand and ending, in every house that has it."""
    seen: Counter[tuple[str, ...]] = Counter()
    for table, played in random_rounds(0, FEW):
        settled = Round(played, table.settings)
        for line in settled.lines:
            seen[table.house, line.wager, line.outcome] += 1
            if line.short:
                seen[table.house, line.wager, "short"] += 1
            if line.taken and line.returned:
                seen[table.house, "partly collected"] += 1
            if line.rounded:
                seen["rounded",] += 1
            if line.approval:
                seen[table.house, "approval"] += 1
        for showdown in settled.showdowns.values():
            seen[category(showdown.hand),] += 1
            if showdown.hand == showdown.dealer:
                seen["tie",] += 1
        if settled.dealer is None:
            seen["everybody folded",] += 1
        if len(settled.shares) > 1:
            seen["two shares",] += 1
    wanted: list[tuple[str, ...]] = [(name,) for name in CATEGORIES]
    wanted += [("tie",), ("everybody folded",), ("two shares",), ("rounded",)]
    wanted += [
        (house, wager, ending)
        for house in HOUSES
        for wager in ("ante", "play", "blind", "trips", "bad_beat")
        for ending in ("win", "lose")
        if (house, wager) != ("cardroom-25", "bad_beat")
    ]
    for house in ("california", "california-bad-beat"):
        wanted += [(house, "partly collected"), (house, "trips", "short")]
        wanted += [(house, "play", "returned"), (house, "bad_beat", "short")]
    wanted += [("cardroom-25", wager, "short") for wager in ("ante", "play", "blind", "trips")]
    wanted += [("cardroom-25", "approval")]
    wanted += [("hollywood-pa", wager, "short") for wager in ("blind", "ultimate_pairs")]
    wanted += [
        ("light-and-wonder", wager, "short")
        for wager in ("blind", "trips", "bad_beat", "ultimate_pairs")
    ]
    for house in ("hollywood-pa", "light-and-wonder"):
        wanted += [(house, "progressive", "win"), (house, "envy", "win")]
    assert [one for one in wanted if seen[one] < 3] == []


@pytest.mark.slow
@pytest.mark.untraced
def test_a_table_played_by_commands_agrees() -> None:
    houses: Counter[str] = Counter()
    for number, (table, played) in enumerate(random_rounds(11, 300)):
        if number % 5 != 0:
            continue
        houses[table.house] += 1
        settled = Round(played, table.settings)
        game = play(table, played, settled)
        assert lines_of(game) == settled.lines, _shown(table, played)
        assert fees_of(game) == expected_fees(played, settled), _shown(table, played)
        if settled.house.player_banked:
            totals = game.last(e.BankSettled)
            assert totals.paid == sum(line.paid for line in settled.lines)
            assert totals.collected == sum(line.taken for line in settled.lines)
        assert game.last(e.RoundClosed).void is False
    assert sum(houses.values()) == 60
    assert set(houses) == set(HOUSES)
