"""Batch evaluation of seven-card hands, for simulations and for counting."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from uth.core.hands import CATEGORIES, Category
from uth.exact.kernels import evaluator as kernels
from uth.exact.kernels.strength import rank_sets
from uth.exact.solver.threads import on_all, thread_count

if TYPE_CHECKING:
    from uth.exact.solver.boards import Array


@dataclass(frozen=True)
class Evaluator:
    """The tables of the batch evaluator."""

    numbers: Array
    offsets: Array
    table: Array
    flush: Array
    strengths: Array
    """`core`'s strength of each of the 4,824 places."""
    category: Array

    def places(self, hands: Array) -> Array:
        """Rows of seven card indices (uint8) to places among all strengths, 0 the lowest."""
        out = np.empty(len(hands), np.uint16)
        kernels.evaluate_sevens(hands, self.numbers, self.offsets, self.table, self.flush, out)
        return out

    def evaluate(self, hands: Array) -> Array:
        """Rows of seven card indices (uint8) to strengths as `core` has them."""
        strengths: Array = self.strengths[self.places(hands)]
        return strengths

    def count_all(self) -> dict[Category, int]:
        """All 133,784,560 seven-card hands by category, each looked at."""
        threads = thread_count()
        counts = np.zeros((threads, len(CATEGORIES)), np.int64)
        on_all(
            threads,
            lambda thread: kernels.count_categories(
                51 - thread, threads, self.numbers, self.offsets, self.table, self.flush,
                self.category, counts[thread],
            ),
        )  # fmt: skip
        return dict(zip(CATEGORIES, counts.sum(axis=0).tolist(), strict=True))


@cache
def evaluator() -> Evaluator:
    """Made once a process, in a few hundredths of a second."""
    rank_sums = np.array(kernels.RANK_SUMS, np.int64)
    sums, made = kernels.sevens(rank_sums)
    _, _, flush = rank_sets()
    strengths = np.unique(np.concatenate((made, flush[flush > 0])))
    places = np.zeros(len(sums), np.int64)
    offsets = np.zeros(kernels.ROWS, np.int32)
    room = np.zeros(len(sums) * 8, np.bool_)
    length = kernels.overlap(sums, places, offsets, room)
    table = np.zeros(length, np.uint16)
    table[places] = np.searchsorted(strengths, made)
    return Evaluator(
        kernels.card_numbers(),
        offsets,
        table,
        np.searchsorted(strengths, flush).astype(np.uint16),
        strengths,
        (strengths >> 20).astype(np.int64),
    )
