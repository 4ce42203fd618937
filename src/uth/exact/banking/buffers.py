"""Work arrays of the worst-deal search, and the order in which it takes holdings."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.worst_deal import MOST_LISTED


class Buffers:
    """Arrays that are allocated once for a number of seats and classes."""

    def __init__(self, seats: int, classes: int) -> None:
        self.sizes: Array = np.array([some.bit_count() for some in range(1 << seats)], np.int64)
        self.used: Array = np.zeros(52, np.int64)
        self.taken: Array = np.zeros(classes, np.int64)
        self.rooms: Array = np.zeros((3, classes), np.int64)
        self.best_by_seats: Array = np.zeros(1 << seats, np.int64)
        self._lists = np.zeros((6, MOST_LISTED), np.int64)
        self._degrees = np.zeros((2, 52), np.int64)
        self._levels = np.zeros((3, seats), np.int64)

    @property
    def for_bound(self) -> tuple[Array, ...]:
        """The work arrays of `upper_bound`."""
        return self.used, self.taken, self.rooms, self._lists, self._degrees, self.best_by_seats

    @property
    def for_search(self) -> tuple[Array, ...]:
        """The work arrays of `search_holdings`."""
        return (*self.for_bound, *self._levels)


def rarest_first(classes: Array, counts: Array) -> Array:
    """The order of holdings by class, those of the rarest class first."""
    rank = np.empty_like(counts)
    rank[np.argsort(counts, kind="stable")] = np.arange(len(counts))
    return np.argsort(rank[classes], kind="stable")


def class_spans(classes: Array, many: int) -> Array:
    """The start and end of each class in holdings that are ordered by class.

    The third column is for the start of the classes that equal the dealer's hand.
    """
    spans = np.zeros((many, 3), np.int64)
    spans[classes[::-1], 0] = np.arange(len(classes))[::-1]
    spans[classes, 1] = np.arange(1, len(classes) + 1)
    return spans
