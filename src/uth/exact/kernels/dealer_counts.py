"""Dealer holdings counted by result against one hand on one board.

Dealer holdings are counted by kind (two ranks, and which are in the board's flush suit), weighted
by the number of cards left.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined
from uth.exact.kernels.evaluator import RANK_SUMS, ROW_BITS

NO_FLUSH = 9
"""How many suited cards a flush needs if the board has no flush suit: more than a holding has."""
WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = 0, 1, 2, 3, 4
OUTCOMES = 5
"""Counts of dealer holdings by result; "unqualified" dealers have less than a pair."""

BoardFacts: TypeAlias = tuple[int, int, int, int]
"""A board: sum of rank numbers, ranks in the flush suit, cards a flush needs, that suit."""

SUMS = np.array(RANK_SUMS, np.int64)


@inlined
def rank_strength(total: int, offsets: Array, table: Array) -> int:
    """The strength index of seven ranks, from the sum of their numbers."""
    return int(table[offsets[total >> ROW_BITS] + (total & ((1 << ROW_BITS) - 1))])


@inlined
def strength_with(
    board: BoardFacts, a: int, s: int, b: int, t: int, tables: tuple[Array, ...]
) -> int:
    """The strength index of a board with ranks a, b; s, t: whether each is in its flush suit."""
    total, suited, need, _ = board
    offsets, table, flush = tables
    if s + t >= need:
        return int(flush[suited | s << a | t << b])
    return rank_strength(total + SUMS[a] + SUMS[b], offsets, table)


@inlined
def add_dealers(
    seen: tuple[int, int, int, int], theirs: int, mine: int, pair: int, ways: int
) -> tuple[int, int, int, int]:
    """Add `ways` dealer holdings of one strength to: all, beaten, tied, without a pair."""
    return (
        seen[0] + ways,
        seen[1] + ways * (theirs < mine),
        seen[2] + ways * (theirs == mine),
        seen[3] + ways * (theirs < pair),
    )


@inlined
def count_known_dealers(
    mine: int,
    pair: int,
    board: BoardFacts,
    left: tuple[Array, Array],
    known: Array,
    tables: tuple[Array, ...],
) -> tuple[int, int, int, int]:
    """Count dealer holdings if one or both of the dealer's cards are known."""
    seen, suit = (0, 0, 0, 0), board[3]
    inside, outside = left
    a, s = known[0] >> 2, int(known[0] & 3 == suit)
    if len(known) == 2:
        b, t = known[1] >> 2, int(known[1] & 3 == suit)
        return add_dealers(seen, strength_with(board, a, s, b, t, tables), mine, pair, 1)
    for b in range(13):
        if outside[b]:
            theirs = strength_with(board, a, s, b, 0, tables)
            seen = add_dealers(seen, theirs, mine, pair, outside[b])
        if inside[b]:
            theirs = strength_with(board, a, s, b, 1, tables)
            seen = add_dealers(seen, theirs, mine, pair, 1)
    return seen


@inlined
def count_all_dealers(
    mine: int, pair: int, board: BoardFacts, left: tuple[Array, Array], tables: tuple[Array, ...]
) -> tuple[int, int, int, int]:
    """Count all dealer holdings; one suited card is as good as none if a flush needs two."""
    seen = (0, 0, 0, 0)
    total, suited, need, _ = board
    inside, outside = left
    offsets, table, flush = tables
    if need == 0:
        bare = int(flush[suited])
        out = 0
        for a in range(13):
            out += outside[a]
        seen = add_dealers(seen, bare, mine, pair, out * (out - 1) // 2)
    for a in range(13):
        out_a, in_a = outside[a], inside[a]
        sum_a = total + SUMS[a]
        if need:
            ways = out_a * (out_a - 1) // 2
            if need == 2:
                ways += in_a * out_a
            if ways:
                theirs = rank_strength(sum_a + SUMS[a], offsets, table)
                seen = add_dealers(seen, theirs, mine, pair, ways)
            for b in range(a):
                ways = out_a * outside[b]
                if need == 2:
                    ways += in_a * outside[b] + out_a * inside[b]
                if ways:
                    theirs = rank_strength(sum_a + SUMS[b], offsets, table)
                    seen = add_dealers(seen, theirs, mine, pair, ways)
        if in_a:
            if need < 2:
                out = 0
                for b in range(13):
                    out += outside[b]
                seen = add_dealers(seen, int(flush[suited | 1 << a]), mine, pair, out)
            for b in range(a):
                if inside[b]:
                    theirs = int(flush[suited | 1 << a | 1 << b])
                    seen = add_dealers(seen, theirs, mine, pair, 1)
    return seen


@inlined
def count_dealers(
    mine: int,
    pair: int,
    board: BoardFacts,
    left: tuple[Array, Array],
    known: Array,
    tables: tuple[Array, ...],
    counts: Array,
) -> None:
    """Count dealer holdings by result; `left`: cards of each rank inside and outside the suit."""
    if len(known):
        every, won, tied, low = count_known_dealers(mine, pair, board, left, known, tables)
    else:
        every, won, tied, low = count_all_dealers(mine, pair, board, left, tables)
    lost = every - won - tied
    counts[WON_UNQUALIFIED] = low if mine >= pair else won
    counts[LOST_UNQUALIFIED] = 0 if mine >= pair else low - won - tied
    counts[WON] = won - counts[WON_UNQUALIFIED]
    counts[TIED] = tied
    counts[LOST] = lost - counts[LOST_UNQUALIFIED]


@inlined
def flush_suit(cards: Array) -> int:
    """The suit with three or more of five cards, or -1."""
    for suit in range(4):
        count = 0
        for i in range(5):
            count += cards[i] & 3 == suit
        if count >= 3:
            return suit
    return -1


@inlined
def describe_board(cards: Array, free: Array, inside: Array, outside: Array) -> BoardFacts:
    """The facts of five cards; fills in the cards left of each rank inside and outside the suit."""
    suit = flush_suit(cards)
    total = suited = 0
    need = 5 if suit >= 0 else NO_FLUSH
    for i in range(5):
        total += SUMS[cards[i] >> 2]
        if cards[i] & 3 == suit:
            suited |= 1 << (cards[i] >> 2)
            need -= 1
    for rank in range(13):
        first = rank * 4
        left = int(free[first]) + int(free[first + 1]) + int(free[first + 2])
        inside[rank] = int(free[first + suit]) if suit >= 0 else 0
        outside[rank] = left + int(free[first + 3]) - inside[rank]
    return total, suited, need, suit
