"""What a holding is worth on a full board, in integers: antes × 990 dealer holdings × scale.

With wins W, ties T and losses L, and a dealer who needs a pair, a Play bet of m antes is worth
m (W − L) + (Wq − Lq) + blind × W − L, where q counts dealers with a pair or better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined
from uth.exact.kernels.counting import ALL, NOBODY, OUTSIDE, pair_ranks
from uth.exact.kernels.layout import BOTH_SUITED, HOLDINGS, ONE_SUITED, RANKS

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

DEALERS = 990
SCALE, QUALIFY, BEAT_STAKE, BLIND, BEAT, SURE, CAPPED = 0, 1, 2, 4, 14, 24, 35
FLOP_MOST, FLOP_LEAST, RIVER_MOST, RIVER_LEAST = 45, 46, 47, 48
PAYS = 49
"""A pay vector, all × scale: scale itself, whether a pair qualifies, the Bad Beat's stake; then
by category what the Blind pays, what the Bad Beat nets for the hand beaten, and what is paid
for the player's hand however the round ends; last the scale once more where a cap makes all that
a hand wins one amount, which then stands as the Blind's. The places before the Blind's and the
caps' are those of a holding that is not there. At the end, not scaled, the largest and the
smallest Play multiples of flop and river, each less the one ante that every bet has."""

PLAY, ONCE, RIVER = 0, 1, 2
"""Channels of a value row: W − L, a bet of one ante, the better of the river's bet and a fold."""
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


@inlined
def card_table() -> Array:
    """The two cards of every holding."""
    ranks = pair_ranks()
    cards = np.zeros((HOLDINGS, 2), np.int64)
    for row in range(HOLDINGS):
        cards[row, 0], cards[row, 1] = holding_cards(row, ranks)
    return cards


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
    """Bad Beat on a board: the beaten hand decides, whoever held it; a tie loses."""
    for h in range(count):
        mine, c, d = cat[h], cards[h, 0], cards[h, 1]
        if mine == NOBODY:
            out[h] = 0
            continue
        own, net = wins[h], -ties[h] * pays[BEAT_STAKE]
        for lower in range(mine):
            row = by_category[lower]
            beaten = row[ALL] - row[c] - row[d]
            own -= beaten
            net += beaten * pays[BEAT + lower]
        out[h] = net + (own + DEALERS - wins[h] - ties[h]) * pays[BEAT + mine]


@inlined
def river_more(play: int, pays: Array) -> int:
    """Antes beyond the first in the river's best bet: a bet's value is a straight line in it."""
    return int(pays[RIVER_MOST] if play >= 0 else pays[RIVER_LEAST])


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
        capped = pays[CAPPED + mine]
        play = (win - loss) * scale - capped * win
        once = play + (ante - loss) * scale - capped * (ante + loss)
        once += pays[BLIND + mine] * win + side[h]
        sure = DEALERS * pays[SURE + mine]
        there = mine != NOBODY
        out[PLAY, h] = play if there else 0
        out[ONCE, h] = once + sure if there else 0
        out[RIVER, h] = (once if once > fold else fold) + sure if there else 0
    if pays[RIVER_MOST]:
        for h in range(count):
            if cat[h] != NOBODY:
                bet = out[ONCE, h] + river_more(out[PLAY, h], pays) * out[PLAY, h]
                out[RIVER, h] = max(bet, fold + DEALERS * pays[SURE + cat[h]])
