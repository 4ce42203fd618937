"""What another wager is worth under play that was decided for its own sake.

Boards are valued twice: by the pay vector that decides, and by the one that is asked about. The
sums over every flop are kept apart by starting hand and by what hole and flop make together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.counting import NOBODY
from uth.exact.kernels.decisions import BLOCKED, FLOP_RANKS, HOLES, SUITS_IN, WEIGHT
from uth.exact.kernels.flops import (
    FLOPS_OF_A_BOARD,
    TURNS,
    flush_flops,
    flush_turns,
    rank_flops,
    rank_free,
    rank_turns,
    spread,
)
from uth.exact.kernels.layout import HOLDINGS, PAIRS, RANKS, pair_class
from uth.exact.kernels.strength import grouped, with_rank
from uth.exact.kernels.values import (
    BEAT_STAKE,
    CHANNELS,
    DEALERS,
    FLOP_MOST,
    ONCE,
    PLAY,
    RIVER,
    SCALE,
    SURE,
    card_table,
    river_more,
    value_rows,
)

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array


@inlined
def follow(
    count: int, cat: Array, deciding: Array, decides: Array, asked: Array, pays: Array
) -> None:
    """Take the river's choice from the deciding values."""
    fold = -DEALERS * (2 * decides[SCALE] + decides[BEAT_STAKE])
    other = -DEALERS * (2 * pays[SCALE] + pays[BEAT_STAKE])
    for h in range(count):
        if cat[h] != NOBODY:
            more = river_more(deciding[PLAY, h], decides)
            if deciding[ONCE, h] + more * deciding[PLAY, h] >= fold:
                asked[RIVER, h] = asked[ONCE, h] + more * asked[PLAY, h]
            else:
                asked[RIVER, h] = other + DEALERS * pays[SURE + cat[h]]


@kernel
def follow_ranks(
    boards: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    decides: Array,
    pays: Array,
    values: Array,
    sums: Array,
) -> None:
    """The asked wager's channels on every board of ranks, and summed on every flop of ranks."""
    cards = card_table()
    free = rank_free()
    side, come = np.zeros(HOLDINGS, np.int64), np.zeros(PAIRS, np.int64)
    found = np.zeros((FLOPS_OF_A_BOARD, 6), np.int64)
    deciding = np.zeros((CHANNELS, PAIRS), np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        side[:] = 0
        value_rows(PAIRS, wins[i], ties[i], cat[i], cards, by_category[i], decides, side, deciding)
        side[:] = 0
        value_rows(PAIRS, wins[i], ties[i], cat[i], cards, by_category[i], pays, side, values[i])
        follow(PAIRS, cat[i], deciding, decides, values[i], pays)
        for j in range(rank_flops(board, found)):
            rank_turns(found[j], free, come)
            for channel in range(CHANNELS):
                for k in range(PAIRS):
                    sums[channel, found[j, 0], k] += come[k] * values[i, channel, k]


@kernel
def follow_flushes(
    thread: int,
    threads: int,
    sets: Array,
    plain_board: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    decides: Array,
    pays: Array,
    values: Array,
    free: Array,
    classes: Array,
    sums: Array,
) -> None:
    """The difference that a flush suit makes to the asked wager, summed on every flop."""
    cards = card_table()
    side = np.zeros(HOLDINGS, np.int64)
    deciding = np.zeros((CHANNELS, HOLDINGS), np.int64)
    asked = np.zeros((CHANNELS, HOLDINGS), np.int64)
    come = np.ones((TURNS, HOLDINGS), np.int64)
    found = np.zeros((FLOPS_OF_A_BOARD, 2), np.int64)
    for row in range(thread, len(sets), threads):
        need, suited = 5 - sets[row, 0], sets[row, 2:7]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else pair_class(x, y))
                side[:] = 0
                value_rows(
                    HOLDINGS, wins[i], ties[i], cat[i], cards, by_category[i], decides, side,
                    deciding,
                )  # fmt: skip
                side[:] = 0
                value_rows(
                    HOLDINGS, wins[i], ties[i], cat[i], cards, by_category[i], pays, side, asked
                )
                follow(HOLDINGS, cat[i], deciding, decides, asked, pays)
                flush_turns(need, x, y, free, come)
                count = flush_flops(suited, need, x, y, found)
                plain, there = values[plain_board[i]], cat[i]
                for channel in range(CHANNELS):
                    for h in range(HOLDINGS):
                        if there[h] != NOBODY:
                            asked[channel, h] -= plain[channel, classes[h]]
                    spread(found, count, come, asked[channel], sums[channel])


@inlined
def five_card_category(
    flop: Array, f: int, c: int, d: int, top: Array, straight: Array, flush: Array
) -> int:
    """What hole and flop make together."""
    held = with_rank(with_rank((0, 0, 0, 0), c >> 2), d >> 2)
    suited = c & 3 == d & 3
    for i in range(3):
        held = with_rank(held, flop[f, i] >> 2)
        suited = suited and flop[f, i] & 3 == c & 3
    if suited:
        return int(flush[held[0]] >> 20)
    return grouped(held[0], held[1], held[2], held[3], top, straight) >> 20


@kernel
def flop_categories(flops: Array, table: Array, sets: tuple[Array, Array, Array]) -> Array:
    """The category that every holding makes with every flop; -1 where they share a card."""
    top, straight, flush = sets
    found = np.full((len(flops), HOLES), -1, np.int8)
    for f in range(len(flops)):
        for h in range(HOLES):
            c, d = table[h, 0], table[h, 1]
            blocked = False
            for i in range(3):
                blocked |= flops[f, i] == c or flops[f, i] == d
            if not blocked:
                found[f, h] = five_card_category(flops, f, c, d, top, straight, flush)
    return found


@kernel
def sum_flops(
    flops: Array,
    table: Array,
    gains: Array,
    bets: Array,
    raises: Array,
    decides: Array,
    made: Array,
    by_ranks: Array,
    by_suit: Array,
    high: Array,
    low: Array,
    counts: Array,
) -> None:
    """Add up the asked wager over all flops by starting hand and five-card category.

    `raises` has each starting hand's multiple before the flop, 0 for a check; `bets` the flop's.
    `high` and `low` are the sums' upper and lower 32 bits; `counts` the flops and holdings.
    """
    for f in range(len(flops)):
        weight = flops[f, WEIGHT]
        for h in range(HOLES):
            if gains[f, h] == BLOCKED:
                continue
            start, five = table[h, 2], made[f, h]
            value, more = 0, -1
            if raises[start]:
                more = raises[start] - 1
            elif gains[f, h] >= 0:
                more = decides[FLOP_MOST + bets[f, h]]
            for channel in range(CHANNELS):
                times = int(channel == (RIVER if more < 0 else ONCE))
                if channel == PLAY:
                    times = max(more, 0)
                if times == 0:
                    continue
                part = by_ranks[channel, flops[f, FLOP_RANKS], table[h, 3]]
                for suit in range(3):
                    if flops[f, SUITS_IN + suit] >= 0:
                        part += by_suit[channel, flops[f, SUITS_IN + suit], table[h, 4 + suit]]
                value += times * part
            high[start, five] += (value >> 32) * weight
            low[start, five] += (value & 0xFFFFFFFF) * weight
            counts[start, five] += weight
