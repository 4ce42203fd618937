"""What a person may type for wagers, amounts and moves."""

from __future__ import annotations

import pytest

from uth.cli.terminal.entries import read_amount, read_move, read_wagers, told_wagers
from uth.core.refusal import Refusal
from uth.rulebook import store

RULES = store.load_house("hollywood-pa")
FULL = {
    "ante": 2000,
    "blind": 2000,
    "trips": 500,
    "bad_beat": 500,
    "ultimate_pairs": 100,
    "progressive": 500,
}


@pytest.mark.parametrize(
    "text",
    [
        "20 trips 5 bad beat 5 ultimate pairs 1 progressive 5",
        "20 t5 b5 u1 p",
        "$20, Trips $5, Bad Beat $5, Ultimate Pairs $1, Five Card Progressive",
        "ante 20 blind 20 trips=5 bb:5 up 1 prog 5",
        "p ante 20 t5 b5 u1",
        "20 and t 5 and b 5.00 and pairs 1 and p",
    ],
)
def test_ways_to_say_the_same_wagers(text: str) -> None:
    assert read_wagers(text, RULES) == FULL


def test_wagers_are_told_as_they_are_read() -> None:
    assert read_wagers(told_wagers(FULL), RULES) == FULL
    odd = {"ante": 1250, "blind": 2000, "trips": 123_400}
    assert read_wagers(told_wagers(odd), RULES) == odd


@pytest.mark.parametrize("text", ["ante", "20 t", "t5 20 30", "!", "1.2.3", "20 30"])
def test_what_can_not_be_read_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        read_wagers(text, RULES)


def test_amounts_and_moves() -> None:
    assert read_amount(" $1,250.50 ") == 125_050
    assert [read_move(text) for text in ("4", "4X", "4 x", "c", "Check", "f", "12", "no")] == [
        "4x",
        "4x",
        "4x",
        "check",
        "check",
        "fold",
        "12x",
        "no",
    ]
