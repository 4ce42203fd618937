"""`uth settle` agrees with the oracle on random rounds of every house."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.oracle_answer import oracle_answer
from tests.cli.random_rounds import LIMITS, random_round
from uth.cli.fast_settle import settle_text

Json = dict[str, Any]


def compare(played: Json) -> None:
    """The two answers are equal, and each row cites a clause that the oracle admits."""
    answer, expected = settle_text(json.dumps(played)), oracle_answer(played)
    for row, wanted in zip(_rows(answer), _rows(expected), strict=True):
        assert row["clause"] in wanted["clause"], (played, row, wanted)
        assert row["clause"] == row["clauses"][0]
        assert wanted["clauses"] <= set(row["clauses"]), (played, row, wanted)
        wanted["clause"], wanted["clauses"] = row["clause"], row["clauses"]
        assert ("rounded_down_by" in row) == wanted.pop("rounded", False), (played, row)
        row.pop("rounded_down_by", None)
    assert answer == expected, played


def _rows(answer: Json) -> list[Json]:
    return [
        row
        for seat in answer["seats"]
        for bettor in (seat, *seat.get("back_line", []))
        for row in bettor["wagers"]
    ]


@pytest.mark.slow
@pytest.mark.parametrize("house", LIMITS)
def test_settlement_agrees_with_the_oracle(house: str) -> None:
    random = Random(f"{house} settled")
    for _ in range(300):
        compare(random_round(random, house))


@pytest.mark.nightly
@pytest.mark.parametrize("house", LIMITS)
def test_settlement_agrees_with_the_oracle_at_length(house: str) -> None:
    random = Random(f"{house} settled at length")
    for _ in range(3_000):
        compare(random_round(random, house))


@pytest.mark.slow
@settings(max_examples=150)
@given(st.sampled_from(sorted(LIMITS)), st.randoms(use_true_random=False))
def test_settlement_agrees_wherever_hypothesis_looks(house: str, random: Random) -> None:
    compare(random_round(random, house))
