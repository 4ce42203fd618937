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
def pair_class(a: int, b: int) -> int:
    """The index of a multiset of two ranks, in either order."""
    return a * (a + 1) // 2 + b if a >= b else b * (b + 1) // 2 + a


@inlined
def duo(low: int, high: int) -> int:
    """The index of a set of two ranks."""
    return high * (high - 1) // 2 + low


@inlined
def trio(low: int, middle: int, high: int) -> int:
    """The index of a set of three ranks; a multiset (a, b, c) is the set (a, b + 1, c + 2)."""
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@inlined
def quad(a: int, b: int, c: int, d: int) -> int:
    return d * (d - 1) * (d - 2) * (d - 3) // 24 + trio(a, b, c)


@inlined
def quint(a: int, b: int, c: int, d: int, e: int) -> int:
    return e * (e - 1) * (e - 2) * (e - 3) * (e - 4) // 120 + quad(a, b, c, d)


@inlined
def rank_flop(a: int, b: int, c: int) -> int:
    """The index of a multiset of three ranks, ascending."""
    return trio(a, b + 1, c + 2)


@inlined
def rank_board(a: int, b: int, c: int, d: int, e: int) -> int:
    """The index of a multiset of five ranks, ascending."""
    return quint(a, b + 1, c + 2, d + 3, e + 4)


@inlined
def one_suited(inside: int, outside: int) -> int:
    return ONE_SUITED + inside * RANKS + outside


@inlined
def both_suited(a: int, b: int) -> int:
    return BOTH_SUITED + (duo(b, a) if a > b else duo(a, b))
