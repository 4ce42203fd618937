"""The dealers that a table's known cards leave: how many of each kind, and whom they beat."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined
from uth.exact.kernels.exposure.known_dealers import (
    BLIND,
    FLOP_BET,
    PAIR_FROM,
    QUALIFY,
    RAISED,
    RIVER_BET,
    SCALE,
)
from uth.exact.kernels.numbering import BOTH_SUITED, ONE_SUITED, RANKS
from uth.exact.kernels.wins_and_ties import OUTSIDE

BET, RIVER, PLAIN_RIVER, RAISE = 0, 1, 2, 3
CHANNELS = 4
"""The flop bet; the river decided with all known cards; the river as without them; the raise."""


@inlined
def count_rank_pairs(free: Array, out: Array) -> None:
    """How many dealer holdings of each rank pair the free cards make."""
    at = 0
    for a in range(RANKS):
        for b in range(a):
            out[at + b] = free[a] * free[b]
        out[at + a] = free[a] * (free[a] - 1) // 2
        at += a + 1


@inlined
def count_kinds(free: Array, out: Array) -> None:
    """How many dealer holdings of each kind with respect to a suit the free cards make."""
    count_rank_pairs(free[OUTSIDE:], out)
    for c in range(RANKS):
        at = ONE_SUITED + c * RANKS
        for d in range(RANKS):
            out[at + d] = free[c] * free[OUTSIDE + d]
    at = BOTH_SUITED
    for b in range(RANKS):
        for a in range(b):
            out[at + a] = free[a] * free[b]
        at += b


@inlined
def count_below(strength: int, strengths: Array, many: Array) -> int:
    """The dealer holdings weaker than a strength; 32 bits, so that eight go at a time."""
    least, below, none = np.int32(strength), np.int32(0), np.int32(0)
    for h in range(len(many)):
        below = np.int32(below + (many[h] if strengths[h] < least else none))
    return int(below)


@inlined
def hand_row(
    mine: int,
    counts: tuple[int, int, int],
    dealers: int,
    terms: Array,
    folds: bool,
    row: Array,
) -> None:
    """The four values of one hand on a board, by wins, wins and ties, dealers without a pair."""
    win, not_lost, high = counts
    scale, category = terms[SCALE], mine >> 20
    loss = dealers - not_lost
    ante = win - loss
    if terms[QUALIFY]:
        ante = ante - high if category > 0 else high - dealers
    play = (win - loss) * scale
    one = play + (ante - loss) * scale + terms[BLIND + category] * win
    bet, fold = one + (terms[RIVER_BET] - 1) * play, -2 * dealers * scale
    row[BET] = one + (terms[FLOP_BET] - 1) * play
    row[RIVER] = max(bet, fold)
    row[PLAIN_RIVER] = fold if folds else bet
    row[RAISE] = one + (terms[RAISED] - 1) * play


@inlined
def free_cards(full: Array, board: Array, out: Array) -> bool:
    """The cards of each kind that a board leaves; whether it can be dealt."""
    out[:] = full
    for i in range(5):
        out[board[i]] -= 1
        if out[board[i]] < 0:
            return False
    return True


@inlined
def suited_dealers(left: Array, out: Array) -> int:
    """The rank pairs of all dealer holdings inside a suit of which these ranks are left."""
    count = 0
    for a in range(RANKS):
        for b in range(a):
            if left[a] > 0 and left[b] > 0:
                out[count] = a * (a + 1) // 2 + b
                count += 1
    return count


@inlined
def count_high(strengths: Array, many: Array) -> int:
    """The dealer holdings that make no pair."""
    return count_below(PAIR_FROM, strengths, many)
