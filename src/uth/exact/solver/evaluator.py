"""Batch evaluation of seven-card hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike

from uth.core.cards import DECK
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.kernels import evaluator as kernels
from uth.exact.kernels.strength import strength_tables

CARDS = 7


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
        """The index into `strengths` of each row of seven different card indices (uint8).

        A kernel checks no bounds, so that cards are in range is checked here; that none is twice
        only by `checked_sevens`.
        """
        _check_range(hands)
        out = np.empty(len(hands), np.uint16)
        kernels.evaluate_sevens(hands, self.numbers, self.offsets, self.table, self.flush, out)
        return out

    def evaluate(self, hands: Array) -> Array:
        """The strength of each row of seven card indices (uint8), numbered as in `uth.core`."""
        strengths: Array = self.strengths[self.strength_indices(hands)]
        return strengths


def checked_sevens(hands: ArrayLike) -> Array:
    """Rows of seven different card indices, as the evaluator takes them; others are refused."""
    try:
        rows = np.asarray(hands)
    except ValueError:  # rows of different lengths
        raise Refusal("hand/columns", shape=f"({len(hands)}, ?)") from None  # type: ignore[arg-type]
    if rows.shape == (0,):
        return np.empty((0, CARDS), np.uint8)
    if rows.dtype.kind not in "iu":
        raise Refusal("hand/numbers", kind=str(rows.dtype))
    _check_range(rows)
    sevens = np.ascontiguousarray(rows, np.uint8)
    seen = np.zeros(len(sevens), np.int64)
    for column in sevens.T:
        cards = np.int64(1) << column.astype(np.int64)
        twice = np.flatnonzero(seen & cards)
        if len(twice):
            row = int(twice[0])
            raise Refusal("card/twice", card=DECK[column[row]].text, where=f"[{row}]")
        seen |= cards
    return sevens


def _check_range(hands: Array) -> None:
    if hands.ndim != 2 or hands.shape[1] != CARDS:
        raise Refusal("hand/columns", shape=str(hands.shape))
    if hands.size and not (hands.min() >= 0 and hands.max() < len(DECK)):
        row, column = np.argwhere((hands < 0) | (hands >= len(DECK)))[0]
        number = int(hands[row, column])
        raise Refusal("card/number", number=number, last=len(DECK) - 1, where=f"[{row}]")


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
