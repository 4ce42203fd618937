"""A position: the base game and chosen bonus wagers of one seat, with their covariances.

The base game and wagers by a hand or by the beaten hand depend on the same outcome and are counted
together. Other wagers are decided early: by the hole cards, or by hole and flop. For these, the
late wagers' means are computed for each starting hand and each five-card category.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import sqrt

from uth.core.cards import DECK
from uth.core.hands import Category
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.bets.dealer_lines import (
    known_deals,
    known_flops,
    known_outcomes,
    mean_product,
    without_dealer,
)
from uth.exact.bets.progressive import ProgressiveBet
from uth.exact.bets.side_bets import holding_returns
from uth.exact.bets.wager_means import HOLES_AND_FLOPS, Cell, wager_means
from uth.exact.solver.boards import Boards
from uth.exact.solver.house_game import beaten_hand_bet, hand_nets
from uth.exact.solver.outcomes import DEALS, Outcome, base_net, beaten_hand_net, hand_net
from uth.exact.solver.pays import ScaledPays, beaten_hand_pays, hand_pays
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.exact.solver.starting_hands import starting_hand_index
from uth.rulebook.model import Rulebook
from uth.rulebook.pay_lines import PairLine
from uth.table.wagers import PLACED, WAGERS, DependsOn, HoldingBonus

BASE = "base"
LATE = (DependsOn.SEVEN_CARDS, DependsOn.BEATEN_HAND)
"""What is decided with the outcome of the base game."""
EARLY = (DependsOn.TWO_CARDS, DependsOn.FOUR_CARDS, DependsOn.FIVE_CARDS)
"""What hole or flop decide."""

Pair = tuple[str, str]


@dataclass(frozen=True)
class Position:
    """The means and covariances of all wagers, in cents, under optimal play of the base game."""

    stakes: Mapping[str, Cents]
    means: Mapping[str, Fraction]
    covariances: Mapping[Pair, Fraction]
    gain: Fraction
    """What a strategy that also counts the bonus wagers would add to the mean, in cents."""

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
class LateWager:
    """A wager that the outcome decides: its net per unit, also as pays for the kernels."""

    stake: Cents
    net: Callable[[Outcome], Fraction]
    pays: ScaledPays


def late_wagers(
    house: Rulebook, solution: Solution, ante: Cents, bonuses: Mapping[str, Cents]
) -> dict[str, LateWager]:
    """The base game and the bonus wagers that the same outcome decides."""
    base = partial(base_net, solution.rules)
    late = {BASE: LateWager(ante, base, solution.strategy.decisions.pays)}
    for name, stake in bonuses.items():
        match WAGERS[name].depends_on(house):
            case DependsOn.SEVEN_CARDS:
                nets = hand_nets(house.pays.by_category(name))
                late[name] = LateWager(stake, partial(hand_net, nets), hand_pays(nets))
            case DependsOn.BEATEN_HAND:
                bet = beaten_hand_bet(house, name)
                net = partial(beaten_hand_net, bet.nets)
                late[name] = LateWager(stake, net, beaten_hand_pays(bet))
            case kind if kind not in EARLY:
                raise Refusal("solve/wager", wager=name)
    return late


@dataclass(frozen=True)
class _EarlyWager:
    """A wager that hole or flop decide: its mean in each cell, and its mean square.

    The mean leaves out what depends on the dealer's cards; `lines` are those of a holding bonus.
    """

    stake: Cents
    mean: Callable[[int, Category], Fraction]
    square: Fraction
    lines: tuple[PairLine, ...] = ()


@dataclass(frozen=True)
class PositionFinder:
    """Computes positions at a house from its boards and its solution."""

    house: Rulebook
    boards: Boards
    solution: Solution

    def find(self, ante: Cents, bonuses: Mapping[str, Cents], meter: Cents = 0) -> Position:
        """The position with these stakes in cents; the Progressive's stake is the house's."""
        unknown = [name for name in bonuses if name not in PLACED or WAGERS[name].base]
        if unknown:
            raise Refusal("position/wager", wagers=sorted(unknown))
        late = late_wagers(self.house, self.solution, ante, bonuses)
        means, products = _counted(self.solution, late)
        early = {
            name: self._early(name, stake, Fraction(meter))
            for name, stake in bonuses.items()
            if name not in late
        }
        if early:
            self._add_early(early, late, means, products)
        for name, wager in early.items():
            self._add_dealer_lines(name, wager, early, late, means, products)
        covariances = {
            (one, other): value - means[one] * means[other]
            for (one, other), value in products.items()
        }
        return Position(
            {BASE: ante, **bonuses}, means, covariances, self._gain(ante, bonuses, means)
        )

    def _gain(
        self, ante: Cents, bonuses: Mapping[str, Cents], means: Mapping[str, Fraction]
    ) -> Fraction:
        """Only a wager on the beaten hand can change the strategy: a fold loses no other."""
        for name, stake in bonuses.items():
            if WAGERS[name].depends_on(self.house) == DependsOn.BEATEN_HAND:
                bet = beaten_hand_bet(self.house, name, Fraction(stake, ante))
                both = solve(
                    self.solution.rules, beaten_hand=bet, endings=False, boards=self.boards
                )
                return both.ev * ante - means[BASE] - means[name]
        return Fraction(0)

    def _early(self, name: str, stake: Cents, meter: Fraction) -> _EarlyWager:
        """A wager that hole or flop decide, without lines that depend on the dealer's cards."""
        if isinstance(WAGERS[name], HoldingBonus):
            lines = self.house.pays.by_holding(name)
            by_start, returns = _holding_means(lines), holding_returns(lines)
            square = stake**2 * (returns.variance + returns.mean**2)
            return _EarlyWager(stake, lambda start, _: stake * by_start[start], square, lines)
        bet, wager = ProgressiveBet(self.house.progressive), self.house.progressive.wager
        at_meter = bet.at(meter)
        return _EarlyWager(
            wager,
            lambda _, five: bet.prize(five, meter) - wager,
            wager**2 * (at_meter.variance + at_meter.mean**2),
        )

    def _add_early(
        self,
        early: Mapping[str, _EarlyWager],
        late: Mapping[str, LateWager],
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        """Add the means and products of the wagers that hole or flop decide."""
        counts: Mapping[Cell, int] = {}
        for other, wager in late.items():
            by_cell = wager_means(self.boards, self.solution, wager.pays)
            counts = by_cell.counts
            for name, one in early.items():
                products[_pair(name, other)] = wager.stake * _mean(one, by_cell.sums)
        for name, one in early.items():
            means[name] = _mean(one, counts)
            products[name, name] = one.square
        for (name, one), (other, two) in combinations(early.items(), 2):
            if one.lines and two.lines:
                product = one.stake * two.stake * mean_product(one.lines, two.lines)
            else:
                product = _mean(two, {cell: one.mean(*cell) * counts[cell] for cell in counts})
            products[_pair(name, other)] = product

    def _add_dealer_lines(
        self,
        name: str,
        wager: _EarlyWager,
        early: Mapping[str, _EarlyWager],
        late: Mapping[str, LateWager],
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        """Add what the lines of a holding bonus that depend on the dealer's cards contribute."""
        for deal in known_deals(wager.lines):
            weight = wager.stake * deal.weight
            means[name] += weight
            outcomes = known_outcomes(deal, self.solution)
            boards = sum(outcome.count for outcome in outcomes)
            for other, one in late.items():
                total = sum((one.net(end) * end.count for end in outcomes), Fraction(0))
                products[_pair(name, other)] += weight * one.stake * total / boards
            for other, two in early.items():
                if two.lines:
                    continue
                flops = known_flops(deal)
                total = sum(
                    (two.mean(0, category) * count for category, count in flops.items()),
                    Fraction(0),
                )
                products[_pair(name, other)] += weight * total / sum(flops.values())


def _pair(one: str, other: str) -> Pair:
    return min(one, other), max(one, other)


def _mean(wager: _EarlyWager, weights: Mapping[Cell, int] | Mapping[Cell, Fraction]) -> Fraction:
    """A wager's mean over weighted cells."""
    return (
        sum((wager.mean(*cell) * weight for cell, weight in weights.items()), Fraction(0))
        / HOLES_AND_FLOPS
    )


def _holding_means(table: tuple[PairLine, ...]) -> dict[int, Fraction]:
    """The mean net of a holding bonus by starting hand, without lines on the dealer's cards."""
    nets: defaultdict[int, list[Fraction]] = defaultdict(list)
    for holding in combinations(DECK, 2):
        nets[starting_hand_index(*holding)].append(without_dealer(table, holding))
    return {start: sum(values, Fraction(0)) / len(values) for start, values in nets.items()}


def _counted(
    solution: Solution, late: Mapping[str, LateWager]
) -> tuple[dict[str, Fraction], dict[Pair, Fraction]]:
    """The means and mean products of the wagers that an outcome decides."""
    means = dict.fromkeys(late, Fraction(0))
    products = {(one, other): Fraction(0) for one in late for other in late if one <= other}
    for outcome in solution.outcomes:
        values = {name: wager.stake * wager.net(outcome) for name, wager in late.items()}
        for name, value in values.items():
            means[name] += value * outcome.count
        for one, other in products:
            products[one, other] += values[one] * values[other] * outcome.count
    return (
        {name: total / DEALS for name, total in means.items()},
        {pair: total / DEALS for pair, total in products.items()},
    )


def position_passes(house: Rulebook, wagers: Iterable[str]) -> int:
    """How many passes over all boards a position needs: for wager means, and for its gain."""
    kinds = [WAGERS[name].depends_on(house) for name in wagers if not WAGERS[name].base]
    late = sum(kind in LATE for kind in kinds)
    return (1 + late if late < len(kinds) else 0) + (DependsOn.BEATEN_HAND in kinds)
