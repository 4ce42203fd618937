"""The mean of any wager under a given strategy, by starting hand and five-card category."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from uth.core.hands import CATEGORIES, Category
from uth.exact.kernels import wager_means as kernels
from uth.exact.kernels.boards import rank_boards, suited_sets
from uth.exact.kernels.flop_decisions import STARTS, canonical_flops, holes
from uth.exact.kernels.flop_sums import free_outside, rank_classes
from uth.exact.kernels.numbering import (
    FLUSH_BOARDS,
    FLUSH_FLOPS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
)
from uth.exact.kernels.strength import strength_tables
from uth.exact.kernels.values import DEALERS
from uth.exact.solver.boards import Boards
from uth.exact.solver.outcomes import bet
from uth.exact.solver.passes import sum_of_threads
from uth.exact.solver.pays import ScaledPays
from uth.exact.solver.solution import Solution
from uth.exact.solver.strategy import StartingHand
from uth.exact.solver.threads import run_in_slices, thread_count

RIVERS = 1081
HOLES_AND_FLOPS = 1326 * 19600
"""The number of holdings × flops."""

Cell = tuple[int, Category]
"""A starting hand, and the five-card category of hole and flop."""


@dataclass(frozen=True)
class WagerMeans:
    """A wager's sum in each cell, and how many of the 25,989,600 holes and flops each cell has."""

    counts: dict[Cell, int]
    sums: dict[Cell, Fraction]

    @property
    def mean(self) -> Fraction:
        return sum(self.sums.values(), Fraction(0)) / HOLES_AND_FLOPS


def always_raising(solution: Solution) -> Solution:
    """The same with a raise of every hand: the means of a wager that no decision changes."""
    hands = (
        StartingHand({bet(1): Fraction(0)}, hand.name, hand.holdings) for hand in solution.hands
    )
    return replace(solution, hands=tuple(hands))


def wager_means(boards: Boards, solution: Solution, pays: ScaledPays) -> WagerMeans:
    """The means of a wager with these pays under the strategy of a solution."""
    threads = thread_count()
    decisions = solution.strategy.decisions
    deciding = decisions.pays
    rank_values = np.zeros((RANK_BOARDS, pays.channels, PAIRS), np.int64)
    by_ranks = np.zeros((pays.channels, RANK_FLOPS, PAIRS), np.int64)
    by_suit = np.zeros((threads, pays.channels, FLUSH_FLOPS, HOLDINGS), np.int64)
    kernels.wager_rank_boards(
        rank_boards(), boards.rank_counts.arrays, deciding.arrays, pays.arrays, rank_values,
        by_ranks,
    )  # fmt: skip
    run_in_slices(
        threads,
        FLUSH_BOARDS,
        boards.progress,
        lambda part, parts, thread: kernels.wager_flush_boards(
            part, parts, suited_sets(), boards.rank_board_of_flush,
            boards.flush_counts.arrays, deciding.arrays, pays.arrays, rank_values,
            free_outside(), rank_classes(), by_suit[thread],
        ),
    )  # fmt: skip
    raises = np.array([hand.best.multiple for hand in solution.hands], np.int64)
    shape = (STARTS, len(CATEGORIES))
    high, low, counts = (np.zeros(shape, np.int64) for _ in range(3))
    kernels.wager_totals(
        canonical_flops(), holes(), decisions.gains, decisions.bets, raises, deciding.flop,
        pays.weights, strength_tables(), by_ranks, sum_of_threads(by_suit), high, low, counts,
    )  # fmt: skip
    unit = RIVERS * DEALERS * pays.scale
    cells = {
        (start, category): (start, category.value)
        for start in range(STARTS)
        for category in CATEGORIES
        if counts[start, category.value]
    }
    return WagerMeans(
        {cell: int(counts[at]) for cell, at in cells.items()},
        {cell: Fraction((int(high[at]) << 32) + int(low[at]), unit) for cell, at in cells.items()},
    )
