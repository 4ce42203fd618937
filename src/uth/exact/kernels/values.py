"""What a holding is worth on a full board, in integers: antes × 990 dealer holdings × scale.

With wins W, ties T and losses L, and a dealer who needs a pair, a Play bet of m antes is worth
m (W − L) + (Wq − Lq) + blind × W − L, where q counts dealers with a pair or better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.counting import ALL, NOBODY, OUTSIDE, pair_ranks
from uth.exact.kernels.layout import BOTH_SUITED, HOLDINGS, ONE_SUITED, RANKS

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

DEALERS = 990
SCALE, QUALIFY, BEAT_STAKE, BLIND, BEAT = 0, 1, 2, 4, 14
PAYS = 24
"""A pay vector: scale, whether a pair qualifies, the Bad Beat's stake, then for each category
what the Blind pays and what the Bad Beat pays for a hand beaten, all × scale. The place before
the Blind's is that of a holding that is not there."""
LOWEST_BEATEN = 3

PLAY, ONCE, RIVER = 0, 1, 2
"""Channels of a value row: W − L, a bet of one ante, the better of that and a fold."""
CHANNELS = 3


@inlined
def holding_cards(row: int, ranks: Array) -> tuple[int, int]:
    """The kinds of the two cards of a holding."""
    if row < ONE_SUITED:
        return OUTSIDE + ranks[row, 0], OUTSIDE + ranks[row, 1]
    if row < BOTH_SUITED:
        row -= ONE_SUITED
        return row // RANKS, OUTSIDE + row % RANKS
    row -= BOTH_SUITED
    high = 1
    while high * (high + 1) // 2 <= row:
        high += 1
    return high, row - high * (high - 1) // 2


@kernel
def card_table() -> Array:
    """The two cards of every holding."""
    ranks = pair_ranks()
    cards = np.zeros((HOLDINGS, 2), np.int64)
    for row in range(HOLDINGS):
        cards[row, 0], cards[row, 1] = holding_cards(row, ranks)
    return cards


@inlined
def dealers_in(category: int, c: int, d: int, by_category: Array) -> int:
    """Dealer holdings of a lesser category than the holding {c, d} that share no card with it."""
    row = by_category[category]
    return int(row[ALL] - row[c] - row[d])


@inlined
def bad_beat(
    count: int,
    wins: Array,
    ties: Array,
    cat: Array,
    cards: Array,
    by_category: Array,
    pays: Array,
    out: Array,
) -> None:
    """Bad Beat on a board: the beaten hand is paid, if it is three of a kind or better."""
    for h in range(count):
        mine, c, d = cat[h], cards[h, 0], cards[h, 1]
        if mine == NOBODY:
            out[h] = 0
            continue
        own = wins[h]
        paid = hits = 0
        for lower in range(mine):
            beaten = dealers_in(lower, c, d, by_category)
            own -= beaten
            if lower >= LOWEST_BEATEN:
                paid += beaten * pays[BEAT + lower]
                hits += beaten
        if mine >= LOWEST_BEATEN:
            beaten = own + DEALERS - wins[h] - ties[h]
            paid += beaten * pays[BEAT + mine]
            hits += beaten
        out[h] = paid - (DEALERS - hits) * pays[BEAT_STAKE]


@inlined
def value_rows(
    count: int,
    wins: Array,
    ties: Array,
    cat: Array,
    cards: Array,
    by_category: Array,
    pays: Array,
    side: Array,
    out: Array,
) -> None:
    """The three channels for every holding on one board; zero where there is no such holding."""
    scale, qualify = pays[SCALE], pays[QUALIFY]
    fold = -DEALERS * (2 * scale + pays[BEAT_STAKE])
    high_cards = by_category[0]
    if pays[BEAT_STAKE]:
        bad_beat(count, wins, ties, cat, cards, by_category, pays, side)
    for h in range(count):
        mine, win = cat[h], wins[h]
        loss = DEALERS - win - ties[h]
        ante = win - loss
        if qualify:
            unqualified = high_cards[ALL] - high_cards[cards[h, 0]] - high_cards[cards[h, 1]]
            ante = ante - unqualified if mine > 0 else unqualified + 1 - DEALERS
        play = (win - loss) * scale
        once = play + (ante - loss) * scale + pays[BLIND + mine] * win + side[h]
        there = mine != NOBODY
        out[PLAY, h] = play if there else 0
        out[ONCE, h] = once if there else 0
        out[RIVER, h] = (once if once > fold else fold) if there else 0
