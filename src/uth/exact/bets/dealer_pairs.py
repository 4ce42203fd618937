"""Ultimate Pairs lines that also depend on the dealer's cards (LW-10), and the other wagers.

Such lines are rare, for example aces against aces. The other wagers are counted over every board
with both holdings given, because their means over all dealer holdings ignore the dealer's aces.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from uth.core.cards import DECK
from uth.core.hands import CATEGORIES, Category
from uth.core.ranking import rank_hand
from uth.core.refusal import Refusal
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.outcomes import Action, Outcome, Result
from uth.exact.solver.starting_hands import starting_hand_index

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uth.core.cards import Card
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import PairLine

    Hole = tuple[Card, ...]

BOTH_HOLDINGS = 1326 * 1225
LOST = Fraction(-1)


@dataclass(frozen=True)
class KnownDeal:
    """A class of player and dealer holdings up to suits that pays `extra` on Ultimate Pairs."""

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


def known_deals(table: tuple[PairLine, ...]) -> list[KnownDeal]:
    """The deals that lines with dealer cards pay, one for each class up to suits."""
    kinds: dict[tuple[tuple[int, ...], ...], KnownDeal] = {}
    for player, dealer, pay_line in _matches(table):
        extra = pay_line.pays.fraction - without_dealer(table, player)
        kind = _kind(player, dealer)
        count = kinds[kind].count if kind in kinds else 0
        kinds[kind] = KnownDeal(player, dealer, count + 1, extra)
    return list(kinds.values())


def _matches(table: tuple[PairLine, ...]) -> Iterator[tuple[Hole, Hole, PairLine]]:
    if all(pay_line.dealer is None for pay_line in table):
        return
    for player in combinations(DECK, 2):
        fitting = [
            pay_line
            for pay_line in table
            if any(pattern.fits(player) for pattern in pay_line.hands)
        ]
        if not fitting or fitting[0].dealer is None:
            continue
        rest = [card for card in DECK if card not in player]
        for dealer in combinations(rest, 2):
            pay_line = next(
                (pay_line for pay_line in fitting if pay_line.fits(player, dealer)), None
            )
            if pay_line is not None and pay_line.dealer is not None:
                yield player, dealer, pay_line


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
        raise Refusal(
            "position/dealer_line",
            "a line that depends on the dealer's cards can only be computed for hands that raise",
        )
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
