"""Room for the search of a worst deal, made once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.board_bounds import ENOUGH

if TYPE_CHECKING:
    from uth.exact.solver.boards import Array


class Buffers:
    """Arrays for so many seats and classes of holdings."""

    def __init__(self, seats: int, classes: int) -> None:
        self.sizes = np.array([some.bit_count() for some in range(1 << seats)], np.int64)
        self.used = np.zeros(52, np.int64)
        self.taken = np.zeros(classes, np.int64)
        self.rooms = np.zeros((3, classes), np.int64)
        self.found = np.zeros(1 << seats, np.int64)
        self._lists = np.zeros((6, ENOUGH), np.int64)
        self._degrees = np.zeros((2, 52), np.int64)
        self._levels = np.zeros((3, seats), np.int64)

    @property
    def of_bound(self) -> tuple[Array, ...]:
        return self.used, self.taken, self.rooms, self._lists, self._degrees, self.found

    @property
    def of_search(self) -> tuple[Array, ...]:
        return (*self.of_bound, *self._levels)


def class_spans(classes: Array, many: int) -> Array:
    """Where each class of holdings begins and ends, where holdings stand class by class.

    The third column is for where the dealer's own begin.
    """
    spans = np.zeros((many, 3), np.int64)
    spans[classes[::-1], 0] = np.arange(len(classes))[::-1]
    spans[classes, 1] = np.arange(1, len(classes) + 1)
    return spans
