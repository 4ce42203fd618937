"""Spots before the flop, valued by what wagers net in every ending.

An ending is 3 × the dealer's category + the result: 0 a loss, 1 a tie, 2 a win. Unlike the value
channels of `spots`, this serves wagers that depend on the dealer's hand.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.dealer_counts import (
    SUMS,
    BoardFacts,
    describe_board,
    rank_strength,
    strength_with,
)
from uth.exact.kernels.spots import free_pairs, runout_kind, set_free

ENDINGS = 30

EndingFacts = tuple[Array, Array, Array, tuple[Array, ...], Array]
"""Hole cards, which cards are free, the dealer's known cards, the evaluator's tables, and the
category of each strength index."""
EndingPays = tuple[Array, Array, Array]
"""The nets [action][player's category][ending] of raises, flop bets, and river bets and a fold."""


@inlined
def add_ending(mine: int, theirs: int, ways: int, category: Array, counts: Array) -> None:
    counts[3 * category[theirs] + int(theirs <= mine) + int(theirs < mine)] += ways


@inlined
def count_known(
    mine: int, board: BoardFacts, spot: EndingFacts, left: tuple[Array, Array], counts: Array
) -> None:
    """Count endings if one or both of the dealer's cards are known."""
    _, _, known, tables, category = spot
    inside, outside = left
    a, s = known[0] >> 2, int(known[0] & 3 == board[3])
    if len(known) == 2:
        b, t = known[1] >> 2, int(known[1] & 3 == board[3])
        add_ending(mine, strength_with(board, a, s, b, t, tables), 1, category, counts)
        return
    for b in range(13):
        for t in range(2):
            ways = inside[b] if t else outside[b]
            if ways:
                theirs = strength_with(board, a, s, b, t, tables)
                add_ending(mine, theirs, ways, category, counts)


@inlined
def count_unknown(
    mine: int, board: BoardFacts, spot: EndingFacts, left: tuple[Array, Array], counts: Array
) -> None:
    """Count endings over all dealer holdings, by the kinds of their cards."""
    _, _, _, tables, category = spot
    offsets, table, flush = tables
    total, suited, need, _ = board
    inside, outside = left
    out = 0
    for a in range(13):
        out += outside[a]
    if need == 0:
        add_ending(mine, int(flush[suited]), out * (out - 1) // 2, category, counts)
    for a in range(13):
        if need:
            for b in range(a + 1):
                ways = outside[a] * outside[b]
                if a == b:
                    ways = outside[a] * (outside[a] - 1) // 2
                if need == 2:
                    ways += inside[a] * outside[b]
                    if a != b:
                        ways += outside[a] * inside[b]
                if ways:
                    theirs = rank_strength(total + SUMS[a] + SUMS[b], offsets, table)
                    add_ending(mine, theirs, ways, category, counts)
        if inside[a]:
            if need < 2:
                add_ending(mine, int(flush[suited | 1 << a]), out, category, counts)
            for b in range(a):
                if inside[b]:
                    theirs = int(flush[suited | 1 << a | 1 << b])
                    add_ending(mine, theirs, 1, category, counts)


@inlined
def count_endings(spot: EndingFacts, board: Array, counts: Array) -> int:
    """Count dealer holdings by ending on a full board; returns the player's category."""
    hole, free, known, tables, category = spot
    left = np.zeros(13, np.int64), np.zeros(13, np.int64)
    facts = describe_board(board, free, left[0], left[1])
    s, t = int(hole[0] & 3 == facts[3]), int(hole[1] & 3 == facts[3])
    mine = strength_with(facts, hole[0] >> 2, s, hole[1] >> 2, t, tables)
    counts[:] = 0
    if len(known):
        count_known(mine, facts, spot, left, counts)
    else:
        count_unknown(mine, facts, spot, left, counts)
    return int(category[mine])


@inlined
def bet_value(nets: Array, counts: Array) -> int:
    value = 0
    for ending in range(ENDINGS):
        value += nets[ending] * counts[ending]
    return value


@inlined
def ending_flop(spot: EndingFacts, flop: Array, pays: EndingPays, out: Array) -> None:
    """Sum over every turn and river: each raise, each flop bet, and last the best river choice."""
    raises, flops, rivers = pays
    free = spot[1]
    cards = np.zeros(5, np.int64)
    cards[:3] = flop
    columns = len(out)
    seen = np.empty((5, 26, 26, columns), np.int64)
    done = np.zeros((5, 26, 26), np.bool_)
    counts = np.zeros(ENDINGS, np.int64)
    out[:] = 0
    runouts = free_pairs(free, 52)
    for i in range(len(runouts)):
        cards[3:] = runouts[i]
        kind = runout_kind(cards)
        row = seen[kind]
        if not done[kind]:
            done[kind] = True
            set_free(free, cards[3:], False)
            mine = count_endings(spot, cards, counts)
            set_free(free, cards[3:], True)
            for bet in range(len(raises)):
                row[bet] = bet_value(raises[bet, mine], counts)
            for bet in range(len(flops)):
                row[len(raises) + bet] = bet_value(flops[bet, mine], counts)
            best = bet_value(rivers[0, mine], counts)
            for bet in range(1, len(rivers)):
                best = max(best, bet_value(rivers[bet, mine], counts))
            row[columns - 1] = best
        for column in range(columns):
            out[column] += row[column]


@kernel
def ending_preflop(spot: EndingFacts, highest: int, pays: EndingPays, out: Array) -> None:
    """The raises, and last a check, over all flops with a given highest card.

    A check takes the better of a flop bet and another check. `free` is changed while it runs.
    """
    raises, flops, _ = pays
    free, flop = spot[1], np.full(3, highest, np.int64)
    row = np.zeros(len(raises) + len(flops) + 1, np.int64)
    out[:] = 0
    if not free[highest]:
        return
    others = free_pairs(free, highest)
    for i in range(len(others)):
        flop[1:] = others[i]
        set_free(free, flop, False)
        ending_flop(spot, flop, pays, row)
        set_free(free, flop, True)
        for bet in range(len(raises)):
            out[bet] += row[bet]
        best = row[len(row) - 1]
        for bet in range(len(raises), len(row) - 1):
            best = max(best, row[bet])
        out[len(raises)] += best
