"""The Five Card Progressive as a function of its meter, Envy of the table, and the mystery."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import ceil, comb
from typing import TYPE_CHECKING

from uth.core.hands import CATEGORIES, Category
from uth.core.refusal import Refusal
from uth.exact.bets.five_cards import FIVES, completing_holdings, five_card_hands
from uth.exact.bets.lottery import LotteryLine
from uth.exact.bets.side_bets import with_rest

if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.core.money import Cents
    from uth.exact.bets.lottery import Lottery
    from uth.rulebook.model import Progressive

POINTS = 10_000


@dataclass(frozen=True)
class ProgressiveBet:
    """A house's Progressive: prizes fixed or a share of the meter; the wager is not returned."""

    rules: Progressive

    def prize(self, category: Category, meter: Fraction) -> Fraction:
        """In cents, from a meter in cents; shares are taken before they are rounded."""
        share = self.rules.prizes.get(category)
        if share is None:
            return Fraction(0)
        if share.fixed is not None:
            return Fraction(share.fixed)
        assert share.basis_points is not None
        return meter * share.basis_points / POINTS

    def at(self, meter: Fraction) -> Lottery:
        """The wager at a meter that already holds its contribution."""
        hands = five_card_hands()
        lines = (
            LotteryLine(
                category.words,
                self.prize(category, meter) / self.rules.wager - 1,
                hands[category],
            )
            for category in reversed(CATEGORIES)
            if category in self.rules.prizes
        )
        return with_rest(lines, FIVES)

    @property
    def meter_share(self) -> Fraction:
        """How much of the meter an average hand wins."""
        hands = five_card_hands()
        return sum(
            (
                Fraction(hands[category] * (share.basis_points or 0), FIVES * POINTS)
                for category, share in self.rules.prizes.items()
            ),
            Fraction(0),
        )

    @property
    def fixed_return(self) -> Fraction:
        """What the fixed prizes of an average hand come to, in cents."""
        return (self.at(Fraction(0)).mean + 1) * self.rules.wager

    @property
    def break_even(self) -> Fraction | None:
        """The meter, in cents, at which the wager is worth its price; none if it never is."""
        share = self.meter_share
        return (self.rules.wager - self.fixed_return) / share if share else None

    @property
    def long_run_edge(self) -> Fraction:
        """What goes into the meter comes out of it: the edge over the meter's whole life.

        Paid from the meter in the long run: each wager's part, and a seed for every royal.
        """
        whole = sum(
            five_card_hands()[category]
            for category, share in self.rules.prizes.items()
            if share.basis_points == POINTS
        )
        fed = Fraction(self.rules.wager * self.rules.main_share, POINTS)
        seeds = self.rules.seed * Fraction(whole, FIVES)
        return 1 - (self.fixed_return + fed + seeds) / self.rules.wager


@dataclass(frozen=True)
class EnvyFigures:
    """Envy with so many others at the table: in cents a round, free to who bets the Progressive."""

    mean: Fraction
    hit_rate: Fraction
    variance: Fraction


def envy_mean(rules: Progressive, others: int) -> Fraction:
    """What Envy gives a round on average, in cents, whichever hands it is for."""
    hands = five_card_hands()
    prizes = sum(prize * hands[category] for category, prize in rules.envy.items())
    return Fraction(others * prizes, FIVES)


def envied(prizes: dict[Category, Cents]) -> tuple[tuple[frozenset[Card], Category], ...]:
    """What others may hold where Envy is for royal and straight flushes; other Envy is refused."""
    made = completing_holdings()
    if not prizes.keys() <= {category for _, category in made}:
        raise Refusal(
            "solve/envy",
            "how Envy spreads is worked out for royal and straight flushes alone",
            "progressive.envy",
        )
    return made


def envy(rules: Progressive, others: int) -> EnvyFigures:
    """For every other seat's royal or straight flush (Q-24); at most two share one flop.

    One given holding is in one of n hands with n / C(49, 2); two that share no card both are
    with n (n − 1) / (C(49, 2) C(47, 2)).
    """
    prizes = rules.envy
    made = envied(prizes)
    single = Fraction(others, comb(49, 2) * comb(52, 3))
    both = Fraction(others * (others - 1), comb(49, 2) * comb(47, 2) * comb(52, 3))
    suits = 4
    square = hit = Fraction(0)
    mean = envy_mean(rules, others)
    for _, category in made:
        prize = prizes.get(category, 0)
        ways = suits * comb(5, 3) * single
        square += ways * prize**2
        hit += ways if prize else 0
    for (one, first), (other, second) in combinations(made, 2):
        flops = suits * int(len(one & other) == 3)
        pair = flops * both * prizes.get(first, 0) * prizes.get(second, 0)
        square += 2 * pair
        if pair:
            hit -= flops * both
    return EnvyFigures(mean, hit, square - mean**2)


@dataclass(frozen=True)
class Mystery:
    """Must-Hit-By (PA-13, Q-23): a second meter with a hidden value that it must exceed."""

    rules: Progressive

    @property
    def increment(self) -> Fraction:
        """What a wager adds, in cents."""
        return Fraction(self.rules.wager * self.rules.mystery_share, POINTS)

    @property
    def values(self) -> range:
        """The whole cents that a hidden value is drawn from."""
        low, high = self.rules.mystery_between
        return range(low, high + 1 - ceil(self.increment))

    def wagers_until(self, value: Cents) -> int:
        """The first wager after a restart that brings the meter above a value."""
        return max(1, (value - self.rules.mystery_restart) // self.increment + 1)

    def chance(self, meter: Fraction) -> Fraction:
        """That the next wager wins, when the meter stands at `meter` cents and has not hit."""
        low, high = max(self.values.start, ceil(meter)), self.values.stop
        hits = max(0, min(high, ceil(meter + self.increment)) - low)
        return Fraction(hits, high - low) if low < high else Fraction(1)

    def value(self, meter: Fraction) -> Fraction:
        """What the next wager is worth by the mystery alone, in cents."""
        return self.chance(meter) * (meter + self.increment)

    @property
    def average_award(self) -> Fraction:
        return self.rules.mystery_restart + self.average_wagers * self.increment

    def _award(self, value: Cents) -> Fraction:
        """What a hidden value pays, in cents."""
        return self.rules.mystery_restart + self.wagers_until(value) * self.increment

    @property
    def average_wagers(self) -> Fraction:
        """Between two awards; a mystery never restarts above the least value it may hit at."""
        many, step = len(self.values), self.increment
        above = self.values.start - self.rules.mystery_restart
        more = floor_sum(many, step.numerator, step.denominator, above * step.denominator)
        return Fraction(many + more, many)

    @property
    def long_run_value(self) -> Fraction:
        """In cents a wager, over the mystery's whole life; nothing where nothing feeds it."""
        if not self.increment:
            return Fraction(0)
        return self.average_award / self.average_wagers

    @property
    def hit_rate(self) -> Fraction:
        """The share of all wagers that win the mystery in the long run."""
        return 1 / self.average_wagers

    @property
    def edge_contribution(self) -> Fraction:
        """What it adds to the house's edge on the wager that feeds it: it takes away."""
        return -self.long_run_value / self.rules.wager

    @property
    def variance(self) -> Fraction:
        """Of what one wager wins here in the long run, in square cents."""
        square = sum((self._award(value) ** 2 for value in self.values), Fraction(0))
        return square / len(self.values) / self.average_wagers - self.long_run_value**2


def floor_sum(many: int, by: int, times: int, more: int) -> int:
    """The sum of (i × times + more) // by over i < many, by Euclid's steps: spans may be wide."""
    total = 0
    while many > 0:
        total += many * (many - 1) // 2 * (times // by) + many * (more // by)
        times, more = times % by, more % by
        many, more = divmod(many * times + more, by)
        by, times = times, by
    return total


def whole_edge(rules: Progressive, others: int) -> Fraction:
    """The long-run edge on a wager with Envy from so many others and the mystery."""
    return (
        ProgressiveBet(rules).long_run_edge
        - envy_mean(rules, others) / rules.wager
        + Mystery(rules).edge_contribution
    )
