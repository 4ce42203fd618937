"""Sums over boards to flops, as one suit or the ranks alone see the cards that are known.

`known` are the dealer's known cards and `later` the known later cards, as kinds: ranks from 0 for
the rank boards; ranks inside the suit from 0 and outside it from 13 for the flush boards. Rank
boards add the value without flushes to rank flops; flush boards add the difference of the suit.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.exposure.board_strengths import KINDS
from uth.exact.kernels.exposure.known_dealers import (
    CHANNELS,
    RIVER,
    board_rows,
    new_counts,
)
from uth.exact.kernels.exposure.later_cards import (
    NOBODY,
    times_drawn,
    unknown_later,
    without_later,
)
from uth.exact.kernels.numbering import (
    BOTH_SUITED,
    FLOP_FROM_1,
    FLOP_FROM_2,
    HOLDINGS,
    PAIRS,
    RANKS,
    rank_flop,
    rank_pair,
    three_ranks,
    two_ranks,
)
from uth.exact.kernels.wins_and_ties import OUTSIDE

MOST_CHOICES = 10
DRAWN = 32
"""More than the kinds of card."""


@inlined
def cards_left(full: Array, board: Array, known: Array, out: Array) -> bool:
    """How many cards of each kind board and known cards leave; whether there are enough."""
    out[:] = full
    for i in range(len(board)):
        out[board[i]] -= 1
    for i in range(len(known)):
        out[known[i]] -= 1
    least = 0
    for kind in range(len(out)):
        least = min(least, out[kind])
    return least == 0


@inlined
def times_of(kinds: Array, kind: int) -> int:
    """How often a kind is among some."""
    count = 0
    for i in range(len(kinds)):
        count += kinds[i] == kind
    return count


@inlined
def drawn_kinds(rest: Array, choice: Array, first: int) -> int:
    """A number for the kinds of the later cards that have several cards; 0 if there is none."""
    one = choice[0] != NOBODY and rest[choice[0]] >= first
    two = choice[1] != NOBODY and rest[choice[1]] >= first
    low = rest[choice[0]] - first + 1 if one else 0
    high = rest[choice[1]] - first + 1 if two else 0
    return low * DRAWN + high


@inlined
def draw_ways(
    rest: Array, count: int, drawn: int, gone: Array, free: Array, first: int, ways: Array
) -> None:
    """The ways to draw later cards of the `drawn_kinds`, for every holding.

    Kinds below `first` have a single card. `gone[kind]` counts the known cards; the flop's cards
    of the same kind are gone, too.
    """
    low, high = drawn // DRAWN, drawn % DRAWN
    ways[:] = 1
    if low:
        kind, many = low - 1 + first, 1 + (low == high)
        used = times_of(rest[:count], kind) - many + gone[kind]
        times_drawn(free[kind - first], used, many, ways)
    if high and high != low:
        kind = high - 1 + first
        used = times_of(rest[:count], kind) - 1 + gone[kind]
        times_drawn(free[kind - first], used, 1, ways)


@inlined
def board_ways(rest: Array, count: int, gone: Array, free: Array, first: int, ways: Array) -> None:
    """The ways to draw all unknown cards of the board."""
    ways[:] = 1
    for at in range(count):
        kind = rest[at]
        if kind < first or (at and rest[at - 1] == kind):
            continue
        times_drawn(free[kind - first], gone[kind], times_of(rest[:count], kind), ways)


@inlined
def add_rows(
    rows: Array, channels: int, first: int, ways: Array, weighted: bool, out: Array
) -> None:
    """Add the first channels of the rows to a flop's sums, from holding `first` on."""
    times = ways[first:]
    for channel in range(channels):
        row, sums = rows[channel, first:], out[channel, first:]
        if weighted:
            for h in range(len(sums)):
                sums[h] += row[h] * times[h]
        else:
            for h in range(len(sums)):
                sums[h] += row[h]


@inlined
def add_totals(rows: Array, ways: Array, first: int, totals: Array) -> None:
    """Add the last two channels, which no flop decision needs, to the totals."""
    times = ways[first:]
    for channel in range(RIVER, CHANNELS):
        row, sums = rows[channel, first:], totals[channel, first:]
        for h in range(len(sums)):
            sums[h] += np.int64(row[h]) * times[h]


@inlined
def gone_kinds(known: Array, later: Array, kinds: int) -> Array:
    """How many cards of each kind are known."""
    gone = np.zeros(kinds, np.int64)
    for i in range(len(known)):
        gone[known[i]] += 1
    for i in range(len(later)):
        gone[later[i]] += 1
    return gone


@kernel
def sum_rank_view(
    boards: Array,
    strengths: Array,
    cards: Array,
    pairs: Array,
    full: Array,
    free: Array,
    known: Array,
    late: int,
    later: Array,
    terms: Array,
    values: Array,
    sums: Array,
    totals: Array,
) -> None:
    """Add all rank boards to rank flops and totals, and note their values for `sum_flush_view`."""
    counts, left = new_counts(PAIRS), np.zeros(RANKS, np.int64)
    rows, known_rows = np.zeros_like(values[0]), np.zeros_like(values[0])
    ways = np.ones(PAIRS, values.dtype)
    rest, choices = np.zeros(5, np.int64), np.zeros((MOST_CHOICES, 2), np.int64)
    flop, gone = np.zeros(3, np.int64), gone_kinds(known, later, RANKS)
    for i in range(len(boards)):
        if boards[i, 0] < 0 or not cards_left(full, boards[i], known, left):
            continue
        board_rows(
            known, late, strengths[i], cards, pairs, left, terms, 0, counts, known_rows, rows
        )
        values[i] = rows
        count = without_later(boards[i], later, rest)
        if count < 0:
            continue
        board_ways(rest, count, gone, free, 0, ways)
        add_totals(rows, ways, 0, totals)
        for choice in choices[: unknown_later(rest, count, choices)]:
            drawn = drawn_kinds(rest, choice, 0)
            if drawn:
                draw_ways(rest, count, drawn, gone, free, 0, ways)
            at = 0
            for j in range(count):
                if j != choice[0] and j != choice[1]:
                    flop[at] = rest[j]
                    at += 1
            add_rows(
                rows, sums.shape[1], 0, ways, drawn > 0, sums[rank_flop(flop[0], flop[1], flop[2])]
            )


@inlined
def flush_flop(rest: Array, count: int, choice: Array) -> int:
    """The flop, as seen from the suit, that unknown later cards leave."""
    a = b = c = -1
    suited = 0
    for j in range(count):
        if j != choice[0] and j != choice[1]:
            a, b, c = b, c, rest[j]
            suited += c < OUTSIDE
    if suited == 3:
        return three_ranks(a, b, c)
    if suited == 2:
        return FLOP_FROM_2 + two_ranks(a, b) * RANKS + c - OUTSIDE
    return FLOP_FROM_1 + a * PAIRS + rank_pair(b - OUTSIDE, c - OUTSIDE)


@inlined
def subtract_rows(plain: Array, strengths: Array, classes: Array, first: int, rows: Array) -> None:
    """Subtract the values without flushes; a holding that cannot exist stays zero."""
    mine, kinds = strengths[first:], classes[first:]
    for channel in range(CHANNELS):
        row, by_ranks = rows[channel, first:], plain[channel]
        for h in range(len(mine)):
            if mine[h] >= 0:
                row[h] -= by_ranks[kinds[h]]


@kernel
def sum_flush_view(
    sets: Array,
    rank_board_of: Array,
    strengths: Array,
    cards: Array,
    pairs: Array,
    classes: Array,
    full: Array,
    free: Array,
    known: Array,
    late: int,
    later: Array,
    terms: Array,
    values: Array,
    sums: Array,
    totals: Array,
) -> None:
    """Add to flops and totals how flush boards differ from the same ranks without a flush."""
    counts, left = new_counts(HOLDINGS), np.zeros(KINDS, np.int64)
    rows = np.zeros((CHANNELS, HOLDINGS), values.dtype)
    known_rows, ways = np.zeros_like(rows), np.ones(HOLDINGS, values.dtype)
    rest, choices = np.zeros(5, np.int64), np.zeros((MOST_CHOICES, 2), np.int64)
    board, gone = np.zeros(5, np.int64), gone_kinds(known, later, KINDS)
    drawn_of, both_known = np.zeros(MOST_CHOICES, np.int64), len(known) == 2
    suited_dealer = both_known and known[0] < OUTSIDE and known[1] < OUTSIDE
    for row in range(len(sets)):
        size = sets[row, 0]
        need = 5 - size
        board[:size] = sets[row, 2 : 2 + size]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                if need:
                    board[4] = OUTSIDE + x
                if need == 2:
                    board[3] = OUTSIDE + y
                count = without_later(board, later, rest)
                if count < 0 or not cards_left(full, board, known, left):
                    continue
                first = BOTH_SUITED if both_known and need == 2 and not suited_dealer else 0
                board_rows(
                    known, late, strengths[i], cards, pairs, left, terms, first, counts,
                    known_rows, rows,
                )  # fmt: skip
                subtract_rows(values[rank_board_of[i]], strengths[i], classes, first, rows)
                board_ways(rest, count, gone, free, OUTSIDE, ways)
                add_totals(rows, ways, first, totals)
                many = unknown_later(rest, count, choices)
                for at in range(many):
                    drawn_of[at] = drawn_kinds(rest, choices[at], OUTSIDE)
                for at in range(many):
                    drawn = drawn_of[at]
                    if drawn < 0:
                        continue
                    if drawn:
                        draw_ways(rest, count, drawn, gone, free, OUTSIDE, ways)
                    for same in range(at, many):
                        if drawn_of[same] == drawn:
                            drawn_of[same] = -1
                            flop = flush_flop(rest, count, choices[same])
                            add_rows(rows, sums.shape[1], first, ways, drawn > 0, sums[flop])
