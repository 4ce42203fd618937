"""From boards to flops: every board's value added to the ten flops it may have grown from.

A value without flushes is added by ranks. Where a board has three or more of a suit, the
difference that the suit makes is added to the flop as seen from that suit. How often a turn and
river can come depends on the holding, by card removal: that is the factor `free`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.counting import NOBODY, OUTSIDE, pair_ranks
from uth.exact.kernels.layout import (
    FLOP_FROM_1,
    FLOP_FROM_2,
    HOLDINGS,
    PAIRS,
    RANKS,
    duo,
    pair_class,
    rank_flop,
    trio,
)
from uth.exact.kernels.values import (
    CHANNELS,
    FLOP_MOST,
    ONCE,
    PLAY,
    RIVER,
    card_table,
    value_rows,
)

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

FLOPS_OF_A_BOARD = 10
NONE_OUT, BOTH_OUT, Y_OUT, X_OUT = 0, 1, 2, 3
TURNS = 4
"""What turn and river bring from outside the suit: nothing, x and y, y alone, x alone."""


@cache
def free_outside() -> Array:
    """Cards of each rank outside the suit that each holding leaves, of three."""
    cards = card_table()
    free = np.full((RANKS, HOLDINGS), 3, np.int64)
    for row in range(HOLDINGS):
        c, d = cards[row]
        if c >= OUTSIDE:
            free[c - OUTSIDE, row] -= 1
        if d >= OUTSIDE:
            free[d - OUTSIDE, row] -= 1
    return free


@cache
def rank_classes() -> Array:
    """The rank class of each holding."""
    cards = card_table()
    classes = np.zeros(HOLDINGS, np.int64)
    for row in range(HOLDINGS):
        c, d = cards[row]
        classes[row] = pair_class(c % RANKS, d % RANKS)
    return classes


@kernel
def value_rank_boards(
    thread: int,
    threads: int,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    pays: Array,
    values: Array,
) -> None:
    """The channels of every rank pair on every board of ranks."""
    cards = card_table()
    side = np.zeros(HOLDINGS, np.int64)
    for i in range(thread, len(wins), threads):
        value_rows(PAIRS, wins[i], ties[i], cat[i], cards, by_category[i], pays, side, values[i])


@inlined
def rank_free() -> Array:
    """Cards of each rank that each rank pair leaves, of four."""
    ranks = pair_ranks()
    free = np.full((RANKS, PAIRS), 4, np.int64)
    for k in range(PAIRS):
        free[ranks[k, 0], k] -= 1
        free[ranks[k, 1], k] -= 1
    return free


@inlined
def rank_ways(board: Array, free: Array, often: Array) -> None:
    """Ways to deal a board of ranks to one who holds each rank pair: n of a rank, n!-fold less."""
    often[:] = 1
    start = 0
    for j in range(5):
        drawn = j - start
        rank = board[j]
        for k in range(PAIRS):
            often[k] = often[k] * (free[rank, k] - drawn) // (drawn + 1)
        if j < 4 and board[j + 1] != rank:
            start = j + 1


@inlined
def rank_flops(board: Array, out: Array) -> int:
    """The flops that a board of ranks may have grown from: class, three ranks, turn, river."""
    count = 0
    for first in range(5):
        if first and board[first - 1] == board[first]:
            continue
        for second in range(first + 1, 5):
            if second > first + 1 and board[second - 1] == board[second]:
                continue
            at = 1
            for j in range(5):
                if j not in (first, second):
                    out[count, at] = board[j]
                    at += 1
            out[count, 0] = rank_flop(out[count, 1], out[count, 2], out[count, 3])
            out[count, 4], out[count, 5] = board[first], board[second]
            count += 1
    return count


@inlined
def rank_turns(flop: Array, free: Array, come: Array) -> None:
    """How many turns and rivers of those ranks each rank pair leaves."""
    turn, river = flop[4], flop[5]
    out_turn = out_river = 0
    for j in range(1, 4):
        out_turn += flop[j] == turn
        out_river += flop[j] == river
    for k in range(PAIRS):
        left = free[turn, k] - out_turn
        if turn == river:
            come[k] = left * (left - 1) // 2
        else:
            come[k] = left * (free[river, k] - out_river)


@kernel
def gather_ranks(boards: Array, pays: Array, values: Array, gains: Array, totals: Array) -> None:
    """Boards of ranks into whole totals, and into flops of ranks: each bet over the river's best.

    The flop's bets are its largest, and its smallest where `gains` has a place for it.
    """
    free = rank_free()
    come, often = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    found = np.zeros((FLOPS_OF_A_BOARD, 6), np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        rank_ways(board, free, often)
        for channel in range(CHANNELS):
            for k in range(PAIRS):
                totals[channel, k] += often[k] * values[i, channel, k]
        for j in range(rank_flops(board, found)):
            rank_turns(found[j], free, come)
            flop = found[j, 0]
            for bet in range(len(gains)):
                more = pays[FLOP_MOST + bet]
                for k in range(PAIRS):
                    gain = more * values[i, PLAY, k] + values[i, ONCE, k] - values[i, RIVER, k]
                    gains[bet, flop, k] += come[k] * gain


@inlined
def flush_flops(suited: Array, need: int, x: int, y: int, out: Array) -> int:
    """A flush board's flops as its suit sees them, and which of `flush_turns` each takes."""
    count = 0
    if need == 2:
        out[0, 0], out[0, 1] = trio(suited[0], suited[1], suited[2]), BOTH_OUT
        count = 1
        for one in range(3):
            low, high = suited[1 if one == 0 else 0], suited[1 if one == 2 else 2]
            base = FLOP_FROM_2 + duo(low, high) * RANKS
            out[count, 0], out[count, 1] = base + x, Y_OUT
            count += 1
            if x != y:
                out[count, 0], out[count, 1] = base + y, X_OUT
                count += 1
            out[count, 0] = FLOP_FROM_1 + suited[one] * PAIRS + pair_class(x, y)
            out[count, 1] = NONE_OUT
            count += 1
    elif need == 1:
        for gone in range(4):
            a, b = suited[1 if gone == 0 else 0], suited[1 if gone > 1 else 2]
            c = suited[2 if gone == 3 else 3]
            out[count, 0], out[count, 1] = trio(a, b, c), X_OUT
            count += 1
            for other in range(gone):
                out[count, 0] = FLOP_FROM_2 + duo(suited[other], suited[gone]) * RANKS + x
                out[count, 1] = NONE_OUT
                count += 1
    else:
        for a in range(5):
            for b in range(a + 1, 5):
                for c in range(b + 1, 5):
                    out[count, 0] = trio(suited[a], suited[b], suited[c])
                    out[count, 1] = NONE_OUT
                    count += 1
    return count


@inlined
def flush_turns(need: int, x: int, y: int, free: Array, come: Array) -> None:
    """How often cards outside the suit can come, after the flop: x and y, y alone, x alone."""
    if need == 2:
        same = int(x == y)
        for h in range(HOLDINGS):
            both = free[x, h] * free[y, h]
            come[BOTH_OUT, h] = free[x, h] * (free[x, h] - 1) // 2 if same else both
            come[Y_OUT, h] = free[y, h] - same
    if need:
        for h in range(HOLDINGS):
            come[X_OUT, h] = free[x, h]


@inlined
def spread(found: Array, count: int, come: Array, rows: Array, gains: Array) -> None:
    """Add what a flush board's suit changes to its flops."""
    for j in range(count):
        flop, which = found[j, 0], found[j, 1]
        if which == NONE_OUT:
            for h in range(HOLDINGS):
                gains[flop, h] += rows[h]
        else:
            for h in range(HOLDINGS):
                gains[flop, h] += rows[h] * come[which, h]


@kernel
def gather_flushes(
    thread: int,
    threads: int,
    sets: Array,
    plain_board: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    pays: Array,
    values: Array,
    free: Array,
    classes: Array,
    gains: Array,
    totals: Array,
) -> None:
    """Flush boards into flops and totals: the difference to the same ranks without a flush."""
    cards = card_table()
    side, rows = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
    channels = np.zeros((CHANNELS, HOLDINGS), np.int64)
    come = np.ones((TURNS, HOLDINGS), np.int64)
    found = np.zeros((FLOPS_OF_A_BOARD, 2), np.int64)
    for row in range(thread, len(sets), threads):
        need, suited = 5 - sets[row, 0], sets[row, 2:7]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else pair_class(x, y))
                value_rows(
                    HOLDINGS, wins[i], ties[i], cat[i], cards, by_category[i], pays, side, channels
                )
                plain, there = values[plain_board[i]], cat[i]
                for channel in range(CHANNELS):
                    for h in range(HOLDINGS):
                        if there[h] != NOBODY:
                            channels[channel, h] -= plain[channel, classes[h]]
                flush_turns(need, x, y, free, come)
                often = NONE_OUT if need == 0 else X_OUT if need == 1 else BOTH_OUT
                for channel in range(CHANNELS):
                    for h in range(HOLDINGS):
                        totals[channel, h] += channels[channel, h] * come[often, h]
                count = flush_flops(suited, need, x, y, found)
                for bet in range(len(gains)):
                    more = pays[FLOP_MOST + bet]
                    for h in range(HOLDINGS):
                        rows[h] = more * channels[PLAY, h] + channels[ONCE, h] - channels[RIVER, h]
                    spread(found, count, come, rows, gains[bet])
