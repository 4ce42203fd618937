"""The value of a holding on a full board, as an integer: antes × 990 dealer holdings × scale.

With W wins, T ties and L losses, a Play bet of m antes is worth
m (W − L) + (Wq − Lq) + blind × W − L, where q counts only dealers who qualify.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined
from uth.exact.kernels.numbering import BOTH_SUITED, HOLDINGS, ONE_SUITED, RANKS
from uth.exact.kernels.wins_and_ties import ALL, NO_HOLDING, OUTSIDE, pair_ranks

DEALERS = 990
SCALE, QUALIFY, BEAT_STAKE, BLIND, BEAT, HAND_PAYS, CAPPED = 0, 1, 2, 4, 14, 24, 35
FLOP_MOST, FLOP_LEAST, RIVER_MOST, RIVER_LEAST = 45, 46, 47, 48
PAYS = 49
"""The pay vector. First, × scale: the scale, whether the dealer needs a pair, the stake on
the beaten hand.
Then, × scale and by category: what the Blind pays, what that stake nets by the beaten hand, and
what the player's hand is paid regardless of the result (`HAND_PAYS`). `CAPPED` has the scale again
if a cap fixes a hand's total winnings, which are then stored as the Blind's pay. The entries before
`BLIND` and `CAPPED` belong to `NO_HOLDING` (−1). Last, not scaled: the largest and the smallest
Play multiples of flop and river, each minus 1."""

PLAY, ONE_ANTE, RIVER = 0, 1, 2
"""Channels of a value row: one more ante on Play (W − L), a Play bet of one ante, and the better of
the river's best bet and a fold."""
CHANNELS = 3


@inlined
def holding_cards(row: int, ranks: Array) -> tuple[int, int]:
    """The kinds of the two cards of a kind of holding."""
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
    """The two card kinds of every kind of holding."""
    ranks = pair_ranks()
    cards = np.zeros((HOLDINGS, 2), np.int64)
    for row in range(HOLDINGS):
        cards[row, 0], cards[row, 1] = holding_cards(row, ranks)
    return cards


@inlined
def beaten_hand_nets(
    count: int,
    wins: Array,
    ties: Array,
    cat: Array,
    cards: Array,
    by_category: Array,
    pays: Array,
    out: Array,
) -> None:
    """What a wager nets by the beaten hand on a board, whoever holds it; a tie loses."""
    for h in range(count):
        mine, c, d = cat[h], cards[h, 0], cards[h, 1]
        if mine == NO_HOLDING:
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
def river_extra(play: int, pays: Array) -> int:
    """The antes beyond the first in the best river bet: the most if each gains, else the least."""
    return int(pays[RIVER_MOST] if play >= 0 else pays[RIVER_LEAST])


@inlined
def value_rows(
    count: int,
    counts: tuple[Array, ...],
    i: int,
    cards: Array,
    pays: Array,
    side: Array,
    out: Array,
) -> None:
    """The three channels of every holding on board i; zero for holdings that cannot exist.

    `counts` are the wins, ties, categories and dealers by category of every board.
    """
    wins, ties, cat, by_category = counts[0][i], counts[1][i], counts[2][i], counts[3][i]
    scale, qualify = pays[SCALE], pays[QUALIFY]
    fold = -DEALERS * (2 * scale + pays[BEAT_STAKE])
    high_cards = by_category[0]
    if pays[BEAT_STAKE]:
        beaten_hand_nets(count, wins, ties, cat, cards, by_category, pays, side)
    for h in range(count):
        mine, win = cat[h], wins[h]
        loss = DEALERS - win - ties[h]
        ante = win - loss
        if qualify:
            unqualified = high_cards[ALL] - high_cards[cards[h, 0]] - high_cards[cards[h, 1]]
            ante = ante - unqualified if mine > 0 else unqualified + 1 - DEALERS
        capped = pays[CAPPED + mine]
        play = (win - loss) * scale - capped * win
        one_ante = play + (ante - loss) * scale - capped * (ante + loss)
        one_ante += pays[BLIND + mine] * win + side[h]
        sure = DEALERS * pays[HAND_PAYS + mine]
        there = mine != NO_HOLDING
        out[PLAY, h] = play if there else 0
        out[ONE_ANTE, h] = one_ante + sure if there else 0
        out[RIVER, h] = (one_ante if one_ante > fold else fold) + sure if there else 0
    if pays[RIVER_MOST]:
        for h in range(count):
            if cat[h] != NO_HOLDING:
                bet = out[ONE_ANTE, h] + river_extra(out[PLAY, h], pays) * out[PLAY, h]
                out[RIVER, h] = max(bet, fold + DEALERS * pays[HAND_PAYS + cat[h]])
