"""Counts on every board: the part of a solution that does not depend on pay tables."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels import boards as kernels
from uth.exact.kernels.numbering import FLUSH_BOARDS, HOLDINGS, PAIRS, RANK_BOARDS
from uth.exact.kernels.strength import strength_tables
from uth.exact.kernels.wins_and_ties import CARDS, CATEGORIES
from uth.exact.progress import NO_PROGRESS, Progress, Report
from uth.exact.solver.threads import run_in_slices, run_on_threads, thread_count


@dataclass(frozen=True)
class Counts:
    """For each board and kind of holding: wins, ties, category; and dealers by category."""

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
    """The counts on 6,175 rank boards and 36,608 flush boards."""

    rank_counts: Counts
    flush_counts: Counts
    rank_board_of_flush: Array
    progress: Progress = NO_PROGRESS
    """Reports every pass over the boards: counting, deciding, tallying, each wager's mean."""


def count_boards(report: Report | None = None, passes: int = 1) -> Boards:
    """Count the wins and ties of every holding on every board.

    Progress is reported in boards, over as many passes as are to follow, this one included.
    """
    threads, progress = thread_count(), Progress(report, passes * FLUSH_BOARDS)
    top, straight, flush_table = strength_tables()
    rank_boards = kernels.rank_boards()
    group = np.zeros((RANK_BOARDS, PAIRS), np.uint8)
    category = np.zeros((RANK_BOARDS, PAIRS), np.int8)
    starts = np.zeros((RANK_BOARDS, CATEGORIES + 1), np.int64)
    rank_counts = Counts.make(RANK_BOARDS, PAIRS)
    flush_counts = Counts.make(FLUSH_BOARDS, HOLDINGS)
    sets = kernels.suited_sets()
    rank_board_of_flush = np.zeros(FLUSH_BOARDS, np.int64)

    def count_ranks(thread: int) -> None:
        kernels.group_strengths(
            thread, threads, rank_boards, top, straight, group, category, starts
        )
        kernels.count_rank_boards(
            thread, threads, rank_boards, group, category, starts, *rank_counts.arrays
        )

    def count_flushes(part: int, parts: int, thread: int) -> None:
        kernels.count_flush_boards(
            part, parts, sets, group, category, starts, flush_table, *flush_counts.arrays,
            rank_board_of_flush,
        )  # fmt: skip

    run_on_threads(threads, count_ranks)
    run_in_slices(threads, FLUSH_BOARDS, progress, count_flushes)
    return Boards(
        rank_counts=rank_counts,
        flush_counts=flush_counts,
        rank_board_of_flush=rank_board_of_flush,
        progress=progress,
    )
