"""The return table of a wager: what each line of its pay table nets, and in how many deals."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from uth.core.hands import Category
from uth.core.texts import text


@dataclass(frozen=True)
class ReturnLine:
    """One result of a wager: its `net` per unit and how many deals have it."""

    label: str
    net: Fraction
    count: int
    stake: int = 1
    """The units at stake; only Play's stake depends on the round."""


@dataclass(frozen=True)
class ReturnTable:
    """All results of a wager; the counts add up to all deals."""

    lines: tuple[ReturnLine, ...]

    def __repr__(self) -> str:
        return f"ReturnTable(edge={float(self.edge):.4%})"

    @cached_property
    def deals(self) -> int:
        return sum(pay_line.count for pay_line in self.lines)

    def chance(self, pay_line: ReturnLine) -> Fraction:
        return Fraction(pay_line.count, self.deals)

    @cached_property
    def mean(self) -> Fraction:
        return sum((self.chance(pay_line) * pay_line.net for pay_line in self.lines), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house edge per unit staked."""
        return -self.mean

    @cached_property
    def hit_rate(self) -> Fraction:
        """The probability that the wager wins."""
        won = sum(pay_line.count for pay_line in self.lines if pay_line.net > 0)
        return Fraction(won, self.deals)

    @cached_property
    def variance(self) -> Fraction:
        square = sum(
            (self.chance(pay_line) * pay_line.net**2 for pay_line in self.lines), Fraction(0)
        )
        return square - self.mean**2

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)


def hand_label(category: Category, key: str = "return.hand") -> str:
    """What a line for a hand is called; `key` for the text that it is part of."""
    return text(key, hand=category.name.lower())
