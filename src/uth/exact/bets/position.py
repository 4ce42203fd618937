"""A position: the base game and chosen bonus wagers of one seat, with their covariances.

Ante, Blind, Play, Trips and Bad Beat depend on the same outcome and are counted together. Ultimate
Pairs depends on the hole cards and the Progressive on hole and flop; for these, the other wagers'
means are computed for each starting hand and each five-card category.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.bets.dealer_pairs import known_deals, known_flops, known_outcomes, without_dealer
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.bets.side_bets import ultimate_pairs_returns
from uth.exact.bets.wager_means import HOLES_AND_FLOPS, wager_means
from uth.exact.solver.house_game import bad_beat, trips_nets
from uth.exact.solver.outcomes import DEALS, bad_beat_net, base_net
from uth.exact.solver.pays import bad_beat_pays, hand_pays
from uth.exact.solver.solve import solve
from uth.exact.solver.starting_hands import starting_hand_index

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from uth.core.hands import Category
    from uth.core.money import Cents
    from uth.exact.bets.wager_means import Cell
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.outcomes import Outcome
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import PairLine, Rulebook

BASE = "base"
COUNTED = ("trips", "bad_beat")
SEEN_EARLY = ("ultimate_pairs", "progressive")

Pair = tuple[str, str]


@dataclass(frozen=True)
class Position:
    """The means and covariances of all wagers, in cents, under optimal play of the base game."""

    stakes: Mapping[str, Cents]
    means: Mapping[str, Fraction]
    covariances: Mapping[Pair, Fraction]
    gain: Fraction
    """What a strategy that also counts the Bad Beat would add to the mean, in cents."""

    @property
    def mean(self) -> Fraction:
        return sum(self.means.values(), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum(
            (self.covariances[_pair(one, other)] for one in self.means for other in self.means),
            Fraction(0),
        )

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)

    def correlation(self, one: str, other: str) -> float:
        spread = self.covariances[one, one] * self.covariances[other, other]
        return float(self.covariances[_pair(one, other)]) / sqrt(spread)


@dataclass(frozen=True)
class _EarlyWager:
    """A wager that hole or flop decide: its mean in each cell, and its mean square."""

    mean: Callable[[int, Category], Fraction]
    square: Fraction


Nets = dict[str, "Callable[[Outcome], Fraction]"]


@dataclass(frozen=True)
class PositionFinder:
    """Computes positions at a house from its boards and its solution."""

    house: Rulebook
    boards: Boards
    solution: Solution

    def find(self, ante: Cents, bonuses: Mapping[str, Cents], meter: Cents = 0) -> Position:
        """The position with these stakes in cents; the Progressive's stake is the house's."""
        unknown = set(bonuses) - {*COUNTED, *SEEN_EARLY}
        if unknown:
            raise Refusal("position/wager", f"{', '.join(sorted(unknown))} is not a bonus wager")
        nets = self._nets(ante, bonuses)
        means, products = _counted(self.solution, nets)
        early = self._early(bonuses, Fraction(meter))
        if early:
            self._add_early(early, ante, bonuses, means, products)
        if "ultimate_pairs" in bonuses:
            self._add_dealer_lines(early, nets, bonuses["ultimate_pairs"], means, products)
        covariances = {
            (one, other): value - means[one] * means[other]
            for (one, other), value in products.items()
        }
        return Position(
            {BASE: ante, **bonuses}, means, covariances, self._gain(ante, bonuses, means)
        )

    def _nets(self, ante: Cents, bonuses: Mapping[str, Cents]) -> Nets:
        """The net functions of the wagers that an outcome decides."""
        nets: Nets = {BASE: lambda outcome: ante * base_net(self.solution.rules, outcome)}
        if "trips" in bonuses:
            paid = trips_nets(self.house)
            nets["trips"] = lambda outcome: bonuses["trips"] * paid[outcome.mine]
        if "bad_beat" in bonuses:
            odds = dict(bad_beat(self.house).odds)
            nets["bad_beat"] = lambda outcome: bonuses["bad_beat"] * bad_beat_net(odds, outcome)
        return nets

    def _gain(
        self, ante: Cents, bonuses: Mapping[str, Cents], means: Mapping[str, Fraction]
    ) -> Fraction:
        """Only a Bad Beat can change the strategy: no other bonus wager is lost by folding."""
        if "bad_beat" not in bonuses:
            return Fraction(0)
        wager = bad_beat(self.house, Fraction(bonuses["bad_beat"], ante))
        both = solve(self.solution.rules, bad_beat=wager, endings=False, boards=self.boards)
        return both.ev * ante - means[BASE] - means["bad_beat"]

    def _early(self, bonuses: Mapping[str, Cents], meter: Fraction) -> dict[str, _EarlyWager]:
        """The wagers that hole or flop decide, without lines that depend on the dealer's cards."""
        early = {}
        if "ultimate_pairs" in bonuses:
            stake = bonuses["ultimate_pairs"]
            by_start = _pair_means(self.house.pays.ultimate_pairs)
            returns = ultimate_pairs_returns(self.house.pays.ultimate_pairs)
            early["ultimate_pairs"] = _EarlyWager(
                lambda start, _: stake * by_start[start],
                stake**2 * (returns.variance + returns.mean**2),
            )
        if "progressive" in bonuses:
            bet = ProgressiveBet(self.house.progressive)
            wager = self.house.progressive.wager
            at_meter = bet.at(meter)
            early["progressive"] = _EarlyWager(
                lambda _, five: bet.prize(five, meter) - wager,
                wager**2 * (at_meter.variance + at_meter.mean**2),
            )
        return early

    def _add_early(
        self,
        early: Mapping[str, _EarlyWager],
        ante: Cents,
        bonuses: Mapping[str, Cents],
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        """Add the means and products of the wagers that hole or flop decide."""
        late = {BASE: (self.solution.strategy.decisions.pays, ante)}
        if "trips" in bonuses:
            late["trips"] = (hand_pays(trips_nets(self.house)), bonuses["trips"])
        if "bad_beat" in bonuses:
            late["bad_beat"] = (bad_beat_pays(bad_beat(self.house)), bonuses["bad_beat"])
        counts: Mapping[Cell, int] = {}
        for other, (pays, stake) in late.items():
            by_cell = wager_means(self.boards, self.solution, pays)
            counts = by_cell.counts
            for name, wager in early.items():
                products[_pair(name, other)] = stake * _mean(wager, by_cell.sums)
        for name, wager in early.items():
            means[name] = _mean(wager, counts)
            products[name, name] = wager.square
        if len(early) == 2:
            pairs, jackpot = (early[name] for name in SEEN_EARLY)
            both = {cell: pairs.mean(*cell) * count for cell, count in counts.items()}
            products[_pair(*SEEN_EARLY)] = _mean(jackpot, both)

    def _add_dealer_lines(
        self,
        early: Mapping[str, _EarlyWager],
        nets: Nets,
        stake: Cents,
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        """Add what Ultimate Pairs lines that depend on the dealer's cards contribute."""
        for deal in known_deals(self.house.pays.ultimate_pairs):
            weight = stake * deal.weight
            means["ultimate_pairs"] += weight
            outcomes = known_outcomes(deal, self.solution)
            boards = sum(outcome.count for outcome in outcomes)
            for name, net in nets.items():
                total = sum((net(outcome) * outcome.count for outcome in outcomes), Fraction(0))
                products[_pair(name, "ultimate_pairs")] += weight * total / boards
            if "progressive" in early:
                flops = known_flops(deal)
                total = sum(
                    (
                        early["progressive"].mean(0, category) * count
                        for category, count in flops.items()
                    ),
                    Fraction(0),
                )
                products[_pair(*SEEN_EARLY)] += weight * total / sum(flops.values())


def _pair(one: str, other: str) -> Pair:
    return min(one, other), max(one, other)


def _mean(wager: _EarlyWager, weights: Mapping[Cell, int] | Mapping[Cell, Fraction]) -> Fraction:
    """A wager's mean over weighted cells."""
    return (
        sum((wager.mean(*cell) * weight for cell, weight in weights.items()), Fraction(0))
        / HOLES_AND_FLOPS
    )


def _pair_means(table: tuple[PairLine, ...]) -> dict[int, Fraction]:
    """The mean net of Ultimate Pairs by starting hand, without lines on the dealer's cards."""
    nets: defaultdict[int, list[Fraction]] = defaultdict(list)
    for holding in combinations(DECK, 2):
        nets[starting_hand_index(*holding)].append(without_dealer(table, holding))
    return {start: sum(values, Fraction(0)) / len(values) for start, values in nets.items()}


def _counted(solution: Solution, nets: Nets) -> tuple[dict[str, Fraction], dict[Pair, Fraction]]:
    """The means and mean products of the wagers that an outcome decides."""
    means = dict.fromkeys(nets, Fraction(0))
    products = {(one, other): Fraction(0) for one in nets for other in nets if one <= other}
    for outcome in solution.outcomes:
        values = {name: net(outcome) for name, net in nets.items()}
        for name, value in values.items():
            means[name] += value * outcome.count
        for one, other in products:
            products[one, other] += values[one] * values[other] * outcome.count
    return (
        {name: total / DEALS for name, total in means.items()},
        {pair: total / DEALS for pair, total in products.items()},
    )


def position_passes(bonuses: Iterable[str]) -> int:
    """How many passes over all boards a position needs: for wager means, and for a Bad Beat."""
    wagers = set(bonuses)
    late = 1 + len(wagers & {"trips", "bad_beat"})
    return (late if wagers & set(SEEN_EARLY) else 0) + ("bad_beat" in wagers)
