"""`uth settle` against the second reading of the rules, on many random rounds of every house."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cli.oracle import expected
from tests.cli.rounds import LIMITS, random_round
from uth.cli.finished_round import settle_text

Json = dict[str, Any]


def compare(played: Json) -> Json:
    """The two answers are alike, and each row's clause is one that says so."""
    told, wanted = settle_text(json.dumps(played)), expected(played)
    for mine, theirs in zip(_rows(told), _rows(wanted), strict=True):
        assert mine["clause"] in theirs["clause"], (played, mine, theirs)
        theirs["clause"] = mine["clause"]
        assert ("rounded_down_by" in mine) == theirs.pop("rounded", False), (played, mine)
        mine.pop("rounded_down_by", None)
    assert told == wanted, played
    return told


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
@pytest.mark.usefixtures("untraced")
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
