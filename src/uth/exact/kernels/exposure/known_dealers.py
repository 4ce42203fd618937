"""The value of every holding on a board against a dealer of whom 0, 1 or 2 cards are known."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined

PAIR_FROM = 1 << 20
SCALE, QUALIFY, RAISED, FLOP_BET, RIVER_BET, BLIND = 0, 1, 2, 3, 4, 5
TERMS = BLIND + 10
"""The terms of a game: scale, whether the dealer needs a pair, the multiples of the three streets,
and what the Blind pays by category × scale."""

GAIN, FOLDS, RIVER, RAISE = 0, 1, 2, 3
CHANNELS = 4
"""Rows of values, × dealers × scale: what the flop bet gains over checking; how many dealers a
river fold meets; the better of the river bet and a fold; the raise before the flop."""
WINS, TIES, UNQUALIFIED = 0, 1, 2


@inlined
def count_one(strength: int, many: int, strengths: Array, counts: Array) -> None:
    """Add dealers of one strength to wins and ties."""
    some, none, value = np.int32(many), np.int32(0), np.int32(strength)
    wins, ties = counts[WINS], counts[TIES]
    for h in range(len(strengths)):
        wins[h] += some if value < strengths[h] else none
        ties[h] += some if value == strengths[h] else none


@inlined
def count_all_dealers(
    strengths: Array, cards: Array, pairs: Array, free: Array, counts: Array
) -> int:
    """Wins and ties against every dealer holding: all, less those with a card of the holding."""
    kinds, left, high = len(free), 0, 0
    for a in range(kinds):
        left += free[a]
        for b in range(a + 1):
            many = free[a] * (free[a] - 1) // 2 if a == b else free[a] * free[b]
            if many > 0:
                strength = strengths[pairs[a, b]]
                high += many * (strength < PAIR_FROM)
                count_one(strength, many, strengths, counts)
    for h in range(len(strengths)):
        mine = strengths[h]
        counts[TIES, h] += 1
        counts[UNQUALIFIED, h] = high + (mine < PAIR_FROM)
        for i in range(2):
            c = cards[h, i]
            for z in range(kinds):
                many = free[z] - (z == c)
                if many > 0:
                    strength = strengths[pairs[c, z]]
                    counts[WINS, h] -= many * (strength < mine)
                    counts[TIES, h] -= many * (strength == mine)
                    counts[UNQUALIFIED, h] -= many * (strength < PAIR_FROM)
    return (left - 2) * (left - 3) // 2


@inlined
def count_half_known(
    x: int, strengths: Array, cards: Array, pairs: Array, free: Array, counts: Array
) -> int:
    """Wins and ties against a dealer with one known card."""
    left, high = 0, 0
    for y in range(len(free)):
        if free[y] > 0:
            strength = strengths[pairs[x, y]]
            left += free[y]
            high += free[y] * (strength < PAIR_FROM)
            count_one(strength, free[y], strengths, counts)
    for h in range(len(strengths)):
        mine = strengths[h]
        one, other = strengths[pairs[x, cards[h, 0]]], strengths[pairs[x, cards[h, 1]]]
        counts[WINS, h] -= (one < mine) + (other < mine)
        counts[TIES, h] -= (one == mine) + (other == mine)
        counts[UNQUALIFIED, h] = high - (one < PAIR_FROM) - (other < PAIR_FROM)
    return left - 2


@inlined
def count_dealers(
    known: Array,
    strengths: Array,
    cards: Array,
    pairs: Array,
    free: Array,
    first: int,
    counts: Array,
) -> int:
    """Fill wins, ties and unqualified dealers of every holding; returns how many dealers it meets.

    `free` counts the cards of each kind that board and known cards leave. Against two known cards
    only holdings from `first` on are counted.
    """
    if len(known) < 2:
        counts[:] = 0
    if len(known) == 0:
        return count_all_dealers(strengths, cards, pairs, free, counts)
    if len(known) == 1:
        return count_half_known(known[0], strengths, cards, pairs, free, counts)
    strength = strengths[pairs[known[0], known[1]]]
    high = strength < PAIR_FROM
    mine, wins, ties = strengths[first:], counts[WINS, first:], counts[TIES, first:]
    unqualified = counts[UNQUALIFIED, first:]
    for h in range(len(mine)):
        wins[h] = strength < mine[h]
        ties[h] = strength == mine[h]
        unqualified[h] = high
    return 1


@inlined
def fill_rows(
    dealers: int, strengths: Array, counts: Array, terms: Array, first: int, rows: Array
) -> None:
    """The four value rows of holdings from `first` on; zero for those that cannot exist."""
    scale, qualify = terms[SCALE], terms[QUALIFY]
    raised, flop, river = terms[RAISED] - 1, terms[FLOP_BET] - 1, terms[RIVER_BET] - 1
    fold = -2 * dealers * scale
    mine, wins, ties = strengths[first:], counts[WINS, first:], counts[TIES, first:]
    unqualified = counts[UNQUALIFIED, first:]
    gains, folds = rows[GAIN, first:], rows[FOLDS, first:]
    rivers, raises = rows[RIVER, first:], rows[RAISE, first:]
    for h in range(len(mine)):
        there, category = mine[h] >= 0, max(mine[h] >> 20, 0)
        win = wins[h]
        loss = dealers - win - ties[h]
        ante = win - loss
        if qualify:
            ante = ante - unqualified[h] if category > 0 else unqualified[h] - dealers
        play = (win - loss) * scale
        one = play + (ante - loss) * scale + terms[BLIND + category] * win
        bet = one + river * play
        best = max(bet, fold)
        gains[h] = one + flop * play - best if there else 0
        folds[h] = dealers if there and bet < fold else 0
        rivers[h] = best if there else 0
        raises[h] = one + raised * play if there else 0


@inlined
def learn_both_late(
    dealers: int, strengths: Array, counts: Array, terms: Array, rows: Array
) -> None:
    """The rows of a player who learns both cards of the dealer before the river decision alone.

    Against each dealer they bet if they win or tie, or if a bet loses no more than a fold.
    """
    scale, free_bet = terms[SCALE], terms[RIVER_BET] == 1
    for h in range(len(strengths)):
        if strengths[h] < 0:
            continue
        category, win = strengths[h] >> 20, counts[WINS, h]
        loss, unqualified = dealers - win - counts[TIES, h], counts[UNQUALIFIED, h]
        paid, cheap = win, 0
        if terms[QUALIFY]:
            paid = win - unqualified if category > 0 else 0
            cheap = unqualified - win - counts[TIES, h] if category == 0 else 0
        river = (terms[RIVER_BET] * win + paid - 2 * loss) * scale + terms[BLIND + category] * win
        rows[GAIN, h] += rows[RIVER, h] - river
        rows[RIVER, h] = river
        rows[FOLDS, h] = loss - cheap if free_bet else loss


@inlined
def learn_one_late(
    strengths: Array,
    cards: Array,
    pairs: Array,
    free: Array,
    terms: Array,
    counts: Array,
    known_rows: Array,
    rows: Array,
) -> None:
    """The rows of a player who learns one card of the dealer before the river decision alone.

    Each dealer holding is counted twice, once for each of its cards.
    """
    for h in range(len(strengths)):
        rows[GAIN, h] = 2 * (rows[GAIN, h] + rows[RIVER, h])
        rows[RAISE, h] *= 2
        rows[RIVER, h] = rows[FOLDS, h] = 0
    for x in range(len(free)):
        if free[x] <= 0:
            continue
        counts[:] = 0
        free[x] -= 1
        dealers = count_half_known(x, strengths, cards, pairs, free, counts)
        free[x] += 1
        fill_rows(dealers, strengths, counts, terms, 0, known_rows)
        for h in range(len(strengths)):
            many = free[x] - (cards[h, 0] == x) - (cards[h, 1] == x)
            rows[RIVER, h] += many * known_rows[RIVER, h]
            rows[FOLDS, h] += many * known_rows[FOLDS, h]
    for h in range(len(strengths)):
        rows[GAIN, h] -= rows[RIVER, h]


@inlined
def board_rows(
    known: Array,
    late: int,
    strengths: Array,
    cards: Array,
    pairs: Array,
    free: Array,
    terms: Array,
    first: int,
    counts: Array,
    known_rows: Array,
    rows: Array,
) -> None:
    """The value rows on one board; `late` dealer cards become known before the river decision."""
    dealers = count_dealers(known, strengths, cards, pairs, free, first, counts)
    fill_rows(dealers, strengths, counts, terms, first, rows)
    if late == 1:
        learn_one_late(strengths, cards, pairs, free, terms, counts, known_rows, rows)
    elif late == 2:
        learn_both_late(dealers, strengths, counts, terms, rows)


@inlined
def new_counts(holdings: int) -> Array:
    """Room for wins, ties and unqualified dealers."""
    return np.zeros((3, holdings), np.int32)
