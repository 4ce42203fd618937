"""Batch evaluation of seven-card hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels import evaluator as kernels
from uth.exact.kernels.strength import strength_tables


@dataclass(frozen=True)
class Evaluator:
    """The lookup tables of the batch evaluator."""

    numbers: Array
    offsets: Array
    table: Array
    flush: Array
    strengths: Array
    """The strengths that seven cards can have, ascending and numbered as in `uth.core`: 4,824."""
    category: Array

    def strength_indices(self, hands: Array) -> Array:
        """The index into `strengths` of each row of seven card indices (uint8)."""
        out = np.empty(len(hands), np.uint16)
        kernels.evaluate_sevens(hands, self.numbers, self.offsets, self.table, self.flush, out)
        return out

    def evaluate(self, hands: Array) -> Array:
        """The strength of each row of seven card indices (uint8), numbered as in `uth.core`."""
        strengths: Array = self.strengths[self.strength_indices(hands)]
        return strengths


@cache
def evaluator() -> Evaluator:
    """The evaluator, built once per process in a few hundredths of a second."""
    rank_sums = np.array(kernels.RANK_SUMS, np.int64)
    sums, sum_strengths = kernels.rank_sum_strengths(rank_sums)
    _, _, flush = strength_tables()
    strengths = np.unique(np.concatenate((sum_strengths, flush[flush > 0])))
    positions = np.zeros(len(sums), np.int64)
    offsets = np.zeros(kernels.ROWS, np.int32)
    taken = np.zeros(len(sums) * 8, np.bool_)
    length = kernels.pack_rows(sums, positions, offsets, taken)
    table = np.zeros(length, np.uint16)
    table[positions] = np.searchsorted(strengths, sum_strengths)
    return Evaluator(
        numbers=kernels.card_numbers(),
        offsets=offsets,
        table=table,
        flush=np.searchsorted(strengths, flush).astype(np.uint16),
        strengths=strengths,
        category=(strengths >> 20).astype(np.int64),
    )
