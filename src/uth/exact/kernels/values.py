"""What a holding is worth on a full board, in integers: antes × 990 dealer holdings × scale.

With wins W, ties T and losses L, and a dealer who needs a pair, a Play bet of m antes is worth
m (W − L) + (Wq − Lq) + blind × W − L, where q counts dealers with a pair or better.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uth.exact.kernels.cache import inlined
from uth.exact.kernels.counting import ALL, CATEGORIES, FULL_HOUSE, OUTSIDE
from uth.exact.kernels.layout import BOTH_SUITED, ONE_SUITED, RANKS

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

DEALERS = 990
SCALE, QUALIFY, BEAT_STAKE, BLIND, BEAT = 0, 1, 2, 3, 13
PAYS = 23
"""A pay vector: scale, whether a pair qualifies, the Bad Beat's stake, then for each category
what the Blind pays and what the Bad Beat pays for a hand beaten, all × scale."""

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


@inlined
def bad_beat(
    wins: int, losses: int, cat: int, c: int, d: int, by_category: Array, pays: Array
) -> int:
    """Bad Beat's result: the loser's hand is paid, if it is three of a kind or better."""
    paid = losses * pays[BEAT + cat]
    hits = losses if pays[BEAT + cat] else 0
    beaten = 0
    for lower in range(3, cat):
        held = by_category[lower, ALL] - by_category[lower, c] - by_category[lower, d]
        beaten += held
        paid += held * pays[BEAT + lower]
        if pays[BEAT + lower]:
            hits += held
    lesser = wins
    for lower in range(cat):
        lesser -= by_category[lower, ALL] - by_category[lower, c] - by_category[lower, d]
    if pays[BEAT + cat]:
        paid += lesser * pays[BEAT + cat]
        hits += lesser
    return int(paid - (DEALERS - hits) * pays[BEAT_STAKE])


@inlined
def value(
    wins: int,
    ties: int,
    cat: int,
    c: int,
    d: int,
    by_category: Array,
    pays: Array,
) -> tuple[int, int, int]:
    """The three channels for one holding {c, d} on one board."""
    losses = DEALERS - wins - ties
    scale = pays[SCALE]
    ante = wins - losses
    if pays[QUALIFY]:
        unqualified = by_category[0, ALL] - by_category[0, c] - by_category[0, d]
        if cat:
            ante -= unqualified
        else:
            ante = unqualified + 1 - DEALERS
    play = (wins - losses) * scale
    once = play + (ante - losses) * scale + pays[BLIND + cat] * wins
    fold = -2 * DEALERS * scale
    if pays[BEAT_STAKE]:
        once += bad_beat(wins, losses, cat, c, d, by_category, pays)
        fold -= DEALERS * pays[BEAT_STAKE]
    return play, once, max(once, fold)


__all__ = ["CATEGORIES", "FULL_HOUSE"]
