"""One spot: fixed hole cards, any board so far, dead cards and known dealer cards.

Dealer holdings are taken by kind (two ranks, and which are in the board's flush suit), each as
often as the cards that are left allow; turn and river likewise, each kind looked at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.evaluator import RANK_SUMS, ROW_BITS
from uth.exact.kernels.values import (
    BLIND,
    CAPPED,
    CHANNELS,
    FLOP_LEAST,
    FLOP_MOST,
    ONCE,
    PLAY,
    QUALIFY,
    RIVER,
    SCALE,
    river_more,
)

if TYPE_CHECKING:
    from uth.exact.kernels.counting import Array

NO_FLUSH = 9
"""More cards of a suit than a hole can bring."""
WON, WON_UNQUALIFIED, TIED, LOST, LOST_UNQUALIFIED = 0, 1, 2, 3, 4
ENDS = 5

SUMS = np.array(RANK_SUMS, np.int64)


@inlined
def place_of(total: int, offsets: Array, table: Array) -> int:
    """The place of seven ranks, by the sum of their numbers; they must be possible ranks."""
    return int(table[offsets[total >> ROW_BITS] + (total & ((1 << ROW_BITS) - 1))])


@inlined
def made(
    total: int, suited: int, need: int, a: int, s: int, b: int, t: int, tables: tuple[Array, ...]
) -> int:
    """What ranks a and b make with a board; s and t say whether they are in its flush suit."""
    offsets, table, flush = tables
    if s + t >= need:
        return int(flush[suited | s << a | t << b])
    return place_of(total + SUMS[a] + SUMS[b], offsets, table)


@inlined
def weigh(
    seen: tuple[int, int, int, int], theirs: int, mine: int, pair: int, ways: int
) -> tuple[int, int, int, int]:
    """Add dealers who hold something: all, beaten, tied, and those without a pair."""
    return (
        seen[0] + ways,
        seen[1] + ways * (theirs < mine),
        seen[2] + ways * (theirs == mine),
        seen[3] + ways * (theirs < pair),
    )


@inlined
def weigh_known(
    mine: int,
    pair: int,
    total: int,
    suited: int,
    need: int,
    suit: int,
    inside: Array,
    outside: Array,
    known: Array,
    tables: tuple[Array, ...],
) -> tuple[int, int, int, int]:
    """Dealer holdings where one or both of his cards are known."""
    seen = (0, 0, 0, 0)
    a, s = known[0] >> 2, int(known[0] & 3 == suit)
    if len(known) == 2:
        b, t = known[1] >> 2, int(known[1] & 3 == suit)
        return weigh(seen, made(total, suited, need, a, s, b, t, tables), mine, pair, 1)
    for b in range(13):
        if outside[b]:
            theirs = made(total, suited, need, a, s, b, 0, tables)
            seen = weigh(seen, theirs, mine, pair, outside[b])
        if inside[b]:
            theirs = made(total, suited, need, a, s, b, 1, tables)
            seen = weigh(seen, theirs, mine, pair, 1)
    return seen


@inlined
def weigh_all(
    mine: int,
    pair: int,
    total: int,
    suited: int,
    need: int,
    inside: Array,
    outside: Array,
    tables: tuple[Array, ...],
) -> tuple[int, int, int, int]:
    """All dealer holdings; one card in the suit is as good as none where a flush needs two."""
    seen = (0, 0, 0, 0)
    offsets, table, flush = tables
    if need == 0:
        bare = int(flush[suited])
        out = 0
        for a in range(13):
            out += outside[a]
        seen = weigh(seen, bare, mine, pair, out * (out - 1) // 2)
    for a in range(13):
        out_a, in_a = outside[a], inside[a]
        sum_a = total + SUMS[a]
        if need:
            ways = out_a * (out_a - 1) // 2
            if need == 2:
                ways += in_a * out_a
            if ways:
                theirs = place_of(sum_a + SUMS[a], offsets, table)
                seen = weigh(seen, theirs, mine, pair, ways)
            for b in range(a):
                ways = out_a * outside[b]
                if need == 2:
                    ways += in_a * outside[b] + out_a * inside[b]
                if ways:
                    theirs = place_of(sum_a + SUMS[b], offsets, table)
                    seen = weigh(seen, theirs, mine, pair, ways)
        if in_a:
            if need < 2:
                out = 0
                for b in range(13):
                    out += outside[b]
                seen = weigh(seen, int(flush[suited | 1 << a]), mine, pair, out)
            for b in range(a):
                if inside[b]:
                    theirs = int(flush[suited | 1 << a | 1 << b])
                    seen = weigh(seen, theirs, mine, pair, 1)
    return seen


@inlined
def count_dealers(
    mine: int,
    pair: int,
    total: int,
    suited: int,
    need: int,
    suit: int,
    inside: Array,
    outside: Array,
    known: Array,
    tables: tuple[Array, ...],
    ends: Array,
) -> None:
    """All dealer holdings against one hand; `inside`, `outside`: cards left of each rank."""
    if len(known):
        every, won, tied, low = weigh_known(
            mine, pair, total, suited, need, suit, inside, outside, known, tables
        )
    else:
        every, won, tied, low = weigh_all(mine, pair, total, suited, need, inside, outside, tables)
    lost = every - won - tied
    ends[WON_UNQUALIFIED] = low if mine >= pair else won
    ends[LOST_UNQUALIFIED] = 0 if mine >= pair else low - won - tied
    ends[WON] = won - ends[WON_UNQUALIFIED]
    ends[TIED] = tied
    ends[LOST] = lost - ends[LOST_UNQUALIFIED]


@inlined
def flush_suit(cards: Array) -> int:
    """The suit of which five cards have three or more, or -1."""
    for suit in range(4):
        count = 0
        for i in range(5):
            count += cards[i] & 3 == suit
        if count >= 3:
            return suit
    return -1


@inlined
def look_at_board(
    cards: Array, free: Array, inside: Array, outside: Array
) -> tuple[int, int, int, int]:
    """Five cards: the sum of ranks, the ranks in the flush suit, what a flush needs, that suit."""
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


@kernel
def river_ends(
    hole: Array,
    board: Array,
    free: Array,
    known: Array,
    pair: int,
    tables: tuple[Array, ...],
    ends: Array,
) -> int:
    """How the round ends on a full board, counted over dealer holdings; the place of our hand."""
    inside, outside = np.zeros(13, np.int64), np.zeros(13, np.int64)
    total, suited, need, suit = look_at_board(board, free, inside, outside)
    s, t = int(hole[0] & 3 == suit), int(hole[1] & 3 == suit)
    mine = made(total, suited, need, hole[0] >> 2, s, hole[1] >> 2, t, tables)
    count_dealers(mine, pair, total, suited, need, suit, inside, outside, known, tables, ends)
    return mine


@inlined
def value_ends(ends: Array, category: int, pays: Array, out: Array) -> None:
    """The three channels of a full board, × the number of dealer holdings × scale."""
    scale = pays[SCALE]
    won, lost = ends[WON] + ends[WON_UNQUALIFIED], ends[LOST] + ends[LOST_UNQUALIFIED]
    ante = ends[WON] - ends[LOST] if pays[QUALIFY] else won - lost
    capped = pays[CAPPED + category]
    out[PLAY] = scale * (won - lost) - capped * won
    out[ONCE] = out[PLAY] + scale * (ante - lost) - capped * (ante + lost)
    out[ONCE] += pays[BLIND + category] * won
    fold = -2 * scale * (won + lost + ends[TIED])
    out[RIVER] = max(out[ONCE] + river_more(out[PLAY], pays) * out[PLAY], fold)


@kernel
def value_river(ends: Array, category: int, pays: Array, out: Array) -> None:
    """`value_ends` for those outside."""
    value_ends(ends, category, pays, out)


@kernel
def flop_values(
    hole: Array,
    flop: Array,
    free: Array,
    known: Array,
    pair: int,
    tables: tuple[Array, ...],
    category: Array,
    pays: Array,
    out: Array,
) -> None:
    """The three channels summed over every turn and river; `free` is as before on return."""
    cards = np.zeros(5, np.int64)
    cards[:3] = flop
    seen = np.empty((5, 26, 26, CHANNELS), np.int64)
    done = np.zeros((5, 26, 26), np.bool_)
    ends = np.zeros(ENDS, np.int64)
    out[:] = 0
    for turn in range(52):
        if not free[turn]:
            continue
        free[turn] = False
        cards[3] = turn
        for river in range(turn):
            if not free[river]:
                continue
            cards[4] = river
            suit = flush_suit(cards)
            a = (turn >> 2) + 13 * int(turn & 3 == suit)
            b = (river >> 2) + 13 * int(river & 3 == suit)
            if not done[suit + 1, a, b]:
                free[river] = False
                mine = river_ends(hole, cards, free, known, pair, tables, ends)
                free[river] = True
                value_ends(ends, category[mine], pays, seen[suit + 1, a, b])
                done[suit + 1, a, b] = True
            for channel in range(CHANNELS):
                out[channel] += seen[suit + 1, a, b, channel]
        free[turn] = True


@kernel
def pre_flop_values(
    highest: int,
    hole: Array,
    free: Array,
    known: Array,
    pair: int,
    tables: tuple[Array, ...],
    category: Array,
    pays: Array,
    out: Array,
) -> None:
    """Over all flops with a given highest card: W − L, a bet of one ante, and checking.

    `free` is the caller's own; checking takes the better of a bet and waiting on each flop.
    """
    flop, row = np.zeros(3, np.int64), np.zeros(CHANNELS, np.int64)
    out[:] = 0
    if not free[highest]:
        return
    flop[0] = highest
    free[highest] = False
    for middle in range(highest):
        if not free[middle]:
            continue
        flop[1] = middle
        free[middle] = False
        for lowest in range(middle):
            if not free[lowest]:
                continue
            flop[2] = lowest
            free[lowest] = False
            flop_values(hole, flop, free, known, pair, tables, category, pays, row)
            free[lowest] = True
            out[PLAY] += row[PLAY]
            out[ONCE] += row[ONCE]
            more = pays[FLOP_MOST] if row[PLAY] >= 0 else pays[FLOP_LEAST]
            out[RIVER] += max(row[RIVER], row[ONCE] + more * row[PLAY])
        free[middle] = True
    free[highest] = True
