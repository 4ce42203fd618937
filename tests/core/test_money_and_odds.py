"""Cents and odds: exact, and written one way."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from uth.core.money import Odds, dollars, parse_dollars, parse_odds, print_dollars
from uth.core.refusal import Refusal


@pytest.mark.parametrize(
    ("text", "amount"),
    [("0", 0), ("1", 100), ("12.5", 1250), ("12.50", 1250), ("0.01", 1), ("007", 700)],
)
def test_dollars_are_read(text: str, amount: int) -> None:
    assert parse_dollars(text) == amount


@given(st.integers(0, 10**17 - 1))
def test_dollars_print_as_they_parse(amount: int) -> None:
    assert parse_dollars(print_dollars(amount)) == amount
    assert print_dollars(-amount) == (f"-{print_dollars(amount)}" if amount else "0.00")


@pytest.mark.parametrize(
    ("amount", "text"),
    [(0, "$0"), (500, "$5"), (1250, "$12.50"), (5, "$0.05"), (100_000, "$1,000"), (-300, "−$3"),
     (123_456_789, "$1,234,567.89"), (-5, "−$0.05")],
)  # fmt: skip
def test_dollars_as_people_read_them(amount: int, text: str) -> None:
    assert dollars(amount) == text


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (5, "money/not_a_string"),
        (5.0, "money/not_a_string"),
        (True, "money/not_a_string"),
        (None, "money/not_a_string"),
        (["5"], "money/not_a_string"),
        ("", "money/malformed"),
        (".", "money/malformed"),
        ("5.", "money/malformed"),
        (".5", "money/malformed"),
        ("-5", "money/malformed"),
        ("+5", "money/malformed"),
        ("5,000", "money/malformed"),
        ("$5", "money/malformed"),
        ("1e3", "money/malformed"),
        (" 5", "money/malformed"),
        ("5.0.0", "money/malformed"),
        ("٥", "money/malformed"),
        ("5²", "money/malformed"),
        ("NaN", "money/malformed"),
        ("5.005", "money/decimals"),
        ("5.000", "money/decimals"),
        ("1" * 16, "money/too_large"),
        ("9" * 100_000, "money/too_large"),
    ],
)
def test_what_is_not_an_amount_is_refused(value: object, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_dollars(value)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "odds", "fraction"),
    [
        ("3 to 2", Odds(3, 2), Fraction(3, 2)),
        ("1 to 1", Odds(1, 1), Fraction(1)),
        ("10,000 to 1", Odds(10_000, 1), Fraction(10_000)),
        ("5 for 1", Odds(5, 1, "for"), Fraction(4)),
        ("3 for 2", Odds(3, 2, "for"), Fraction(1, 2)),
    ],
)
def test_odds_are_read_and_printed(text: str, odds: Odds, fraction: Fraction) -> None:
    assert parse_odds(text) == odds
    assert odds.fraction == fraction
    assert str(odds) == text


@given(st.integers(1, 10**6), st.integers(1, 1000), st.sampled_from(["to", "for"]))
def test_odds_print_as_they_parse(win: int, per: int, word: str) -> None:
    odds = Odds(win + per if word == "for" else win, per, word)
    assert parse_odds(str(odds)) == odds


@pytest.mark.clause("Q-10")
@pytest.mark.parametrize(
    ("text", "stake", "paid", "rest"),
    [
        ("3 to 2", 100, 150, 0),
        ("3 to 2", 101, 151, 1),
        ("1 to 3", 100, 33, 1),
        ("5 for 1", 100, 400, 0),
        ("500 to 1", 2500, 1_250_000, 0),
    ],
)
def test_q_10_winnings_are_whole_cents_rounded_down(
    text: str, stake: int, paid: int, rest: int
) -> None:
    assert parse_odds(text).pay(stake) == (paid, rest)


@pytest.mark.parametrize(
    "value",
    [
        "", "3", "3 to", "3 to 0", "0 to 1", "1 for 1", "1 for 2", "3:2", "3 TO 2", "-3 to 2",
        "3 to -2", "3.5 to 1", "x to 1", "1 to x", "3 to 2 more", "٣ to 2", "3 to ²",
        "9" * 5_000 + " to 1", "1 to " + "9" * 5_000, 3, 1.5, None, True, ["3 to 2"],
    ],
)  # fmt: skip
def test_what_is_not_odds_is_refused(value: object) -> None:
    with pytest.raises(Refusal) as caught:
        parse_odds(value)
    assert caught.value.code == "odds/malformed"
