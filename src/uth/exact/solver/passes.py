"""The two passes of the solver: forward from boards to flop decisions, backward to outcomes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels import flop_decisions, flop_sums, tally
from uth.exact.kernels.boards import rank_boards, suited_sets
from uth.exact.kernels.flop_sums import free_outside, rank_classes
from uth.exact.kernels.numbering import (
    FLUSH_BOARDS,
    FLUSH_FLOPS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANK_FLOPS,
)
from uth.exact.kernels.values import RESULTS
from uth.exact.kernels.wins_and_ties import CATEGORIES
from uth.exact.solver.boards import Boards
from uth.exact.solver.pays import ScaledPays
from uth.exact.solver.threads import run_in_slices, run_on_threads, thread_count


def sum_of_threads(parts: Array) -> Array:
    """Add the threads' sums into the first one's array."""
    whole: Array = parts[0]
    for part in parts[1:]:
        whole += part
    return whole


@dataclass(frozen=True)
class Decisions:
    """The result of the forward pass; all values are × 990 × scale.

    `totals[channel][start]` is the sum over the 2,118,760 boards of one holding. `gains` is what
    the best flop bet gains over checking, `bets` which bet that is (0: the largest).
    `taken[start]` is the sum of the positive gains of all holdings of a starting hand.
    """

    pays: ScaledPays
    rank_values: Array
    totals: list[list[int]]
    gains: Array
    bets: Array
    taken: list[int]


def start_totals(by_ranks: Array, by_suit: Array) -> list[list[int]]:
    """Totals by channel and starting hand: the total by ranks and what each of four suits adds."""
    totals = []
    for ranks, suits in zip(by_ranks.tolist(), by_suit.tolist(), strict=True):
        row = []
        for start in range(flop_decisions.STARTS):
            a, b = divmod(start, 13)
            high, low = max(a, b), min(a, b)
            k = high * (high + 1) // 2 + low
            if a > b:
                own = suits[PAIRS + 169 + high * (high - 1) // 2 + low] + suits[k]
            else:
                own = suits[PAIRS + a * 13 + b] + suits[PAIRS + b * 13 + a]
            row.append(ranks[k] + own + 2 * suits[k])
        totals.append(row)
    return totals


def decide(boards: Boards, pays: ScaledPays) -> Decisions:
    """The forward pass: from the value of every board to the decision on every flop."""
    threads = thread_count()
    rank_values = np.zeros((RANK_BOARDS, pays.channels, PAIRS), np.int64)
    rank_gains = np.zeros((pays.flop_bets, RANK_FLOPS, PAIRS), np.int64)
    rank_totals = np.zeros((pays.channels, PAIRS), np.int64)
    suit_gains = np.zeros((threads, pays.flop_bets, FLUSH_FLOPS, HOLDINGS), np.int64)
    suit_totals = np.zeros((threads, pays.channels, HOLDINGS), np.int64)

    def sum_flush_boards(part: int, parts: int, thread: int) -> None:
        flop_sums.sum_flush_boards(
            part, parts, suited_sets(), boards.rank_board_of_flush,
            boards.flush_counts.arrays, pays.arrays, rank_values, free_outside(),
            rank_classes(), suit_gains[thread], suit_totals[thread],
        )  # fmt: skip

    run_on_threads(
        threads,
        lambda thread: flop_sums.value_rank_boards(
            thread, threads, boards.rank_counts.arrays, pays.arrays, rank_values
        ),
    )
    flop_sums.sum_rank_boards(rank_boards(), pays.arrays, rank_values, rank_gains, rank_totals)
    run_in_slices(threads, FLUSH_BOARDS, boards.progress, sum_flush_boards)

    holes, flops = flop_decisions.holes(), flop_decisions.canonical_flops()
    by_suit = sum_of_threads(suit_gains)
    gains = np.empty((flop_decisions.FLOPS, flop_decisions.HOLES), np.int64)
    bets = np.zeros((flop_decisions.FLOPS, flop_decisions.HOLES), np.int8)
    high = np.zeros((threads, flop_decisions.STARTS), np.int64)
    low = np.zeros((threads, flop_decisions.STARTS), np.int64)
    run_on_threads(
        threads,
        lambda thread: flop_decisions.decide_flops(
            thread, threads, flops, holes, rank_gains, by_suit, gains, bets, high[thread],
            low[thread],
        ),
    )  # fmt: skip
    halves = zip(sum_of_threads(high).tolist(), sum_of_threads(low).tolist(), strict=True)
    return Decisions(
        pays=pays,
        rank_values=rank_values,
        totals=start_totals(rank_totals, sum_of_threads(suit_totals)),
        gains=gains,
        bets=bets,
        taken=[(upper << 32) + lower for upper, lower in halves],
    )


@dataclass(frozen=True)
class RiverTables:
    """River choices of a strategy by board and kind of holding: which bet, or -1 for a fold."""

    ranks: Array
    suits: Array


BEST_RIVERS = RiverTables(np.zeros((0, 0), np.int8), np.zeros((0, 0), np.int8))
"""No tables: the best choices are taken."""


def count_endings(
    boards: Boards,
    decisions: Decisions,
    raises: list[int],
    counted: frozenset[int] | None = None,
    rivers: RiverTables = BEST_RIVERS,
) -> Array:
    """The backward pass: a tally [choice][player's category][dealers by category, wins, ties].

    `raises` has the choice of each starting hand, -1 for a check. Only the starting hands in
    `counted` are counted, or all if it is None.
    """
    threads = thread_count()
    holes, flops = flop_decisions.holes(), flop_decisions.canonical_flops()
    raised, flop_from = np.array(raises, np.int64), max(raises) + 1
    early = flop_from + decisions.pays.flop_bets
    actions = early + decisions.pays.river_bets + 1
    checked = -1
    if counted is not None:
        checked = early
        raised[[start for start in range(len(raises)) if start not in counted]] = tally.LEFT_OUT
    by_ranks = np.zeros((threads, max(early, checked + 1), RANK_FLOPS, PAIRS), np.int64)
    by_suit = np.zeros((threads, FLUSH_FLOPS, max(early, checked + 1), HOLDINGS), np.int32)
    flushed = np.zeros((threads, RANK_BOARDS, early + 1, PAIRS), np.int32)
    counts = np.zeros((threads, actions, CATEGORIES, RESULTS), np.int64)
    run_on_threads(
        threads,
        lambda thread: tally.count_choices(
            thread, threads, flops, holes, decisions.gains, decisions.bets,
            raised, flop_from, checked, by_ranks[thread], by_suit[thread],
        ),
    )  # fmt: skip
    choices, free = sum_of_threads(by_suit), free_outside().astype(np.int32)
    run_in_slices(
        threads,
        FLUSH_BOARDS,
        boards.progress,
        lambda part, parts, thread: tally.tally_flush_boards(
            part, parts, suited_sets(), boards.rank_board_of_flush,
            boards.flush_counts.arrays, decisions.pays.arrays, free, rank_classes(), choices,
            rivers.suits, flushed[thread], counts[thread],
        ),
    )  # fmt: skip
    tally.tally_rank_boards(
        rank_boards(), boards.rank_counts.arrays, decisions.pays.arrays,
        decisions.rank_values, sum_of_threads(by_ranks), sum_of_threads(flushed), rivers.ranks,
        counts[0],
    )  # fmt: skip
    return sum_of_threads(counts)
