"""Holding bonuses under a cap that they share with the wagers before them.

What a cap leaves for such a bonus depends on what the rest of the hand wins. The outcomes of the
starting hands on each pay line are counted, and the means and products corrected by what caps take.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import combinations

from uth.core.cards import DECK
from uth.core.hands import Category
from uth.exact.bets.dealer_lines import (
    BOTH_HOLDINGS,
    Hole,
    known_deals,
    known_outcomes,
    without_dealer,
)
from uth.exact.bets.seat_payouts import LARGEST_MEAN, Line, SeatPayouts
from uth.exact.bets.wager_means import HOLES_AND_FLOPS, wager_means
from uth.exact.solver.boards import Boards
from uth.exact.solver.outcomes import DEALS, Outcome
from uth.exact.solver.pays import outcome_pays
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import best_hands, endings_of
from uth.exact.solver.starting_hands import SIZES, starting_hand_index
from uth.rulebook.entries.pay_lines import PairLine

Lines = tuple[tuple[str, Fraction], ...]
"""A pay line as a key: each holding bonus and its net per unit."""
Pair = tuple[str, str]
HOLDINGS = 1326


@dataclass(frozen=True)
class JointPayouts:
    """The wagers of a seat with holding bonuses by these pay tables."""

    payouts: SeatPayouts
    tables: Mapping[str, tuple[PairLine, ...]]
    solution: Solution
    boards: Boards

    @cached_property
    def chances(self) -> dict[int, dict[Lines, Fraction]]:
        """The probability of each pay line by starting hand, without lines on the dealer's cards.

        Holdings of one starting hand differ in suits alone, which no outcome depends on.
        """
        counts: defaultdict[int, Counter[Lines]] = defaultdict(Counter)
        for holding in combinations(DECK, 2):
            counts[starting_hand_index(*holding)][self._line_of(holding)] += 1
        return {
            start: {pay_line: Fraction(count, lines.total()) for pay_line, count in lines.items()}
            for start, lines in counts.items()
        }

    @cached_property
    def lines(self) -> list[Line]:
        """All pay lines that can be, those on the dealer's cards too."""
        alone = {pay_line for lines in self.chances.values() for pay_line in lines}
        dealer = {
            tuple(
                (other, net + deal.extra if other == name else net)
                for other, net in self._line_of(deal.player)
            )
            for name, table in self.tables.items()
            for deal in known_deals(table)
        }
        return [dict(pay_line) for pay_line in sorted(alone | dealer)]

    def _line_of(self, holding: Hole) -> Lines:
        return tuple((name, without_dealer(table, holding)) for name, table in self.tables.items())

    @cached_property
    def bound(self) -> bool:
        """Whether a cap can take something from a holding bonus, or because of one."""
        return any(map(self.payouts.binds, self.lines))

    @cached_property
    def _binding(self) -> list[Lines]:
        lines = {pay_line for lines in self.chances.values() for pay_line in lines}
        return sorted(pay_line for pay_line in lines if self.payouts.binds(dict(pay_line)))

    def correct(self, means: dict[str, Fraction], products: dict[Pair, Fraction]) -> None:
        """Take from means and products what caps take from the seat because of its holding."""
        groups: defaultdict[tuple[tuple[Lines, Fraction], ...], set[int]] = defaultdict(set)
        for start, lines in self.chances.items():
            bound = tuple(
                (pay_line, lines[pay_line]) for pay_line in self._binding if pay_line in lines
            )
            if bound:
                groups[bound].add(start)
        for bound, starts in groups.items():
            endings = endings_of(self.solution, self.boards, frozenset(starts))
            for pay_line, chance in bound:
                self._add(endings, dict(pay_line), chance / DEALS, means, products)
        for weight, outcomes, alone, with_dealer in self._dealer_deals():
            self._add(outcomes, with_dealer, weight, means, products)
            self._add(outcomes, alone, -weight, means, products)

    def _dealer_deals(self) -> Iterator[tuple[Fraction, list[Outcome], Line, Line]]:
        """The deals of lines on the dealer's cards: a board's probability, outcomes, both lines."""
        for name, table in self.tables.items():
            for deal in known_deals(table):
                alone = dict(self._line_of(deal.player))
                pay_line = {**alone, name: alone[name] + deal.extra}
                if self.payouts.binds(pay_line) or self.payouts.binds(alone):
                    outcomes = known_outcomes(deal, self.solution)
                    boards = sum(outcome.count for outcome in outcomes)
                    yield Fraction(deal.count, BOTH_HOLDINGS * boards), outcomes, alone, pay_line

    def _add(
        self,
        outcomes: Iterable[Outcome],
        pay_line: Line,
        weight: Fraction,
        means: dict[str, Fraction],
        products: dict[Pair, Fraction],
    ) -> None:
        """Add what the caps change in some outcomes on one line."""
        for outcome in outcomes:
            plain = {
                **self.payouts.nets(outcome, {}),
                **{name: self.payouts.bonuses[name] * net for name, net in pay_line.items()},
            }
            capped = self.payouts.nets(outcome, pay_line)
            if capped == plain:
                continue
            times = weight * outcome.count
            for name, value in capped.items():
                means[name] += times * (value - plain[name])
            for one, other in products:
                if one in capped and other in capped:
                    product = capped[one] * capped[other] - plain[one] * plain[other]
                    products[one, other] += times * product

    def correct_product(self, name: str, prize: Callable[[int, Category], Fraction]) -> Fraction:
        """The change in the mean product of a holding bonus and a wager by five cards."""
        total = Fraction(0)
        for pay_line in self._binding:
            change = partial(self._change, name, dict(pay_line))
            pays = outcome_pays(self.solution.rules, change, LARGEST_MEAN)
            for (start, five), value in wager_means(self.boards, self.solution, pays).sums.items():
                total += self.chances[start].get(pay_line, Fraction(0)) * value * prize(start, five)
        return total / HOLES_AND_FLOPS

    def _change(self, name: str, pay_line: Line, outcome: Outcome) -> Fraction:
        """What caps change in a holding bonus in one outcome."""
        return (
            self.payouts.nets(outcome, pay_line)[name] - self.payouts.bonuses[name] * pay_line[name]
        )

    def best_mean(self) -> Fraction:
        """The mean of all these wagers under the play that is best for them together.

        The player knows their own pay line; lines on the dealer's cards are left out.
        """
        usual = self._best_values({})
        by_line = {pay_line: self._best_values(dict(pay_line)) for pay_line in self._binding}
        total = Fraction(0)
        for start, lines in self.chances.items():
            for pay_line, chance in lines.items():
                if pay_line in by_line:
                    value = by_line[pay_line][start]
                else:
                    value = usual[start] + sum(
                        self.payouts.bonuses[name] * net for name, net in pay_line
                    )
                total += SIZES[start] * chance * value
        return total / HOLDINGS

    def _best_values(self, pay_line: Line) -> list[Fraction]:
        """The value of each starting hand in cents under the best play on one line."""
        ante, rules = self.payouts.ante, self.solution.rules

        def net(outcome: Outcome) -> Fraction:
            return sum(self.payouts.nets(outcome, pay_line).values(), Fraction(0)) / ante

        return [hand.value * ante for hand in best_hands(self.boards, rules, net)]
