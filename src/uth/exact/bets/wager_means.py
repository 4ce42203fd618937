"""The mean of any wager under decided play, by starting hand and by what the flop makes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from uth.core.hands import CATEGORIES, Category
from uth.exact.kernels import wager_means as kernels
from uth.exact.kernels.layout import (
    FLUSH_BOARDS,
    FLUSH_FLOPS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
)
from uth.exact.kernels.strength import rank_sets
from uth.exact.kernels.values import CHANNELS, DEALERS
from uth.exact.solver.passes import joined
from uth.exact.solver.starting_hands import STARTS
from uth.exact.solver.threads import in_slices, thread_count

if TYPE_CHECKING:
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.passes import Pays
    from uth.exact.solver.solution import Solution

RIVERS = 1081
DEALT = 1326 * 19600
"""Holdings and flops."""

Cell = tuple[int, Category]
"""A starting hand, and the category that it makes with the flop."""


@dataclass(frozen=True)
class WagerMeans:
    """A wager's mean in each cell, and how many of the 25,989,600 holes and flops a cell has."""

    counts: dict[Cell, int]
    sums: dict[Cell, Fraction]

    @property
    def mean(self) -> Fraction:
        return sum(self.sums.values(), Fraction(0)) / DEALT


def wager_means(boards: Boards, solution: Solution, pays: Pays) -> WagerMeans:
    """Value `pays` under the play of `solution`."""
    threads = thread_count()
    decided = solution.book.decided
    decides = decided.pays.vector
    plain = np.zeros((RANK_BOARDS, CHANNELS, PAIRS), np.int64)
    by_ranks = np.zeros((CHANNELS, RANK_FLOPS, PAIRS), np.int64)
    by_suit = np.zeros((threads, CHANNELS, FLUSH_FLOPS, HOLDINGS), np.int64)
    kernels.follow_ranks(
        boards.rank_boards, *boards.plain.arrays, decides, pays.vector, plain, by_ranks
    )
    in_slices(
        threads,
        FLUSH_BOARDS,
        boards.watch,
        lambda part, parts, thread: kernels.follow_flushes(
            part, parts, boards.suited_sets, boards.plain_of_flush, *boards.flush.arrays,
            decides, pays.vector, plain, boards.free_outside, boards.rank_classes,
            by_suit[thread],
        ),
    )  # fmt: skip
    made = kernels.flop_categories(decided.flops, decided.holes, rank_sets())
    raises = np.array([hand.best.multiple for hand in solution.hands], np.int64)
    shape = (STARTS, len(CATEGORIES))
    high, low, counts = (np.zeros(shape, np.int64) for _ in range(3))
    kernels.sum_flops(
        decided.flops, decided.holes, decided.gains, decided.bets, raises, decides, made,
        by_ranks, joined(by_suit), high, low, counts,
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
