"""From boards to flops: every board's value added to the ten flops it may have grown from.

A value without flushes is added by ranks. Where a board has three or more of a suit, the
difference that the suit makes is added to the flop as seen from that suit. How often a turn and
river can come depends on the holding, by card removal: that is the factor `free`.
"""

from __future__ import annotations

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
from uth.exact.kernels.values import CHANNELS, ONCE, PLAY, RIVER, card_table, value_rows

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array


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


@kernel
def gather_ranks(boards: Array, values: Array, gains: Array, totals: Array) -> None:
    """Boards of ranks into flops of ranks (2x over the river's best), and into whole totals."""
    free = rank_free()
    rest, often = np.zeros(3, np.int64), np.zeros(PAIRS, np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        rank_ways(board, free, often)
        for channel in range(CHANNELS):
            for k in range(PAIRS):
                totals[channel, k] += often[k] * values[i, channel, k]
        for first in range(5):
            if first and board[first - 1] == board[first]:
                continue
            for second in range(first + 1, 5):
                if second > first + 1 and board[second - 1] == board[second]:
                    continue
                at = 0
                for j in range(5):
                    if j not in (first, second):
                        rest[at] = board[j]
                        at += 1
                turn, river = board[first], board[second]
                flop = rank_flop(rest[0], rest[1], rest[2])
                for j in range(3):
                    free[rest[j]] -= 1
                for k in range(PAIRS):
                    if turn == river:
                        come = free[turn, k] * (free[turn, k] - 1) // 2
                    else:
                        come = free[turn, k] * free[river, k]
                    gain = values[i, PLAY, k] + values[i, ONCE, k] - values[i, RIVER, k]
                    gains[flop, k] += come * gain
                for j in range(3):
                    free[rest[j]] += 1


@inlined
def add(gains: Array, flop: int, rows: Array) -> None:
    for h in range(HOLDINGS):
        gains[flop, h] += rows[h]


@inlined
def add_times(gains: Array, flop: int, rows: Array, free: Array, rank: int, out: int) -> None:
    for h in range(HOLDINGS):
        gains[flop, h] += rows[h] * (free[rank, h] - out)


@inlined
def spread(
    suited: Array, need: int, x: int, y: int, rows: Array, free: Array, gains: Array
) -> None:
    """Add what a flush board's suit changes to its ten flops, as seen from that suit."""
    if need == 2:
        flop = trio(suited[0], suited[1], suited[2])
        if x == y:
            for h in range(HOLDINGS):
                gains[flop, h] += rows[h] * (free[x, h] * (free[x, h] - 1) // 2)
        else:
            for h in range(HOLDINGS):
                gains[flop, h] += rows[h] * (free[x, h] * free[y, h])
        for one in range(3):
            low, high = suited[1 if one == 0 else 0], suited[1 if one == 2 else 2]
            base = FLOP_FROM_2 + duo(low, high) * RANKS
            add_times(gains, base + x, rows, free, y, int(x == y))
            if x != y:
                add_times(gains, base + y, rows, free, x, 0)
            add(gains, FLOP_FROM_1 + suited[one] * PAIRS + pair_class(x, y), rows)
    elif need == 1:
        for out in range(4):
            a, b = suited[1 if out == 0 else 0], suited[1 if out > 1 else 2]
            c = suited[2 if out == 3 else 3]
            add_times(gains, trio(a, b, c), rows, free, x, 0)
            for other in range(out):
                add(gains, FLOP_FROM_2 + duo(suited[other], suited[out]) * RANKS + x, rows)
    else:
        for a in range(5):
            for b in range(a + 1, 5):
                for c in range(b + 1, 5):
                    add(gains, trio(suited[a], suited[b], suited[c]), rows)


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
                for h in range(HOLDINGS):
                    rows[h] = channels[PLAY, h] + channels[ONCE, h] - channels[RIVER, h]
                for channel in range(CHANNELS):
                    if need == 0:
                        for h in range(HOLDINGS):
                            totals[channel, h] += channels[channel, h]
                    elif need == 1:
                        for h in range(HOLDINGS):
                            totals[channel, h] += channels[channel, h] * free[x, h]
                    elif x == y:
                        for h in range(HOLDINGS):
                            left = free[x, h] * (free[x, h] - 1) // 2
                            totals[channel, h] += channels[channel, h] * left
                    else:
                        for h in range(HOLDINGS):
                            left = free[x, h] * free[y, h]
                            totals[channel, h] += channels[channel, h] * left
                spread(suited, need, x, y, rows, free, gains)
