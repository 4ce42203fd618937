"""Sums over boards: each board's value is added to the ten flops that can precede it.

The value without flushes is added to flops by rank. If a board has three or more cards of a suit,
the difference that the suit makes is added to the flop as seen from that suit. `free` counts the
cards that a holding leaves of each rank; it determines how many turns and rivers there are.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.numbering import (
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
from uth.exact.kernels.values import Pays, card_table, value_rows
from uth.exact.kernels.wins_and_ties import NO_HOLDING, OUTSIDE, pair_ranks

FLOPS_OF_A_BOARD = 10
NONE_OUT, BOTH_OUT, Y_OUT, X_OUT = 0, 1, 2, 3
TURNS = 4
"""What turn and river bring from outside the suit: nothing, x and y, only y, only x."""


@cache
def free_outside() -> Array:
    """How many of the three cards of each rank outside the suit each holding leaves."""
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
    """The rank pair of each kind of holding."""
    cards = card_table()
    classes = np.zeros(HOLDINGS, np.int64)
    for row in range(HOLDINGS):
        c, d = cards[row]
        classes[row] = rank_pair(c % RANKS, d % RANKS)
    return classes


@kernel
def value_rank_boards(
    thread: int,
    threads: int,
    counts: tuple[Array, ...],
    pays: Pays,
    values: Array,
) -> None:
    """The value channels of every rank pair on every rank board."""
    cards = card_table()
    side = np.zeros(HOLDINGS, np.int64)
    for i in range(thread, len(values), threads):
        value_rows(PAIRS, counts, i, cards, pays, side, values[i])


@inlined
def rank_free() -> Array:
    """How many of the four cards of each rank each rank pair leaves."""
    ranks = pair_ranks()
    free = np.full((RANKS, PAIRS), 4, np.int64)
    for k in range(PAIRS):
        free[ranks[k, 0], k] -= 1
        free[ranks[k, 1], k] -= 1
    return free


@inlined
def rank_ways(board: Array, free: Array, board_ways: Array) -> None:
    """In how many ways a rank board can be dealt, for each rank pair held."""
    board_ways[:] = 1
    start = 0
    for j in range(5):
        drawn = j - start
        rank = board[j]
        for k in range(PAIRS):
            board_ways[k] = board_ways[k] * (free[rank, k] - drawn) // (drawn + 1)
        if j < 4 and board[j + 1] != rank:
            start = j + 1


@inlined
def rank_flops(board: Array, out: Array) -> int:
    """The flops that can precede a rank board: class, three ranks, turn, river."""
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
def rank_turns(flop: Array, free: Array, turn_ways: Array) -> None:
    """In how many ways turn and river can be dealt, for each rank pair held."""
    turn, river = flop[4], flop[5]
    out_turn = out_river = 0
    for j in range(1, 4):
        out_turn += flop[j] == turn
        out_river += flop[j] == river
    for k in range(PAIRS):
        left = free[turn, k] - out_turn
        if turn == river:
            turn_ways[k] = left * (left - 1) // 2
        else:
            turn_ways[k] = left * (free[river, k] - out_river)


@inlined
def bet_gains(multiple: int, weights: Array, channels: Array, rows: Array) -> None:
    """What a flop bet gains over a check on one board, for every holding."""
    river = len(channels) - 1
    for h in range(len(rows)):
        rows[h] = -channels[river, h]
    for channel in range(river):
        weight = weights[multiple, channel]
        if weight:
            for h in range(len(rows)):
                rows[h] += weight * channels[channel, h]


@kernel
def sum_rank_boards(boards: Array, pays: Pays, values: Array, gains: Array, totals: Array) -> None:
    """Add all rank boards to the totals, and each flop bet's gain over checking to rank flops."""
    _, weights, _, flops, _ = pays
    free = rank_free()
    turn_ways, board_ways = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    rows = np.zeros((len(gains), PAIRS), np.int64)
    board_flops = np.zeros((FLOPS_OF_A_BOARD, 6), np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        rank_ways(board, free, board_ways)
        for channel in range(len(totals)):
            for k in range(PAIRS):
                totals[channel, k] += board_ways[k] * values[i, channel, k]
        for bet in range(len(gains)):
            bet_gains(flops[bet], weights, values[i], rows[bet])
        for j in range(rank_flops(board, board_flops)):
            rank_turns(board_flops[j], free, turn_ways)
            flop = board_flops[j, 0]
            for bet in range(len(gains)):
                for k in range(PAIRS):
                    gains[bet, flop, k] += turn_ways[k] * rows[bet, k]


@inlined
def flush_flops(suited: Array, need: int, x: int, y: int, out: Array) -> int:
    """The flops of a flush board as seen from its suit, and the row of `flush_turns` for each."""
    count = 0
    if need == 2:
        out[0, 0], out[0, 1] = three_ranks(suited[0], suited[1], suited[2]), BOTH_OUT
        count = 1
        for one in range(3):
            low, high = suited[1 if one == 0 else 0], suited[1 if one == 2 else 2]
            base = FLOP_FROM_2 + two_ranks(low, high) * RANKS
            out[count, 0], out[count, 1] = base + x, Y_OUT
            count += 1
            if x != y:
                out[count, 0], out[count, 1] = base + y, X_OUT
                count += 1
            out[count, 0] = FLOP_FROM_1 + suited[one] * PAIRS + rank_pair(x, y)
            out[count, 1] = NONE_OUT
            count += 1
    elif need == 1:
        for gone in range(4):
            a, b = suited[1 if gone == 0 else 0], suited[1 if gone > 1 else 2]
            c = suited[2 if gone == 3 else 3]
            out[count, 0], out[count, 1] = three_ranks(a, b, c), X_OUT
            count += 1
            for other in range(gone):
                out[count, 0] = FLOP_FROM_2 + two_ranks(suited[other], suited[gone]) * RANKS + x
                out[count, 1] = NONE_OUT
                count += 1
    else:
        for a in range(5):
            for b in range(a + 1, 5):
                for c in range(b + 1, 5):
                    out[count, 0] = three_ranks(suited[a], suited[b], suited[c])
                    out[count, 1] = NONE_OUT
                    count += 1
    return count


@inlined
def flush_turns(need: int, x: int, y: int, free: Array, turn_ways: Array) -> None:
    """In how many ways turn and river bring x and y, only y or only x from outside the suit."""
    if need == 2:
        same = int(x == y)
        for h in range(HOLDINGS):
            both = free[x, h] * free[y, h]
            turn_ways[BOTH_OUT, h] = free[x, h] * (free[x, h] - 1) // 2 if same else both
            turn_ways[Y_OUT, h] = free[y, h] - same
    if need:
        for h in range(HOLDINGS):
            turn_ways[X_OUT, h] = free[x, h]


@inlined
def add_to_flops(
    board_flops: Array, count: int, turn_ways: Array, rows: Array, gains: Array
) -> None:
    """Add one row per holding to each flop of a flush board."""
    for j in range(count):
        flop, which = board_flops[j, 0], board_flops[j, 1]
        if which == NONE_OUT:
            for h in range(HOLDINGS):
                gains[flop, h] += rows[h]
        else:
            for h in range(HOLDINGS):
                gains[flop, h] += rows[h] * turn_ways[which, h]


@kernel
def sum_flush_boards(
    thread: int,
    threads: int,
    sets: Array,
    rank_board_of: Array,
    counts: tuple[Array, ...],
    pays: Pays,
    values: Array,
    free: Array,
    classes: Array,
    gains: Array,
    totals: Array,
) -> None:
    """Add to flops and totals how flush boards differ from the same ranks without a flush."""
    _, weights, _, flops, _ = pays
    cards = card_table()
    side, rows = np.zeros(HOLDINGS, np.int64), np.zeros(HOLDINGS, np.int64)
    channels = np.zeros((len(totals), HOLDINGS), np.int64)
    turn_ways = np.ones((TURNS, HOLDINGS), np.int64)
    board_flops = np.zeros((FLOPS_OF_A_BOARD, 2), np.int64)
    for row in range(thread, len(sets), threads):
        need, suited = 5 - sets[row, 0], sets[row, 2:7]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                value_rows(HOLDINGS, counts, i, cards, pays, side, channels)
                plain, there = values[rank_board_of[i]], counts[2][i]
                for channel in range(len(totals)):
                    for h in range(HOLDINGS):
                        if there[h] != NO_HOLDING:
                            channels[channel, h] -= plain[channel, classes[h]]
                flush_turns(need, x, y, free, turn_ways)
                which = NONE_OUT if need == 0 else X_OUT if need == 1 else BOTH_OUT
                for channel in range(len(totals)):
                    for h in range(HOLDINGS):
                        totals[channel, h] += channels[channel, h] * turn_ways[which, h]
                count = flush_flops(suited, need, x, y, board_flops)
                for bet in range(len(gains)):
                    bet_gains(flops[bet], weights, channels, rows)
                    add_to_flops(board_flops, count, turn_ways, rows, gains[bet])
