"""The value of one spot: given hole cards, a board, dead cards and known dealer cards.

Turns and rivers of the same kind (rank, and whether they are in the flush suit) are evaluated once.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.dealer_counts import (
    OUTCOMES,
    count_dealers,
    describe_board,
    flush_suit,
    strength_with,
)
from uth.exact.kernels.values import FOLD, Pays

SpotFacts = tuple[Array, Array, Array, int, tuple[Array, ...], Array]
"""Hole cards, which cards are free, the dealer's known cards, the least strength index of a
pair, the evaluator's tables, and the category of each strength index."""


@kernel
def river_counts(spot: SpotFacts, board: Array, counts: Array) -> int:
    """Count dealer holdings by result on a full board; returns the player's strength index."""
    hole, free, known, pair, tables, _ = spot
    left = np.zeros(13, np.int64), np.zeros(13, np.int64)
    facts = describe_board(board, free, left[0], left[1])
    s, t = int(hole[0] & 3 == facts[3]), int(hole[1] & 3 == facts[3])
    mine = strength_with(facts, hole[0] >> 2, s, hole[1] >> 2, t, tables)
    count_dealers(mine, pair, facts, left, known, tables, counts)
    return mine


@kernel
def value_river(counts: Array, category: int, pays: Pays, out: Array) -> None:
    """The value channels of a full board, × the number of dealer holdings × scale.

    One for each Play multiple, and last the better of the best river bet and a fold.
    """
    vector, weights, nets, _, rivers = pays
    river, dealers = len(out) - 1, 0
    for result in range(OUTCOMES):
        dealers += counts[result]
    for bet in range(len(nets)):
        value = 0
        for result in range(OUTCOMES):
            value += counts[result] * nets[bet, category, result]
        out[bet] = value
    most = dealers * vector[FOLD + category]
    for bet in range(len(rivers)):
        most = max(most, row_value(rivers[bet], weights, out))
    out[river] = most


@inlined
def row_value(multiple: int, weights: Array, row: Array) -> int:
    """The value of a Play bet from one row of channels."""
    value = 0
    for channel in range(weights.shape[1]):
        value += weights[multiple, channel] * row[channel]
    return value


@kernel
def flop_values(spot: SpotFacts, flop: Array, pays: Pays, out: Array) -> None:
    """The channels summed over every turn and river; `free` is restored on return."""
    free, category = spot[1], spot[5]
    cards = np.zeros(5, np.int64)
    cards[:3] = flop
    seen = np.empty((5, 26, 26, len(out)), np.int64)
    done = np.zeros((5, 26, 26), np.bool_)
    counts = np.zeros(OUTCOMES, np.int64)
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
                mine = river_counts(spot, cards, counts)
                free[river] = True
                value_river(counts, category[mine], pays, seen[suit + 1, a, b])
                done[suit + 1, a, b] = True
            for channel in range(len(out)):
                out[channel] += seen[suit + 1, a, b, channel]
        free[turn] = True


@kernel
def preflop_values(spot: SpotFacts, highest: int, pays: Pays, out: Array) -> None:
    """The channels summed over all flops with a given highest card; the last is here checking.

    Checking takes the better of a bet and a check on each flop. `free` is changed while it runs.
    """
    free, flop, row = spot[1], np.zeros(3, np.int64), np.zeros(len(out), np.int64)
    weights, flops, river = pays[1], pays[3], len(out) - 1
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
            flop_values(spot, flop, pays, row)
            free[lowest] = True
            best = row[river]
            for bet in range(len(flops)):
                best = max(best, row_value(flops[bet], weights, row))
            for channel in range(river):
                out[channel] += row[channel]
            out[river] += best
        free[middle] = True
    free[highest] = True
