"""A wager as its pay table says it: what each line nets, and how many deals end there."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt


@dataclass(frozen=True)
class LotteryLine:
    """One end of a wager: `net` for every unit staked, `count` of all deals."""

    label: str
    net: Fraction
    count: int
    stake: int = 1
    """What was staked by then; only Play's stake depends on the round."""


@dataclass(frozen=True)
class Lottery:
    """All ends of a wager; their counts add up to all deals looked at."""

    lines: tuple[LotteryLine, ...]

    @cached_property
    def deals(self) -> int:
        return sum(line.count for line in self.lines)

    def chance(self, line: LotteryLine) -> Fraction:
        return Fraction(line.count, self.deals)

    @cached_property
    def mean(self) -> Fraction:
        return sum((self.chance(line) * line.net for line in self.lines), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house's part of every unit staked."""
        return -self.mean

    @cached_property
    def hit_rate(self) -> Fraction:
        """How often the wager wins something."""
        return sum((self.chance(line) for line in self.lines if line.net > 0), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        square = sum((self.chance(line) * line.net**2 for line in self.lines), Fraction(0))
        return square - self.mean**2

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)
