"""How optimal play ends: the way from boards to flops, walked back.

Once the choice on every flop is known, each board is told how often each holding arrives there
having raised, having bet on the flop, or with the river's choice still open; the counts of what
the dealer may hold then say how each of those ends. Choices are numbered: the raises that are
made, the flop's bets, the river's, and the fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.counting import ALL, CARDS, CATEGORIES, NOBODY, pair_ranks
from uth.exact.kernels.decisions import BLOCKED, FLOP_RANKS, HOLES, SUITS_IN, WEIGHT
from uth.exact.kernels.flops import (
    FLOPS_OF_A_BOARD,
    NONE_OUT,
    TURNS,
    flush_flops,
    flush_turns,
    rank_flops,
    rank_free,
    rank_turns,
    rank_ways,
)
from uth.exact.kernels.layout import HOLDINGS, PAIRS, RANKS, pair_class
from uth.exact.kernels.values import (
    BEAT_STAKE,
    CHANNELS,
    DEALERS,
    ONCE,
    PLAY,
    RIVER_LEAST,
    RIVER_MOST,
    SCALE,
    card_table,
    river_more,
    value_rows,
)

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

WON, TIED = CATEGORIES, CATEGORIES + 1
COLUMNS = CATEGORIES + 2
"""A tally row: dealers by category, then wins and ties within the player's own category."""


@kernel
def collect_choices(
    thread: int,
    threads: int,
    flops: Array,
    table: Array,
    gains: Array,
    bets: Array,
    raises: Array,
    flop_from: int,
    by_ranks: Array,
    by_suit: Array,
) -> None:
    """How often each kind of holding makes each choice before the river, on each kind of flop.

    `raises` has a starting hand's choice, or -1; the flop's are numbered from `flop_from`.
    """
    for f in range(thread, len(flops), threads):
        for h in range(HOLES):
            if gains[f, h] == BLOCKED:
                continue
            choice = raises[table[h, 2]]
            if choice < 0:
                if gains[f, h] < 0:
                    continue
                choice = flop_from + bets[f, h]
            by_ranks[choice, flops[f, FLOP_RANKS], table[h, 3]] += flops[f, WEIGHT]
            for suit in range(3):
                flop = flops[f, SUITS_IN + suit]
                if flop >= 0:
                    by_suit[flop, choice, table[h, 4 + suit]] += flops[f, WEIGHT]


@inlined
def arrive(found: Array, count: int, come: Array, by_suit: Array, rows: Array) -> None:
    """Who comes to a flush board from its flops, as seen from its suit, by choice."""
    for choice in range(by_suit.shape[1]):
        for h in range(HOLDINGS):
            rows[choice, h] = 0
        for j in range(count):
            flop, which = found[j, 0], found[j, 1]
            if which == NONE_OUT:
                for h in range(HOLDINGS):
                    rows[choice, h] += by_suit[flop, choice, h]
            else:
                for h in range(HOLDINGS):
                    rows[choice, h] += by_suit[flop, choice, h] * come[which, h]


@inlined
def everyone(
    need: int, x: int, y: int, ranks: Array, there: Array, outside: Array, row: Array
) -> None:
    """All who come: ten flops × four suits × the board's and the holding's ways outside it."""
    outside[:] = 3
    boards = 40
    if need == 1:
        boards *= 3
        outside[x] -= 1
    elif need == 2:
        boards *= 3 if x == y else 9
        outside[x] -= 1
        outside[y] -= 1
    for k in range(PAIRS):
        a, b = outside[ranks[k, 0]], outside[ranks[k, 1]]
        come = a * (a - 1) // 2 if ranks[k, 0] == ranks[k, 1] else a * b
        row[k] = boards * come if there[k] != NOBODY else 0
    for h in range(PAIRS, HOLDINGS):
        if there[h] == NOBODY:
            row[h] = 0
        elif h < PAIRS + RANKS * RANKS:
            row[h] = boards * outside[(h - PAIRS) % RANKS]
        else:
            row[h] = boards


@inlined
def tally_rows(
    count: int,
    arrivals: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    cards: Array,
    by_category: Array,
    channels: Array,
    pays: Array,
    dealers: Array,
    tally: Array,
) -> None:
    """Add one board: for each choice and the player's category, what the dealer held.

    `arrivals` are those who made each choice before the river, and all who come.
    """
    held = np.empty(COLUMNS, np.int64)
    early = len(arrivals) - 1
    fold = -DEALERS * (2 * pays[SCALE] + pays[BEAT_STAKE])
    several = pays[RIVER_MOST] != pays[RIVER_LEAST]
    for card in range(CARDS):
        for c in range(CATEGORIES):
            dealers[card, c] = by_category[c, card]
    for h in range(count):
        mine = cat[h]
        if mine == NOBODY or arrivals[early, h] == 0:
            continue
        c, d = cards[h, 0], cards[h, 1]
        for other in range(CATEGORIES):
            held[other] = dealers[ALL, other] - dealers[c, other] - dealers[d, other]
        own = wins[h]
        for lower in range(mine):
            own -= held[lower]
        held[mine] += 1
        held[WON] = own
        held[TIED] = ties[h]
        left = arrivals[early, h]
        play = channels[PLAY, h]
        if channels[ONCE, h] + river_more(play, pays) * play < fold:
            last = len(tally) - 1
        else:
            last = early + int(several and play < 0)
        for choice in range(early + 1):
            often = left
            action = last
            if choice < early:
                often = arrivals[choice, h]
                action = choice
                left -= often
            if often:
                for column in range(COLUMNS):
                    tally[action, mine, column] += often * held[column]


@kernel
def tally_flushes(
    thread: int,
    threads: int,
    sets: Array,
    plain_board: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    pays: Array,
    free: Array,
    classes: Array,
    by_suit: Array,
    flushed: Array,
    tally: Array,
) -> None:
    """Flush boards; `flushed` notes who came here, so that boards of ranks can leave them out."""
    ranks, cards = pair_ranks(), card_table()
    side, dealers = np.zeros(HOLDINGS, np.int64), np.zeros((CARDS, CATEGORIES), np.int64)
    early = by_suit.shape[1]
    channels = np.zeros((CHANNELS, HOLDINGS), np.int64)
    rows = np.zeros((early + 1, HOLDINGS), np.int32)
    outside = np.zeros(RANKS, np.int64)
    come = np.ones((TURNS, HOLDINGS), np.int32)
    found = np.zeros((FLOPS_OF_A_BOARD, 2), np.int64)
    for row in range(thread, len(sets), threads):
        need, suited = 5 - sets[row, 0], sets[row, 2:7]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else pair_class(x, y))
                flush_turns(need, x, y, free, come)
                arrive(found, flush_flops(suited, need, x, y, found), come, by_suit, rows)
                there = cat[i]
                everyone(need, x, y, ranks, there, outside, rows[early])
                plain = plain_board[i]
                for choice in range(early + 1):
                    for h in range(HOLDINGS):
                        if there[h] == NOBODY:
                            rows[choice, h] = 0
                        flushed[plain, choice, classes[h]] += rows[choice, h]
                value_rows(
                    HOLDINGS, wins[i], ties[i], cat[i], cards, by_category[i], pays, side, channels
                )
                tally_rows(
                    HOLDINGS, rows, wins[i], ties[i], cat[i], cards, by_category[i],
                    channels, pays, dealers, tally,
                )  # fmt: skip


@kernel
def tally_ranks(
    boards: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    pays: Array,
    values: Array,
    by_ranks: Array,
    flushed: Array,
    tally: Array,
) -> None:
    """Boards without three of a suit: all who come to those ranks, less those who met a flush."""
    cards = card_table()
    ranks = pair_ranks()
    free = rank_free()
    dealers = np.zeros((CARDS, CATEGORIES), np.int64)
    early = len(by_ranks)
    rows, found = np.zeros((early + 1, PAIRS), np.int64), np.zeros((FLOPS_OF_A_BOARD, 6), np.int64)
    often, come = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        for choice in range(early + 1):
            for k in range(PAIRS):
                rows[choice, k] = -flushed[i, choice, k]
        rank_ways(board, free, often)
        for k in range(PAIRS):
            holds = 6 if ranks[k, 0] == ranks[k, 1] else 16
            rows[early, k] += 10 * holds * often[k]
        for j in range(rank_flops(board, found)):
            rank_turns(found[j], free, come)
            for choice in range(early):
                for k in range(PAIRS):
                    rows[choice, k] += by_ranks[choice, found[j, 0], k] * come[k]
        tally_rows(
            PAIRS, rows, wins[i], ties[i], cat[i], cards, by_category[i],
            values[i], pays, dealers, tally,
        )  # fmt: skip
