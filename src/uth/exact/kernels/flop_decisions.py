"""The flop decision of every holding on each of the 1,755 flops that are distinct up to suits."""

from __future__ import annotations

from functools import cache

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.numbering import (
    FLOP_FROM_1,
    FLOP_FROM_2,
    PAIRS,
    RANKS,
    both_suited,
    one_suited,
    rank_flop,
    rank_pair,
    three_ranks,
    two_ranks,
)

FLOPS = 1755
HOLES = 1326
STARTS = 169
BLOCKED = -(1 << 63)
"""Marks a holding that shares a card with the flop."""
NO_BET = BLOCKED + 1
"""The gain of a flop bet where none is offered."""
FLOP_RANKS, SUITS_IN, WEIGHT = 3, 4, 7
"""Columns of a flop: three cards, rank class, class in each of up to three suits, weight."""


@inlined
def start_class(c: int, d: int) -> int:
    """The index of a starting hand: row × 13 + column, suited if the row is higher."""
    a, b = c >> 2, d >> 2
    high, low = max(a, b), min(a, b)
    return high * RANKS + low if c & 3 == d & 3 else low * RANKS + high


@cache
def holes() -> Array:
    """Each holding: two cards (ascending), starting hand, rank pair, kind as seen by each suit."""
    table = np.zeros((HOLES, 8), np.int64)
    row = 0
    for d in range(52):
        for c in range(d):
            table[row, 0], table[row, 1] = c, d
            table[row, 2] = start_class(c, d)
            table[row, 3] = rank_pair(c >> 2, d >> 2)
            for suit in range(4):
                if c & 3 == suit and d & 3 == suit:
                    kind = both_suited(c >> 2, d >> 2)
                elif c & 3 == suit:
                    kind = one_suited(c >> 2, d >> 2)
                elif d & 3 == suit:
                    kind = one_suited(d >> 2, c >> 2)
                else:
                    kind = rank_pair(c >> 2, d >> 2)
                table[row, 4 + suit] = kind
            row += 1
    return table


@cache
def canonical_flops() -> Array:
    """One flop for each class of flops that differ only in suits, with the size of the class."""
    flops = np.full((FLOPS, 8), -1, np.int64)
    at = 0
    for c in range(RANKS):
        for b in range(c):
            for a in range(b):
                flops[at, 0], flops[at, 1], flops[at, 2] = a * 4, b * 4, c * 4
                flops[at, FLOP_RANKS] = rank_flop(a, b, c)
                flops[at, SUITS_IN] = three_ranks(a, b, c)
                flops[at, WEIGHT] = 4
                at += 1
    for b in range(RANKS):
        for a in range(b):
            for x in range(RANKS):
                low, high = min(a, x), max(b, x)
                flops[at, 0], flops[at, 1], flops[at, 2] = a * 4, b * 4, x * 4 + 1
                flops[at, FLOP_RANKS] = rank_flop(low, a + b + x - low - high, high)
                flops[at, SUITS_IN] = FLOP_FROM_2 + two_ranks(a, b) * RANKS + x
                flops[at, SUITS_IN + 1] = FLOP_FROM_1 + x * PAIRS + rank_pair(a, b)
                flops[at, WEIGHT] = 12
                at += 1
    for c in range(RANKS):
        for b in range(c + 1):
            for a in range(b + 1):
                flops[at, 0], flops[at, 1], flops[at, 2] = a * 4, b * 4 + 1, c * 4 + 2
                flops[at, FLOP_RANKS] = rank_flop(a, b, c)
                flops[at, SUITS_IN] = FLOP_FROM_1 + a * PAIRS + rank_pair(b, c)
                flops[at, SUITS_IN + 1] = FLOP_FROM_1 + b * PAIRS + rank_pair(a, c)
                flops[at, SUITS_IN + 2] = FLOP_FROM_1 + c * PAIRS + rank_pair(a, b)
                flops[at, WEIGHT] = 4 if a == c else 12 if a == b or b == c else 24
                at += 1
    return flops


@kernel
def decide_flops(
    thread: int,
    threads: int,
    flops: Array,
    table: Array,
    by_ranks: Array,
    by_suit: Array,
    gains: Array,
    bets: Array,
    high: Array,
    low: Array,
) -> None:
    """For each flop and holding, the best bet and its gain over checking.

    Of equal bets the larger, which comes first, is taken (Q-17). Positive gains are summed by
    starting hand, in an upper and a lower 32-bit half so that no pay table overflows them.
    """
    for f in range(thread, len(flops), threads):
        weight = flops[f, WEIGHT]
        for h in range(HOLES):
            c, d = table[h, 0], table[h, 1]
            blocked = False
            for i in range(3):
                blocked |= flops[f, i] == c or flops[f, i] == d
            if blocked:
                gains[f, h] = BLOCKED
                continue
            gain = NO_BET
            for bet in range(len(by_ranks)):
                value = by_ranks[bet, flops[f, FLOP_RANKS], table[h, 3]]
                for suit in range(3):
                    if flops[f, SUITS_IN + suit] >= 0:
                        value += by_suit[bet, flops[f, SUITS_IN + suit], table[h, 4 + suit]]
                if value > gain:
                    gain = value
                    bets[f, h] = bet
            gains[f, h] = gain
            if gain > 0:
                high[table[h, 2]] += (gain >> 32) * weight
                low[table[h, 2]] += (gain & 0xFFFFFFFF) * weight
