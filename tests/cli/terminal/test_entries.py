"""What a person may type for wagers, amounts and actions."""

from __future__ import annotations

import pytest

from uth.cli.terminal.entries import (
    parse_action,
    parse_amount,
    parse_wagers,
    print_wagers,
    spellings,
)
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.table.wagers import placed_wagers

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
def test_many_ways_to_write_the_same_wagers(text: str) -> None:
    assert parse_wagers(text, RULES) == FULL


def test_printed_wagers_can_be_parsed_again() -> None:
    assert parse_wagers(print_wagers(FULL), RULES) == FULL
    odd = {"ante": 1250, "blind": 2000, "trips": 123_400}
    assert parse_wagers(print_wagers(odd), RULES) == odd


@pytest.mark.parametrize("text", ["ante", "20 t", "t5 20 30", "!", "1.2.3", "20 30"])
def test_unclear_wagers_are_refused(text: str) -> None:
    with pytest.raises(Refusal):
        parse_wagers(text, RULES)


def test_amounts_and_actions() -> None:
    assert parse_amount(" $1,250.50 ") == 125_050
    assert [parse_action(text) for text in ("4", "4X", "4 x", "c", "Check", "f", "12", "no")] == [
        "4x",
        "4x",
        "4x",
        "check",
        "check",
        "fold",
        "12x",
        "no",
    ]


@pytest.mark.parametrize("house", store.HOUSES)
def test_no_two_wagers_of_a_house_are_typed_alike(house: str) -> None:
    words = [word for wager in placed_wagers(store.load_house(house)) for word in spellings(wager)]
    assert len(words) == len(set(words))


def test_the_beginning_of_a_word_is_enough_where_it_is_clear() -> None:
    assert parse_wagers("20 ult 1 prog", RULES) == {
        "ante": 2000,
        "blind": 2000,
        "ultimate_pairs": 100,
        "progressive": 500,
    }
