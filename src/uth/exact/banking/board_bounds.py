"""Bounds on how many seats can hold a category at once, on each kind of board.

Without holding bonuses, suits matter only for flushes. So 6,175 rank boards and 36,608 flush boards
represent all 2,598,960.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.boards import rank_boards, suited_sets
from uth.exact.kernels.numbering import FLUSH_BOARDS, PAIRS, RANKS
from uth.exact.kernels.wins_and_ties import ALL, CATEGORIES
from uth.exact.kernels.worst_deal import MOST_DISJOINT
from uth.exact.solver.boards import Boards

KINDS = ALL
"""Cards inside the flush suit, then outside it, by rank."""


@dataclass(frozen=True)
class BoardBounds:
    """One real board of each kind, and bounds on the disjoint holdings by category.

    `most[board][0][category]` bounds the holdings that make the category, `most[board][1]` those
    that make it or better.
    """

    boards: Array
    most: Array

    @cached_property
    def kinds(self) -> tuple[Array, Array]:
        """The distinct bounds, and which of them each board has."""
        rows = np.ascontiguousarray(self.most.reshape(len(self.boards), -1).astype(np.int8))
        whole = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
        _, first, kind_of = np.unique(whole, return_index=True, return_inverse=True)
        return self.most[first], kind_of.ravel()

    @classmethod
    def everywhere(cls, boards: Boards) -> BoardBounds:
        """The bounds on all boards, from the dealer holdings by category and card."""
        plain = np.flatnonzero(rank_boards()[:, 0] >= 0)
        real = np.concatenate((_plain_boards()[plain], _flush_boards()))
        counted = np.concatenate(
            (boards.rank_counts.by_category[plain], boards.flush_counts.by_category)
        )
        return cls(real, disjoint_bounds(real, counted, len(plain)))

    @classmethod
    def free(cls, boards: Array) -> BoardBounds:
        """Given boards without any bounds."""
        return cls(boards, np.full((len(boards), 2, CATEGORIES), MOST_DISJOINT, np.int64))


def _plain_boards() -> Array:
    """Rank boards as cards, with no suit three times."""
    cards: Array = 4 * rank_boards() + np.arange(5) % 4
    return cards


def _flush_boards() -> Array:
    """Flush boards as cards; the flush suit is the first, other cards have the next two."""
    cards = np.zeros((FLUSH_BOARDS, 5), np.int64)
    pairs = [(a, b) for a in range(RANKS) for b in range(a + 1)]
    for size, first, *ranks in suited_sets().tolist():
        inside = [4 * rank for rank in ranks[:size]]
        if size == 3:
            cards[first : first + PAIRS] = [[*inside, 4 * a + 1, 4 * b + 2] for a, b in pairs]
        elif size == 4:
            cards[first : first + RANKS] = [[*inside, 4 * a + 1] for a in range(RANKS)]
        else:
            cards[first] = inside
    return cards


def disjoint_bounds(boards: Array, counted: Array, plain: int) -> Array:
    """Bounds on disjoint holdings, from the number of holdings in total and with each card.

    k cards block at least (their holdings − pairs of the k cards) of all E holdings. Each holding
    that they do not block adds at most one to k disjoint ones.
    """
    free = np.zeros((len(boards), KINDS), np.int16)
    free[:plain, RANKS:], free[plain:, :RANKS], free[plain:, RANKS:] = 4, 1, 3
    rows = np.arange(len(boards))
    for column in range(5):
        rank, suit = boards[:, column] >> 2, boards[:, column] & 3
        outside = (rows < plain) | (suit > 0)
        free[rows, rank + RANKS * outside] -= 1
    most = np.zeros((len(boards), 2, CATEGORIES), np.int64)
    better = np.zeros((len(boards), counted.shape[2]), np.int16)
    for category in reversed(range(CATEGORIES)):
        better += counted[:, category]
        most[:, 0, category] = _disjoint(counted[:, category], free)
        most[:, 1, category] = _disjoint(better, free)
    return most


def _disjoint(counted: Array, free: Array) -> Array:
    holdings = counted[:, ALL].astype(np.int64)
    degrees = np.where(free > 0, counted[:, :KINDS], 0)
    touched = np.where(degrees > 0, free, 0).sum(axis=1)
    bounds: Array = np.minimum(np.minimum(holdings, touched // 2), MOST_DISJOINT)
    top = np.sort(degrees * 8 + free, axis=1)[:, : -MOST_DISJOINT - 1 : -1].astype(np.int64)
    degree, many = top >> 3, top & 7
    before = np.cumsum(many, axis=1) - many
    for k in range(1, MOST_DISJOINT):
        touching = (degree * np.clip(k - before, 0, many)).sum(axis=1)
        left = np.maximum(0, holdings - touching + k * (k - 1) // 2)
        bounds = np.minimum(bounds, k + left)
    return bounds
