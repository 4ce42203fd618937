"""How hands and boards are numbered.

Strength looks at ranks, and at the one suit of which the board has three or more. So a board is
either a multiset of five ranks, or a set of ranks in its flush suit and a multiset of ranks
outside it; a holding is a rank pair, and how many of the two cards are in that suit.
Ranks are 0 (deuce) to 12 (ace).
"""

from __future__ import annotations

from uth.exact.kernels.cache import inlined

RANKS = 13
PAIRS = 91
"""Multisets of two ranks: a rank class of holdings."""

ONE_SUITED = PAIRS
"""Where holdings with the first card in the flush suit and the second outside it begin."""
BOTH_SUITED = ONE_SUITED + 169
HOLDINGS = BOTH_SUITED + 78
"""338 kinds of holding against a flush suit: none, one or both cards in it."""

RANK_FLOPS = 455
RANK_BOARDS = 6188
"""Multisets of five ranks; thirteen of them (five of a rank) cannot be dealt."""

BOARDS_3, BOARDS_4, BOARDS_5 = 286 * PAIRS, 715 * RANKS, 1287
FROM_4 = BOARDS_3
FROM_5 = BOARDS_3 + BOARDS_4
SUITED_SETS = 286 + 715 + 1287
FLUSH_BOARDS = FROM_5 + BOARDS_5
"""36,608 boards with three, four or five cards in the flush suit."""

FLOPS_3, FLOPS_2, FLOPS_1 = 286, 78 * RANKS, RANKS * PAIRS
FLOP_FROM_2 = FLOPS_3
FLOP_FROM_1 = FLOPS_3 + FLOPS_2
FLUSH_FLOPS = FLOP_FROM_1 + FLOPS_1
"""2,483 flops seen from a suit of which they have three, two or one card."""


@inlined
def pair_class(a: int, b: int) -> int:
    """Two ranks in any order, equal or not."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@inlined
def duo(low: int, high: int) -> int:
    """A set of two ranks."""
    return high * (high - 1) // 2 + low


@inlined
def trio(low: int, middle: int, high: int) -> int:
    """A set of three ranks, ascending; a multiset (a, b, c) is the set (a, b + 1, c + 2)."""
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@inlined
def quad(a: int, b: int, c: int, d: int) -> int:
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + trio(a, b, c)


@inlined
def quint(a: int, b: int, c: int, d: int, e: int) -> int:
    return e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120 + quad(a, b, c, d)


@inlined
def rank_flop(a: int, b: int, c: int) -> int:
    """Three ranks, ascending."""
    return trio(a, b + 1, c + 2)


@inlined
def rank_board(a: int, b: int, c: int, d: int, e: int) -> int:
    """Five ranks, ascending."""
    return quint(a, b + 1, c + 2, d + 3, e + 4)


@inlined
def one_suited(inside: int, outside: int) -> int:
    return ONE_SUITED + inside * RANKS + outside


@inlined
def both_suited(a: int, b: int) -> int:
    return BOTH_SUITED + (duo(b, a) if a > b else duo(a, b))
