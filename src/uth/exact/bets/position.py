"""The whole position: the base game and chosen bonus wagers together, which are not independent.

Ante, Blind, Play, Trips and Bad Beat are decided by the same seven cards and counted together.
Ultimate Pairs looks at the hole and the Progressive at the flop; with these, the others' means
are taken for each starting hand and each thing that the flop makes.
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
from uth.exact.bets.side_bets import ultimate_pairs
from uth.exact.bets.wager_means import DEALT, wager_means
from uth.exact.solver.house_game import bad_beat, game_rules, trips_nets
from uth.exact.solver.outcomes import DEALS, bad_beat_net, base_net
from uth.exact.solver.passes import bad_beat_pays, sure_pays
from uth.exact.solver.solve import solve
from uth.exact.solver.starting_hands import start_of

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
    """Means and covariances of all wagers of a position, in cents, under base-game play."""

    stakes: Mapping[str, Cents]
    means: Mapping[str, Fraction]
    covariances: Mapping[Pair, Fraction]
    gain: Fraction
    """What play that counts the Bad Beat too would add to the mean, in cents."""

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
class _Early:
    """A wager that is decided by the hole or the flop: its mean in a cell, and its square's."""

    mean: Callable[[int, Category], Fraction]
    square: Fraction


Nets = dict[str, "Callable[[Outcome], Fraction]"]


@dataclass(frozen=True)
class PositionFinder:
    """A house, solved, and its boards."""

    house: Rulebook
    boards: Boards
    solution: Solution

    def find(self, ante: Cents, bonuses: Mapping[str, Cents], meter: Cents = 0) -> Position:
        """`bonuses` are stakes in cents by wager; the Progressive's is the house's own."""
        unknown = set(bonuses) - {*COUNTED, *SEEN_EARLY}
        if unknown:
            raise Refusal("position/wager", f"{', '.join(sorted(unknown))} is no bonus wager")
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
        """The wagers that a counted outcome decides."""
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
        """Only a Bad Beat can change play: a fold throws it away, and nothing else."""
        if "bad_beat" not in bonuses:
            return Fraction(0)
        wager = bad_beat(self.house, Fraction(bonuses["bad_beat"], ante))
        both = solve(self.solution.rules, bad_beat=wager, endings=False, boards=self.boards)
        return both.ev * ante - means[BASE] - means["bad_beat"]

    def _early(self, bonuses: Mapping[str, Cents], meter: Fraction) -> dict[str, _Early]:
        """The wagers that hole or flop decide, dealer lines left out."""
        early = {}
        if "ultimate_pairs" in bonuses:
            stake = bonuses["ultimate_pairs"]
            by_start = _pair_means(self.house.pays.ultimate_pairs)
            lottery = ultimate_pairs(self.house.pays.ultimate_pairs)
            early["ultimate_pairs"] = _Early(
                lambda start, _: stake * by_start[start],
                stake**2 * (lottery.variance + lottery.mean**2),
            )
        if "progressive" in bonuses:
            bet = ProgressiveBet(self.house.progressive)
            wager = self.house.progressive.wager
            at_meter = bet.at(meter)
            early["progressive"] = _Early(
                lambda _, five: bet.prize(five, meter) - wager,
                wager**2 * (at_meter.variance + at_meter.mean**2),
            )
        return early

    def _add_early(
        self,
        early: Mapping[str, _Early],
        ante: Cents,
        bonuses: Mapping[str, Cents],
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        late = {BASE: (self.solution.book.decided.pays, ante)}
        if "trips" in bonuses:
            late["trips"] = (sure_pays(trips_nets(self.house)), bonuses["trips"])
        if "bad_beat" in bonuses:
            late["bad_beat"] = (bad_beat_pays(bad_beat(self.house)), bonuses["bad_beat"])
        counts: Mapping[Cell, int] = {}
        for other, (pays, stake) in late.items():
            followed = wager_means(self.boards, self.solution, pays)
            counts = followed.counts
            for name, wager in early.items():
                products[_pair(name, other)] = stake * _mean(wager, followed.sums)
        for name, wager in early.items():
            means[name] = _mean(wager, counts)
            products[name, name] = wager.square
        if len(early) == 2:
            pairs, jackpot = (early[name] for name in SEEN_EARLY)
            both = {cell: pairs.mean(*cell) * count for cell, count in counts.items()}
            products[_pair(*SEEN_EARLY)] = _mean(jackpot, both)

    def _add_dealer_lines(
        self,
        early: Mapping[str, _Early],
        nets: Nets,
        stake: Cents,
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        """What lines that look at the dealer's cards add, with those cards known."""
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


def _mean(wager: _Early, weights: Mapping[Cell, int] | Mapping[Cell, Fraction]) -> Fraction:
    """A wager's mean over cells that weigh so much."""
    return (
        sum((wager.mean(*cell) * weight for cell, weight in weights.items()), Fraction(0)) / DEALT
    )


def _pair_means(table: tuple[PairLine, ...]) -> dict[int, Fraction]:
    """What Ultimate Pairs nets on average with each starting hand, by the player's cards alone."""
    nets: defaultdict[int, list[Fraction]] = defaultdict(list)
    for holding in combinations(DECK, 2):
        nets[start_of(*holding)].append(without_dealer(table, holding))
    return {start: sum(found, Fraction(0)) / len(found) for start, found in nets.items()}


def _counted(solution: Solution, nets: Nets) -> tuple[dict[str, Fraction], dict[Pair, Fraction]]:
    """Means and mean products of wagers that the counted outcomes decide."""
    means = dict.fromkeys(nets, Fraction(0))
    products = {(one, other): Fraction(0) for one in nets for other in nets if one <= other}
    for outcome in solution.outcomes:
        found = {name: net(outcome) for name, net in nets.items()}
        for name, net in found.items():
            means[name] += net * outcome.count
        for one, other in products:
            products[one, other] += found[one] * found[other] * outcome.count
    return (
        {name: total / DEALS for name, total in means.items()},
        {pair: total / DEALS for pair, total in products.items()},
    )


def position_finder(house: Rulebook, boards: Boards) -> PositionFinder:
    """Solve a house for its positions."""
    return PositionFinder(house, boards, solve(game_rules(house), boards=boards))


def position_passes(bonuses: Iterable[str]) -> int:
    """How often a position goes through all boards: to follow wagers, and to count a Bad Beat."""
    wagers = set(bonuses)
    late = 1 + len(wagers & {"trips", "bad_beat"})
    return (late if wagers & set(SEEN_EARLY) else 0) + ("bad_beat" in wagers)
