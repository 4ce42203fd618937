"""Wins and ties of every holding on a board against all dealer holdings, from running totals.

`below[g]` counts the dealer holdings weaker than strength group g: in total and with each kind of
card. A holding {c, d} of group g beats total − with c − with d of them. No term for "with both"
is needed: the only such holding is {c, d} itself, which is not weaker.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined
from uth.exact.kernels.numbering import BOTH_SUITED, ONE_SUITED, PAIRS, RANKS, rank_pair, two_ranks

OUTSIDE = 13
"""Kinds of card: thirteen ranks inside the flush suit, thirteen outside it, then the total."""
ALL = 26
CARDS = 27
PADDED_CARDS = 32
"""A row of card kinds, padded to the width of a vector instruction."""
CATEGORIES = 10
FLUSH, FULL_HOUSE, STRAIGHT_FLUSH = 5, 6, 8
NO_HOLDING = -1
"""The category of a holding that cannot exist on the board."""


@inlined
def pair_ranks() -> Array:
    """The two ranks of each rank pair, the higher first."""
    ranks = np.zeros((PAIRS, 2), np.int64)
    for a in range(RANKS):
        for b in range(a + 1):
            ranks[rank_pair(a, b), 0] = a
            ranks[rank_pair(a, b), 1] = b
    return ranks


@inlined
def count_by_group(
    ranks: Array,
    group: Array,
    groups: int,
    inside: Array,
    outside: Array,
    one: bool,
    same: Array,
    below: Array,
) -> None:
    """Count dealer holdings without a flush by strength group and card, then as running totals.

    `one`: include holdings with one card in the flush suit, because a flush needs two.
    """
    for g in range(groups):
        for card in range(PADDED_CARDS):
            same[g, card] = 0
    for k in range(PAIRS):
        g, a, b = group[k], ranks[k, 0], ranks[k, 1]
        if a == b:
            same[g, ALL] += outside[a] * (outside[a] - 1) // 2
            same[g, OUTSIDE + a] += outside[a] - 1
            if one:
                same[g, ALL] += inside[a] * outside[a]
                same[g, a] += outside[a]
                same[g, OUTSIDE + a] += inside[a]
        elif one:
            same[g, ALL] += (
                outside[a] * outside[b] + inside[a] * outside[b] + inside[b] * outside[a]
            )
            same[g, OUTSIDE + a] += outside[b] + inside[b]
            same[g, OUTSIDE + b] += outside[a] + inside[a]
            same[g, a] += outside[b]
            same[g, b] += outside[a]
        else:
            same[g, ALL] += outside[a] * outside[b]
            same[g, OUTSIDE + a] += outside[b]
            same[g, OUTSIDE + b] += outside[a]
    for card in range(PADDED_CARDS):
        below[0, card] = 0
    for g in range(groups):
        for card in range(PADDED_CARDS):
            below[g + 1, card] = below[g, card] + same[g, card]


@inlined
def fill_unsuited(
    ranks: Array,
    group: Array,
    category: Array,
    outside: Array,
    same: Array,
    below: Array,
    full: int,
    more: int,
    wins: Array,
    ties: Array,
    cat: Array,
) -> None:
    """Holdings with no card in the flush suit; from group `full` on they beat `more` flushes."""
    for k in range(PAIRS):
        g, a, b = group[k], ranks[k, 0], ranks[k, 1]
        if outside[b] and outside[a] > (a == b):
            wins[k] = below[g, ALL] - below[g, OUTSIDE + a] - below[g, OUTSIDE + b]
            ties[k] = same[g, ALL] - same[g, OUTSIDE + a] - same[g, OUTSIDE + b] + 1
            if g >= full:
                wins[k] += more
            cat[k] = category[k]


@inlined
def fill_one_suited(
    group: Array,
    category: Array,
    inside: Array,
    outside: Array,
    same: Array,
    below: Array,
    full: int,
    flushes: Array,
    wins: Array,
    ties: Array,
    cat: Array,
) -> None:
    """Holdings with one card in the flush suit, where a flush needs two."""
    for a in range(RANKS):
        if inside[a]:
            more = flushes[ALL] - flushes[a]
            for b in range(RANKS):
                k = rank_pair(a, b)
                g = group[k]
                row = ONE_SUITED + a * RANKS + b
                wins[row] = below[g, ALL] - below[g, a] - below[g, OUTSIDE + b]
                ties[row] = same[g, ALL] - same[g, a] - same[g, OUTSIDE + b] + 1
                if g >= full:
                    wins[row] += more
                cat[row] = category[k] if outside[b] else NO_HOLDING


PAIR_ITEM, SINGLE_ITEM, BARE_ITEM = 0, 78, 91
ITEMS = 92
"""What a holding adds to the flush suit: two cards, one card or none."""
STRENGTH, LOWER, EQUAL = 0, 1, 4
"""Columns of an item: its strength; disjoint items of two, one, no cards that it beats; ties."""


@inlined
def compare_flushes(held: int, need: int, flush: Array, items: Array, by_category: Array) -> None:
    """Compare all flushes that holdings make with the suited ranks of a board.

    `by_category[c]` counts items of two, one and no cards; from column 3, items of two cards with
    each rank; from column 16, items of one card of each rank.
    """
    masks = np.zeros(48, np.int64)
    index = np.zeros(48, np.int64)
    sizes = np.zeros(48, np.int64)
    count = 0
    by_category[:] = 0
    if need == 0:
        index[0] = BARE_ITEM
        count = 1
    for a in range(RANKS):
        if held >> a & 1:
            continue
        if need <= 1:
            masks[count], index[count], sizes[count] = 1 << a, SINGLE_ITEM + a, 1
            count += 1
        for b in range(a):
            if not held >> b & 1:
                masks[count], index[count], sizes[count] = 1 << a | 1 << b, two_ranks(b, a), 2
                count += 1
    for i in range(count):
        strength = flush[held | masks[i]]
        row = items[index[i]]
        row[:] = 0
        row[STRENGTH] = strength
        for j in range(count):
            if masks[i] & masks[j] == 0:
                other = flush[held | masks[j]]
                if other < strength:
                    row[LOWER + 2 - sizes[j]] += 1
                elif other == strength:
                    row[EQUAL + 2 - sizes[j]] += 1
        category = strength >> 20
        by_category[category, 2 - sizes[i]] += 1
        for a in range(RANKS):
            if masks[i] >> a & 1:
                by_category[category, (3 if sizes[i] == 2 else 16) + a] += 1


@inlined
def dealer_holdings(item: Array, first: int, left: int) -> int:
    """The dealer holdings that items of two, one, no cards represent; `left` cards are outside."""
    bare = item[first + 2] * left * (left - 1) // 2
    return int(item[first] + item[first + 1] * left + bare)


@inlined
def fill_flushes(
    held: int,
    need: int,
    items: Array,
    outside: Array,
    low: Array,
    everything: Array,
    wins: Array,
    ties: Array,
    cat: Array,
) -> None:
    """Holdings that make a flush; they also beat every `low` holding (below a flush)."""
    left = 39 - need
    for a in range(RANKS):
        if held >> a & 1:
            continue
        for b in range(a):
            if held >> b & 1:
                continue
            item = items[two_ranks(b, a)]
            row = BOTH_SUITED + two_ranks(b, a)
            plain = everything if item[STRENGTH] >> 20 >= STRAIGHT_FLUSH else low
            wins[row] = plain[ALL] - plain[a] - plain[b] + dealer_holdings(item, LOWER, left)
            ties[row] = dealer_holdings(item, EQUAL, left)
            cat[row] = item[STRENGTH] >> 20
        if need <= 1:
            item = items[SINGLE_ITEM + a]
            plain = everything if item[STRENGTH] >> 20 >= STRAIGHT_FLUSH else low
            beaten, equal = (
                dealer_holdings(item, LOWER, left - 1),
                dealer_holdings(item, EQUAL, left - 1),
            )
            for y in range(RANKS):
                row = ONE_SUITED + a * RANKS + y
                wins[row] = plain[ALL] - plain[a] - plain[OUTSIDE + y] + beaten
                ties[row] = equal
                cat[row] = item[STRENGTH] >> 20 if outside[y] else NO_HOLDING
    if need == 0:
        item = items[BARE_ITEM]
        for k in range(PAIRS):
            wins[k] = dealer_holdings(item, LOWER, left - 2)
            ties[k] = dealer_holdings(item, EQUAL, left - 2)
            cat[k] = item[STRENGTH] >> 20


@inlined
def add_flush_dealers(need: int, flushes: Array, outside: Array, by_category: Array) -> None:
    """Add the dealer's flushes to the counts by category: in total and with each card."""
    left = 39 - need
    for c in range(FLUSH, CATEGORIES):
        pairs, singles, bare = flushes[c, 0], flushes[c, 1], flushes[c, 2]
        if pairs + singles + bare == 0:
            continue
        by_category[c, ALL] += pairs + singles * left + bare * left * (left - 1) // 2
        for a in range(RANKS):
            by_category[c, a] += flushes[c, 3 + a] + flushes[c, 16 + a] * left
            if outside[a]:
                by_category[c, OUTSIDE + a] += singles + bare * (left - 1)
