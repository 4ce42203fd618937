"""Every board counted once: the part of a solution that no pay table changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from uth.exact.kernels import boards as kernels
from uth.exact.kernels.counting import CARDS, CATEGORIES
from uth.exact.kernels.flops import free_outside, rank_classes
from uth.exact.kernels.layout import FLUSH_BOARDS, HOLDINGS, PAIRS, RANK_BOARDS
from uth.exact.kernels.strength import rank_sets
from uth.exact.solver.threads import UNWATCHED, Progress, in_slices, on_all, thread_count

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]


@dataclass(frozen=True)
class Counts:
    """For each board and kind of holding: wins, ties, the player's category, the dealers'."""

    wins: Array
    ties: Array
    category: Array
    by_category: Array

    @classmethod
    def make(cls, boards: int, holdings: int) -> Counts:
        return cls(
            np.zeros((boards, holdings), np.int16),
            np.zeros((boards, holdings), np.int16),
            np.zeros((boards, holdings), np.int8),
            np.zeros((boards, CATEGORIES, CARDS), np.int16),
        )

    @property
    def arrays(self) -> tuple[Array, Array, Array, Array]:
        return self.wins, self.ties, self.category, self.by_category


@dataclass(frozen=True)
class Boards:
    """6,175 boards of ranks and 36,608 with a flush suit, counted."""

    rank_boards: Array
    plain: Counts
    suited_sets: Array
    flush: Counts
    plain_of_flush: Array
    free_outside: Array
    rank_classes: Array
    watch: Progress = UNWATCHED
    """Who waits while they are gone through: once to count, to decide, to see how play ends."""


def count_boards(threads: int | None = None, watch: Progress = UNWATCHED) -> Boards:
    """Rank every holding on every board, and count what it beats and ties."""
    threads = threads or thread_count()
    top, straight, flush_table = rank_sets()
    rank_boards = kernels.rank_boards()
    group = np.zeros((RANK_BOARDS, PAIRS), np.uint8)
    category = np.zeros((RANK_BOARDS, PAIRS), np.int8)
    starts = np.zeros((RANK_BOARDS, CATEGORIES + 1), np.int64)
    plain, flush = Counts.make(RANK_BOARDS, PAIRS), Counts.make(FLUSH_BOARDS, HOLDINGS)
    sets = kernels.suited_sets()
    plain_of_flush = np.zeros(FLUSH_BOARDS, np.int64)

    def ranks(thread: int) -> None:
        kernels.group_strengths(
            thread, threads, rank_boards, top, straight, group, category, starts
        )
        kernels.count_rank_boards(
            thread, threads, rank_boards, group, category, starts, *plain.arrays
        )

    def flushes(part: int, parts: int, thread: int) -> None:
        kernels.count_flush_boards(
            part, parts, sets, group, category, starts, flush_table, *flush.arrays,
            plain_of_flush,
        )  # fmt: skip

    on_all(threads, ranks)
    in_slices(threads, FLUSH_BOARDS, watch, flushes)
    return Boards(
        rank_boards, plain, sets, flush, plain_of_flush, free_outside(), rank_classes(), watch
    )
