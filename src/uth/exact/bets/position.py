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
from uth.exact.bets.jackpots.progressive import ProgressiveBet
from uth.exact.bets.joint_payouts import JointPayouts, Pair
from uth.exact.bets.late_wagers import BASE, LATE, LateWager, late_wagers, require_early
from uth.exact.bets.seat_payouts import SeatPayouts
from uth.exact.bets.side_bets import holding_returns
from uth.exact.bets.wager_means import HOLES_AND_FLOPS, Cell, always_raising, wager_means
from uth.exact.solver.ante_game import Binding, legal_game
from uth.exact.solver.boards import Boards
from uth.exact.solver.house_game import game_rules
from uth.exact.solver.outcomes import DEALS
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.exact.solver.starting_hands import starting_hand_index
from uth.rulebook.entries.pay_lines import PairLine
from uth.rulebook.model import Rulebook
from uth.table.wagers import PLACED, WAGERS, DependsOn, HoldingBonus


@dataclass(frozen=True)
class Position:
    """The means and covariances of all wagers, in cents, as the table pays them.

    Play is optimal for the base game without caps, among the bets that the Ante allows.
    """

    stakes: Mapping[str, Cents]
    means: Mapping[str, Fraction]
    covariances: Mapping[Pair, Fraction]
    gain: Fraction
    """What a strategy that also counts caps and bonus wagers would add to the mean, in cents."""
    binds: tuple[Binding, ...] = ()
    """The caps and ceilings that change these figures."""

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
        solution = self._solution_at(ante)
        require_early(self.house, bonuses)
        plain = late_wagers(self.house, solution.rules, ante, bonuses)
        payouts = SeatPayouts(self.house, solution.rules, plain, bonuses)
        late = payouts.capped_late() if payouts.late_bound else plain
        means, products = _counted(solution, late)
        early = {
            name: self._early(name, stake, Fraction(meter))
            for name, stake in bonuses.items()
            if name not in late
        }
        holdings = {name: wager.lines for name, wager in early.items() if wager.lines}
        joint = JointPayouts(payouts, holdings, solution, self.boards)
        counter = _Counter(self.boards, solution, early, late, means, products)
        if early:
            counter.add_early()
        bound = bool(holdings) and joint.bound
        if bound:
            joint.correct(means, products)
            for name, wager in early.items():
                if not wager.lines:
                    for holding in holdings:
                        change = joint.correct_product(holding, wager.mean)
                        products[_pair(holding, name)] += change
        gain = self._gain(payouts, joint if bound else None, solution, means)
        counter.add_dealer_lines()
        covariances = {
            (one, other): value - means[one] * means[other]
            for (one, other), value in products.items()
        }
        binds = payouts.bindings(joint.lines if holdings else ())
        return Position({BASE: ante, **bonuses}, means, covariances, gain, binds)

    def _solution_at(self, ante: Cents) -> Solution:
        """The solution of the game with the bets that an Ante allows."""
        rules = legal_game(self.house, ante)
        if rules in (self.solution.rules, game_rules(self.house)):
            return self.solution
        return solve(rules, boards=self.boards)

    def _gain(
        self,
        payouts: SeatPayouts,
        joint: JointPayouts | None,
        solution: Solution,
        means: Mapping[str, Fraction],
    ) -> Fraction:
        """What the best play adds: a wager that a fold loses changes it, and so does a cap.

        `joint` are the holding bonuses, if a cap binds them.
        """
        deciding = payouts.deciding
        if joint is None and not deciding.late_bound and len(deciding.late) == 1:
            return Fraction(0)
        tables = joint.tables if joint else {}
        best = JointPayouts(deciding, tables, solution, self.boards).best_mean()
        return best - sum((means[name] for name in (*deciding.late, *tables)), Fraction(0))

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


@dataclass(frozen=True)
class _Counter:
    """Adds the wagers that hole or flop decide to means and mean products."""

    boards: Boards
    solution: Solution
    early: Mapping[str, _EarlyWager]
    late: Mapping[str, LateWager]
    means: dict[str, Fraction]
    products: dict[Pair, Fraction]

    def add_early(self) -> None:
        """Add their means and products, without lines that depend on the dealer's cards."""
        early, means, products = self.early, self.means, self.products
        counts: Mapping[Cell, int] = {}
        for other, wager in self.late.items():
            played = self.solution if wager.play_decides else always_raising(self.solution)
            by_cell = wager_means(self.boards, played, wager.pays)
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

    def add_dealer_lines(self) -> None:
        """Add what the lines of holding bonuses that depend on the dealer's cards contribute."""
        for name, wager in self.early.items():
            for deal in known_deals(wager.lines):
                weight = wager.stake * deal.weight
                self.means[name] += weight
                outcomes = known_outcomes(deal, self.solution)
                boards = sum(outcome.count for outcome in outcomes)
                for other, one in self.late.items():
                    total = sum((one.net(end) * end.count for end in outcomes), Fraction(0))
                    self.products[_pair(name, other)] += weight * one.stake * total / boards
                for other, two in self.early.items():
                    if two.lines:
                        continue
                    flops = known_flops(deal)
                    total = sum(
                        (two.mean(0, category) * count for category, count in flops.items()),
                        Fraction(0),
                    )
                    self.products[_pair(name, other)] += weight * total / sum(flops.values())


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
