"""Must-Hit-By (PA-13): the mystery jackpot."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from uth.core.money import Cents
from uth.rulebook.model import ProgressiveRules

BASIS_POINTS = 10_000
"""In the whole."""


@dataclass(frozen=True)
class Mystery:
    """A second meter, which is won when it exceeds a hidden value (PA-13, Q-23)."""

    rules: ProgressiveRules

    @property
    def increment(self) -> Fraction:
        """What each wager adds to the meter, in cents."""
        return Fraction(self.rules.wager * self.rules.mystery_share, BASIS_POINTS)

    @property
    def values(self) -> range:
        """The hidden value is drawn from these whole cents."""
        low, high = self.rules.mystery_between
        return range(low, high + 1 - ceil(self.increment))

    @property
    def average_award(self) -> Fraction:
        return self.rules.mystery_restart + self.average_wagers * self.increment

    def _award(self, value: Cents) -> Fraction:
        """The award for a hidden value, in cents: the meter after the wager that exceeds it."""
        wagers = max(1, (value - self.rules.mystery_restart) // self.increment + 1)
        return self.rules.mystery_restart + wagers * self.increment

    @property
    def average_wagers(self) -> Fraction:
        """Wagers between two awards; a restart is never above the lowest hidden value."""
        many, step = len(self.values), self.increment
        above = self.values.start - self.rules.mystery_restart
        more = floor_sum(many, step.numerator, step.denominator, above * step.denominator)
        return Fraction(many + more, many)

    @property
    def long_run_value(self) -> Fraction:
        """The expected award per wager in the long run, in cents; 0 if nothing feeds the meter."""
        if not self.increment:
            return Fraction(0)
        return self.average_award / self.average_wagers

    @property
    def hit_rate(self) -> Fraction:
        """The share of wagers that win in the long run."""
        return 1 / self.average_wagers

    @property
    def edge_contribution(self) -> Fraction:
        """What it adds to the house edge of the Progressive wager: a negative number."""
        return -self.long_run_value / self.rules.wager

    @property
    def variance(self) -> Fraction:
        """The variance of one wager's award in the long run, in square cents."""
        square = sum((self._award(value) ** 2 for value in self.values), Fraction(0))
        return square / len(self.values) / self.average_wagers - self.long_run_value**2


def floor_sum(many: int, by: int, times: int, more: int) -> int:
    """The sum of (i × times + more) // by for i < many, by Euclid's algorithm."""
    total = 0
    while many > 0:
        total += many * (many - 1) // 2 * (times // by) + many * (more // by)
        times, more = times % by, more % by
        many, more = divmod(many * times + more, by)
        by, times = times, by
    return total
