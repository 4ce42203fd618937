"""From flops to decisions before the flop: what a check and a raise are worth by what is seen.

Flops that differ only by suits which the known cards do not distinguish are taken once, with their
number. So sums of one holding mean nothing alone; only those of all equivalent ones do.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.exposure.known_dealers import FOLDS, GAIN, RAISE, RIVER
from uth.exact.kernels.numbering import (
    FLOP_FROM_1,
    FLOP_FROM_2,
    PAIRS,
    RANKS,
    rank_flop,
    rank_pair,
    three_ranks,
    two_ranks,
)

CHECKED, RAISED, BETS, FOLDED, CELLS = 0, 1, 2, 3, 4
COLUMNS = 5
"""What is summed for a group: the value of checking and of raising, the flops with a bet and the
dealers folded to after a check, and all flops."""
HOLES = 1326
NO_CARD = -1


@inlined
def hole_number(c: int, d: int) -> int:
    """The index of two cards, in either order."""
    return d * (d - 1) // 2 + c if c < d else c * (c - 1) // 2 + d


@inlined
def sorted_three(a: int, b: int, c: int) -> tuple[int, int, int]:
    low, high = min(a, b, c), max(a, b, c)
    return low, a + b + c - low - high, high


@kernel
def distinct_flops(free: Array, images: Array) -> Array:
    """One flop for each class under suit permutations: three cards and how many are equivalent."""
    flops = np.zeros((22100, 4), np.int64)
    at = 0
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if not (free[a] and free[b] and free[c]):
                    continue
                mine = (c * 52 + b) * 52 + a
                same, lowest = 0, True
                for p in range(len(images)):
                    x, y, z = sorted_three(images[p, a], images[p, b], images[p, c])
                    other = (z * 52 + y) * 52 + x
                    same += other == mine
                    lowest &= other >= mine
                if lowest:
                    flops[at, 0], flops[at, 1], flops[at, 2] = a, b, c
                    flops[at, 3] = len(images) // same
                    at += 1
    return flops[:at]


@inlined
def seen_from(flop: Array, suit: int) -> int:
    """The flop as a suit sees it, -1 if it has no card of that suit."""
    inside, outside = np.zeros(3, np.int64), np.zeros(3, np.int64)
    suited = other = 0
    for i in range(3):
        if flop[i] & 3 == suit:
            inside[suited] = flop[i] >> 2
            suited += 1
        else:
            outside[other] = flop[i] >> 2
            other += 1
    if suited == 3:
        return three_ranks(inside[0], inside[1], inside[2])
    if suited == 2:
        return int(FLOP_FROM_2 + two_ranks(inside[0], inside[1]) * RANKS + outside[0])
    if suited == 1:
        return int(FLOP_FROM_1 + inside[0] * PAIRS + rank_pair(outside[0], outside[1]))
    return NO_CARD


@inlined
def flop_rows(flop: Array, view_of_suit: Array, rows: Array) -> int:
    """The suits of a flop: suit, view and the flop's number there; unused rows see nothing."""
    count = 0
    for suit in range(4):
        number = seen_from(flop, suit)
        if number != NO_CARD:
            rows[count, 0], rows[count, 1], rows[count, 2] = suit, view_of_suit[suit], number
            count += 1
    for i in range(count, 3):
        rows[i, 0], rows[i, 1], rows[i, 2] = 0, NO_CARD, 0
    return count


@inlined
def cell_values(
    channel: int,
    kinds: Array,
    ranks: Array,
    views: Array,
    rows: Array,
    out: Array,
) -> None:
    """A channel's sums on a flop for all holdings: by ranks, and what each suit adds."""
    pairs, by_ranks = kinds[4], ranks[channel]
    for at in range(len(out)):
        out[at] = by_ranks[pairs[at]]
    for i in range(3):
        if rows[i, 1] != NO_CARD:
            of_suit, sums = kinds[rows[i, 0]], views[rows[i, 1], rows[i, 2], channel]
            for at in range(len(out)):
                out[at] += sums[of_suit[at]]


@kernel
def group_flops(
    flops: Array,
    holdings: Array,
    masks: Array,
    kinds: Array,
    rank_sums: Array,
    views: Array,
    view_of_suit: Array,
    seen: int,
    groups: Array,
) -> None:
    """Add the value of every flop and holding to the group of what was seen of the flop.

    Groups are holdings (nothing is seen), holding × 52 + card, or holding × 1,326 + two cards.
    `masks` are the cards of each holding as bits, `kinds` what each suit and the ranks see of it.
    """
    rows, many = np.zeros((3, 3), np.int64), len(holdings)
    gains, folds = np.zeros(many, np.int64), np.zeros(many, np.int64)
    rivers, raises = np.zeros(many, np.int64), np.zeros(many, np.int64)
    for f in range(len(flops)):
        flop, weight = flops[f], flops[f, 3]
        flop_rows(flop, view_of_suit, rows)
        a, b, c = flop[0], flop[1], flop[2]
        taken = np.int64(1) << a | np.int64(1) << b | np.int64(1) << c
        ranks = rank_sums[rank_flop(a >> 2, b >> 2, c >> 2)]
        cell_values(GAIN, kinds, ranks, views, rows, gains)
        cell_values(FOLDS, kinds, ranks, views, rows, folds)
        if seen:
            cell_values(RIVER, kinds, ranks, views, rows, rivers)
            cell_values(RAISE, kinds, ranks, views, rows, raises)
        for at in range(many):
            if masks[at] & taken:
                continue
            gain, bets = gains[at], weight if gains[at] >= 0 else 0
            folded = 0 if bets else weight * folds[at]
            checked, raised = max(gain, 0) + rivers[at], raises[at]
            h = holdings[at]
            for i in range(3 if seen == 1 or seen == 2 else 1):
                if seen == 0:
                    row = h
                elif seen == 1:
                    row = h * 52 + flop[i]
                elif seen == 2:
                    row = h * HOLES + hole_number(flop[i], flop[(i + 1) % 3])
                else:
                    row = 0 if raised >= checked else 1
                groups[row, CHECKED] += weight * checked
                groups[row, RAISED] += weight * raised
                groups[row, BETS] += bets
                groups[row, FOLDED] += folded
                groups[row, CELLS] += weight


@kernel
def fold_groups(holes: Array, cards: Array, per_hole: int, groups: Array) -> None:
    """Add the groups that differ only by suits to the first of them, and clear the others.

    `holes` and `cards` have, for each suit permutation, the image of each holding and of what was
    seen of the flop.
    """
    for h in range(holes.shape[1]):
        for seen in range(per_hole):
            mine = h * per_hole + seen
            if groups[mine, CELLS] == 0:
                continue
            first = mine
            for p in range(len(holes)):
                first = min(first, holes[p, h] * per_hole + cards[p, seen])
            if first != mine:
                for column in range(COLUMNS):
                    groups[first, column] += groups[mine, column]
                    groups[mine, column] = 0
