"""Ultimate Pairs lines that look at the dealer's cards too (LW-10), beside the other wagers.

Such a line is rare: aces against aces. What the other wagers come to there is counted over
every board, because a mean over all dealer holdings would not know of the dealer's aces.
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
from uth.exact.solver.starting_hands import start_of

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
    """Player and dealer holdings alike but for suits, which pay `extra` on Ultimate Pairs."""

    player: Hole
    dealer: Hole
    many: int
    extra: Fraction

    @property
    def weight(self) -> Fraction:
        """The chance of the deal × the extra."""
        return self.extra * self.many / BOTH_HOLDINGS


def without_dealer(table: tuple[PairLine, ...], holding: Hole) -> Fraction:
    """What the first line that looks at the player alone nets."""
    for line in table:
        if line.dealer is None and any(pattern.fits(holding) for pattern in line.hands):
            return line.pays.fraction
    return LOST


def known_deals(table: tuple[PairLine, ...]) -> list[KnownDeal]:
    """Every deal that a dealer line pays, one for each kind."""
    kinds: dict[tuple[tuple[int, ...], ...], KnownDeal] = {}
    for player, dealer, line in _matches(table):
        extra = line.pays.fraction - without_dealer(table, player)
        kind = _kind(player, dealer)
        many = kinds[kind].many if kind in kinds else 0
        kinds[kind] = KnownDeal(player, dealer, many + 1, extra)
    return list(kinds.values())


def _matches(table: tuple[PairLine, ...]) -> Iterator[tuple[Hole, Hole, PairLine]]:
    if all(line.dealer is None for line in table):
        return
    for player in combinations(DECK, 2):
        fitting = [line for line in table if any(pattern.fits(player) for pattern in line.hands)]
        if not fitting or fitting[0].dealer is None:
            continue
        rest = [card for card in DECK if card not in player]
        for dealer in combinations(rest, 2):
            line = next((line for line in fitting if line.fits(player, dealer)), None)
            if line is not None and line.dealer is not None:
                yield player, dealer, line


def _kind(player: Hole, dealer: Hole) -> tuple[tuple[int, ...], ...]:
    """The same for deals that differ by suits alone."""
    return min(
        tuple(
            tuple(sorted(card.index & ~3 | order[card.index & 3] for card in hole))
            for hole in (player, dealer)
        )
        for order in permutations(range(4))
    )


def known_outcomes(deal: KnownDeal, solution: Solution) -> list[Outcome]:
    """How a raise ends when both holdings are these, over every board."""
    action = solution.hands[start_of(*deal.player)].best
    if action is Action.CHECK:
        raise Refusal(
            "position/dealer_line",
            "a line that looks at the dealer's cards is worked out for hands that raise only",
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
    """What the player's cards make with every flop, when both holdings are these."""
    rest = [card for card in DECK if card not in deal.player + deal.dealer]
    return Counter(rank_hand((*deal.player, *flop)).category for flop in combinations(rest, 3))
