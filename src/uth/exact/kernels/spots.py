"""The value of one spot, and the best river bets of many: hole cards, board, dead and known cards.

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


@inlined
def free_pairs(free: Array, below: int) -> Array:
    """All pairs of free cards below a card, the higher card of each first."""
    pairs, count = np.empty((below * (below - 1) // 2, 2), np.int64), 0
    for high in range(below):
        if not free[high]:
            continue
        for low in range(high):
            if free[low]:
                pairs[count, 0] = high
                pairs[count, 1] = low
                count += 1
    return pairs[:count]


@inlined
def runout_kind(board: Array) -> tuple[int, int, int]:
    """The flush suit + 1, and the kinds of turn and river: boards that agree in them are equal."""
    suit, turn, river = flush_suit(board), board[3], board[4]
    a = (turn >> 2) + 13 * int(turn & 3 == suit)
    b = (river >> 2) + 13 * int(river & 3 == suit)
    return suit + 1, a, b


@inlined
def set_free(free: Array, cards: Array, value: bool) -> None:
    for card in cards:
        free[card] = value


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
    runouts = free_pairs(free, 52)
    for i in range(len(runouts)):
        cards[3:] = runouts[i]
        kind = runout_kind(cards)
        if not done[kind]:
            set_free(free, cards[3:], False)
            mine = river_counts(spot, cards, counts)
            set_free(free, cards[3:], True)
            value_river(counts, category[mine], pays, seen[kind])
            done[kind] = True
        for channel in range(len(out)):
            out[channel] += seen[kind][channel]


@kernel
def preflop_values(spot: SpotFacts, highest: int, pays: Pays, out: Array) -> None:
    """The channels summed over all flops with a given highest card; the last is here checking.

    Checking takes the better of a bet and a check on each flop. `free` is changed while it runs.
    """
    free, flop, row = spot[1], np.full(3, highest, np.int64), np.zeros(len(out), np.int64)
    weights, flops, river = pays[1], pays[3], len(out) - 1
    out[:] = 0
    if not free[highest]:
        return
    others = free_pairs(free, highest)
    for i in range(len(others)):
        flop[1:] = others[i]
        set_free(free, flop, False)
        flop_values(spot, flop, pays, row)
        set_free(free, flop, True)
        best = row[river]
        for bet in range(len(flops)):
            best = max(best, row_value(flops[bet], weights, row))
        for channel in range(river):
            out[channel] += row[channel]
        out[river] += best


@kernel
def best_river_bets(
    thread: int,
    threads: int,
    cards: Array,
    pair: int,
    tables: tuple[Array, ...],
    category: Array,
    pays: Pays,
    out: Array,
) -> None:
    """The Play multiple that is best for each row of board and hole cards, or 0 for a fold.

    If values are equal, the larger bet is best, and any bet before a fold (Q-17).
    """
    weights, rivers = pays[1], pays[4]
    free, known = np.ones(52, np.bool_), np.empty(0, np.int64)
    board, hole = np.zeros(5, np.int64), np.zeros(2, np.int64)
    counts, row = np.zeros(OUTCOMES, np.int64), np.zeros(weights.shape[1] + 1, np.int64)
    for i in range(thread, len(cards), threads):
        for j in range(5):
            board[j] = cards[i, j]
            free[cards[i, j]] = False
        for j in range(2):
            hole[j] = cards[i, 5 + j]
            free[cards[i, 5 + j]] = False
        mine = river_counts((hole, free, known, pair, tables, category), board, counts)
        value_river(counts, category[mine], pays, row)
        out[i] = 0
        for bet in range(len(rivers)):
            if row_value(rivers[bet], weights, row) == row[len(row) - 1]:
                out[i] = rivers[bet]
                break
        for j in range(7):
            free[cards[i, j]] = True
