"""Wagers by holding: lines that also depend on the dealer's cards (LW-10), and other wagers.

Such lines are rare, for example aces against aces. The other wagers are counted over every board
with both holdings given, because their means over all dealer holdings ignore the dealer's aces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np

from uth.core.cards import DECK, Card
from uth.core.hands import CATEGORIES, Category, rank_hand
from uth.core.refusal import Refusal
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.outcomes import LOST, Action, Outcome, Result
from uth.exact.solver.solution import Solution
from uth.exact.solver.starting_hands import starting_hand_index
from uth.rulebook.entries.pay_lines import PairLine

Hole = tuple[Card, ...]

BOTH_HOLDINGS = 1326 * 1225


@dataclass(frozen=True)
class KnownDeal:
    """A class of player and dealer holdings up to suits that pays `extra` per unit."""

    player: Hole
    dealer: Hole
    count: int
    extra: Fraction

    @property
    def weight(self) -> Fraction:
        """The probability of these holdings × the extra pay."""
        return self.extra * self.count / BOTH_HOLDINGS


def without_dealer(table: tuple[PairLine, ...], holding: Hole) -> Fraction:
    """The net of the first matching line that depends on the player's cards alone."""
    for pay_line in table:
        if pay_line.dealer is None and any(pattern.fits(holding) for pattern in pay_line.hands):
            return pay_line.pays.fraction
    return LOST


def dealer_extras(table: tuple[PairLine, ...]) -> Iterator[tuple[Hole, Hole, Fraction]]:
    """The deals that lines with dealer cards pay, and what they pay beyond the other lines."""
    for player in combinations(DECK, 2):
        fitting = [
            pay_line
            for pay_line in table
            if any(pattern.fits(player) for pattern in pay_line.hands)
        ]
        if not fitting or fitting[0].dealer is None:
            continue
        alone = without_dealer(table, player)
        rest = [card for card in DECK if card not in player]
        for dealer in combinations(rest, 2):
            pay_line = next((row for row in fitting if row.fits(player, dealer)), None)
            if pay_line is not None and pay_line.dealer is not None:
                yield player, dealer, pay_line.pays.fraction - alone


def known_deals(table: tuple[PairLine, ...]) -> list[KnownDeal]:
    """The same deals, one for each class up to suits that pays alike."""
    classes: dict[object, KnownDeal] = {}
    for player, dealer, extra in dealer_extras(table):
        key = _kind(player, dealer), extra
        count = classes[key].count if key in classes else 0
        classes[key] = KnownDeal(player, dealer, count + 1, extra)
    return list(classes.values())


def mean_product(one: tuple[PairLine, ...], other: tuple[PairLine, ...]) -> Fraction:
    """The mean product of one unit on each of two wagers by holding."""
    extras = [
        {(player, dealer): extra for player, dealer, extra in dealer_extras(table)}
        for table in (one, other)
    ]
    total = sum(
        without_dealer(one, hole) * without_dealer(other, hole) for hole in combinations(DECK, 2)
    ) * Fraction(BOTH_HOLDINGS, 1326)
    for (player, dealer), extra in extras[0].items():
        rest = extras[1].get((player, dealer), Fraction(0))
        total += extra * (without_dealer(other, player) + rest)
    for (player, _), extra in extras[1].items():
        total += without_dealer(one, player) * extra
    return total / BOTH_HOLDINGS


def _kind(player: Hole, dealer: Hole) -> tuple[tuple[int, ...], ...]:
    """A key that is equal for deals that differ only in suits."""
    return min(
        tuple(
            tuple(sorted(card.index & ~3 | order[card.index & 3] for card in hole))
            for hole in (player, dealer)
        )
        for order in permutations(range(4))
    )


def known_outcomes(deal: KnownDeal, solution: Solution) -> list[Outcome]:
    """The outcomes over every board with these holdings, if the player raises before the flop."""
    action = solution.hands[starting_hand_index(*deal.player)].best
    if action is Action.CHECK:
        raise Refusal("position/dealer_line")
    rest = [card.index for card in DECK if card not in deal.player + deal.dealer]
    boards = np.fromiter(
        (card for board in combinations(rest, 5) for card in board), np.uint8
    ).reshape(-1, 5)
    mine, theirs = (
        evaluator().evaluate(
            np.hstack((boards, np.full((len(boards), 2), [card.index for card in hole], np.uint8)))
        )
        for hole in (deal.player, deal.dealer)
    )
    packed = (mine >> 20) * 30 + (theirs >> 20) * 3 + np.sign(mine - theirs) + 1
    results = (Result.LOSS, Result.TIE, Result.WIN)
    return [
        Outcome(
            action, CATEGORIES[end // 30], CATEGORIES[end // 3 % 10], results[end % 3], int(count)
        )
        for end, count in enumerate(np.bincount(packed))
        if count
    ]


def known_flops(deal: KnownDeal) -> Counter[Category]:
    """The player's five-card categories over every flop with these holdings."""
    rest = [card for card in DECK if card not in deal.player + deal.dealer]
    return Counter(rank_hand((*deal.player, *flop)).category for flop in combinations(rest, 3))
