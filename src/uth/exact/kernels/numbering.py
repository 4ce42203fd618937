"""The numbering of holdings, flops and boards.

Strength depends on ranks, and on the flush suit: the one suit with three or more cards on the
board. So a board is either a multiset of five ranks, or a set of ranks inside its flush suit and a
multiset of ranks outside it. A holding is a rank pair and which of its cards are in that suit.
Ranks are 0 (deuce) to 12 (ace).
"""

from __future__ import annotations

from uth.exact.kernels.cache import inlined

RANKS = 13
PAIRS = 91
"""Rank pairs: multisets of two ranks."""

ONE_SUITED = PAIRS
"""The first holding with one card inside the flush suit and one outside it."""
BOTH_SUITED = ONE_SUITED + 169
HOLDINGS = BOTH_SUITED + 78
"""338 kinds of holding with respect to a flush suit: no card, one card or both inside it."""

RANK_FLOPS = 455
RANK_BOARDS = 6188
"""Multisets of five ranks; thirteen of them (five of one rank) cannot be dealt."""

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
"""2,483 flops as seen from a suit of which they have three, two or one card."""


@inlined
def rank_pair(a: int, b: int) -> int:
    """The index of a multiset of two ranks, in either order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@inlined
def two_ranks(low: int, high: int) -> int:
    """The index of a set of two ranks."""
    return high * (high - 1) // 2 + low


@inlined
def three_ranks(low: int, middle: int, high: int) -> int:
    """The index of a set of three ranks; a multiset (a, b, c) is the set (a, b + 1, c + 2)."""
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@inlined
def four_ranks(a: int, b: int, c: int, d: int) -> int:
    """The index of a set of four ranks, ascending."""
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + three_ranks(a, b, c)


@inlined
def five_ranks(a: int, b: int, c: int, d: int, e: int) -> int:
    """The index of a set of five ranks, ascending."""
    return e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120 + four_ranks(a, b, c, d)


@inlined
def rank_flop(a: int, b: int, c: int) -> int:
    """The index of a multiset of three ranks, ascending."""
    return three_ranks(a, b + 1, c + 2)


@inlined
def rank_board(a: int, b: int, c: int, d: int, e: int) -> int:
    """The index of a multiset of five ranks, ascending."""
    return five_ranks(a, b + 1, c + 2, d + 3, e + 4)


@inlined
def one_suited(inside: int, outside: int) -> int:
    """The kind of a holding with one rank inside the flush suit and one outside."""
    return ONE_SUITED + inside * RANKS + outside


@inlined
def both_suited(a: int, b: int) -> int:
    """The kind of a holding with both ranks inside the flush suit."""
    return BOTH_SUITED + (two_ranks(b, a) if a > b else two_ranks(a, b))
