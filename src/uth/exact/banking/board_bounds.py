"""How many seats can hold a category at once, on each kind of board.

Without wagers on the two cards alone, suits matter for flushes only. So 6,175 boards of ranks
without three of a suit and 36,608 with a flush suit stand for all 2,598,960.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.board_bounds import MOST
from uth.exact.kernels.counting import ALL, CATEGORIES
from uth.exact.kernels.layout import FLUSH_BOARDS, PAIRS, RANKS

if TYPE_CHECKING:
    from uth.exact.solver.boards import Array, Boards

KINDS = ALL
"""Cards inside the flush suit, then outside it, by rank."""


@dataclass(frozen=True)
class BoardBounds:
    """Real boards, one of each kind, and bounds on the disjoint holdings for each category.

    `most[board][0][category]` bounds those that make it, `most[board][1]` those that make it or
    better.
    """

    boards: Array
    most: Array

    @cached_property
    def kinds(self) -> tuple[Array, Array]:
        """Boards that allow the same crowds have one bound."""
        rows = np.ascontiguousarray(self.most.reshape(len(self.boards), -1).astype(np.int8))
        whole = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
        _, first, kind_of = np.unique(whole, return_index=True, return_inverse=True)
        return self.most[first], kind_of.ravel()

    @classmethod
    def everywhere(cls, boards: Boards) -> BoardBounds:
        """From the dealer holdings counted by category and card."""
        plain = np.flatnonzero(boards.rank_boards[:, 0] >= 0)
        real = np.concatenate((_plain_boards(boards)[plain], _flush_boards(boards)))
        counted = np.concatenate((boards.plain.by_category[plain], boards.flush.by_category))
        return cls(real, crowd_bounds(real, counted, len(plain)))

    @classmethod
    def free(cls, boards: Array) -> BoardBounds:
        """Some boards about which nothing is known."""
        return cls(boards, np.full((len(boards), 2, CATEGORIES), MOST, np.int64))


def _plain_boards(boards: Boards) -> Array:
    """Five ranks in suits of which none comes three times."""
    cards: Array = 4 * boards.rank_boards + np.arange(5) % 4
    return cards


def _flush_boards(boards: Boards) -> Array:
    """The flush suit is the first, cards outside it have the next two."""
    cards = np.zeros((FLUSH_BOARDS, 5), np.int64)
    pairs = [(a, b) for a in range(RANKS) for b in range(a + 1)]
    for size, first, *ranks in boards.suited_sets.tolist():
        inside = [4 * rank for rank in ranks[:size]]
        if size == 3:
            cards[first : first + PAIRS] = [[*inside, 4 * a + 1, 4 * b + 2] for a, b in pairs]
        elif size == 4:
            cards[first : first + RANKS] = [[*inside, 4 * a + 1] for a in range(RANKS)]
        else:
            cards[first] = inside
    return cards


def crowd_bounds(boards: Array, counted: Array, plain: int) -> Array:
    """Bounds from how many holdings there are and how many have each card.

    k cards touch at least (their holdings − pairs of them) of all E; each holding that they leave
    adds one at most to k disjoint ones.
    """
    free = np.zeros((len(boards), KINDS), np.int16)
    free[:plain, RANKS:], free[plain:, :RANKS], free[plain:, RANKS:] = 4, 1, 3
    rows = np.arange(len(boards))
    for place in range(5):
        rank, suit = boards[:, place] >> 2, boards[:, place] & 3
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
    found: Array = np.minimum(np.minimum(holdings, touched // 2), MOST)
    top = np.sort(degrees * 8 + free, axis=1)[:, : -MOST - 1 : -1].astype(np.int64)
    degree, many = top >> 3, top & 7
    before = np.cumsum(many, axis=1) - many
    for k in range(1, MOST):
        touching = (degree * np.clip(k - before, 0, many)).sum(axis=1)
        left = np.maximum(0, holdings - touching + k * (k - 1) // 2)
        found = np.minimum(found, k + left)
    return found
