"""The exact value of every hand at a table whose players know each other's cards.

The cards that are left need not be equal in suits, so each suit has its own counts: how many cards
of each rank are left inside it and outside it. Boards add to flops as in `view_sums`.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.exposure.board_strengths import KINDS
from uth.exact.kernels.exposure.flop_groups import NO_CARD, seen_from
from uth.exact.kernels.exposure.known_dealers import (
    BLIND,
    FLOP_BET,
    PAIR_FROM,
    QUALIFY,
    RAISED,
    RIVER_BET,
    SCALE,
)
from uth.exact.kernels.exposure.later_cards import unknown_later
from uth.exact.kernels.exposure.view_sums import MOST_CHOICES, flush_flop
from uth.exact.kernels.numbering import FLUSH_FLOPS, RANK_FLOPS, RANKS, rank_flop, rank_pair
from uth.exact.kernels.values import Pays, card_table, choose_rivers, value_rows
from uth.exact.kernels.wins_and_ties import OUTSIDE

BET, RIVER, PLAIN_RIVER, RAISE = 0, 1, 2, 3
CHANNELS = 4
"""The flop bet; the river decided with all known cards; the river as without them; the raise."""
SHARED, PLAIN, RAISE_VALUE, PLAIN_CHECK = 0, 1, 2, 3
RESULTS = 4
"""For each hand: best play with all known cards, best play without them, the raise, and a check
followed by play without them."""


@kernel
def plain_folds(counts: tuple[Array, ...], pays: Pays, out: Array) -> None:
    """The river choice of every kind of holding on every board, without known cards."""
    cards = card_table()
    holdings = out.shape[1]
    side = np.zeros(len(cards), np.int64)
    channels = np.zeros((3, len(cards)), np.int64)
    for i in range(len(out)):
        value_rows(holdings, counts, i, cards, pays, side, channels)
        choose_rivers(counts[2][i], channels, pays, out[i])


@inlined
def count_pairs(free: Array, cards: Array, out: Array) -> int:
    """How many dealer holdings of each kind the free cards make; returns all of them."""
    total = 0
    for h in range(len(out)):
        c, d = cards[h, 0], cards[h, 1]
        many = free[c] * (free[c] - 1) // 2 if c == d else free[c] * free[d]
        out[h] = many
        total += many
    return total


@inlined
def hand_row(
    mine: int, dealers: int, strengths: Array, many: Array, terms: Array, folds: bool, row: Array
) -> None:
    """The four values of one hand on a board against all dealer holdings."""
    win = tie = high = np.int64(0)
    for h in range(len(many)):
        win += many[h] if strengths[h] < mine else 0
        tie += many[h] if strengths[h] == mine else 0
        high += many[h] if strengths[h] < PAIR_FROM else 0
    scale, category = terms[SCALE], mine >> 20
    loss = dealers - win - tie
    ante = win - loss
    if terms[QUALIFY]:
        ante = ante - high if category > 0 else high - dealers
    play = (win - loss) * scale
    one = play + (ante - loss) * scale + terms[BLIND + category] * win
    bet, fold = one + (terms[RIVER_BET] - 1) * play, -2 * dealers * scale
    row[BET] = one + (terms[FLOP_BET] - 1) * play
    row[RIVER] = max(bet, fold)
    row[PLAIN_RIVER] = fold if folds else bet
    row[RAISE] = one + (terms[RAISED] - 1) * play


@inlined
def scalar_ways(rest: Array, choice: Array, left: Array) -> int:
    """The ways to draw two later cards; `left` are the cards without this board."""
    a, b = rest[choice[0]], rest[choice[1]]
    if a == b:
        many = left[a] + 2
        return int(many * (many - 1) // 2)
    return int((left[a] + 1) * (left[b] + 1))


@inlined
def free_cards(full: Array, board: Array, out: Array) -> bool:
    """The cards of each kind that a board leaves; whether it can be dealt."""
    out[:] = full
    for i in range(5):
        out[board[i]] -= 1
        if out[board[i]] < 0:
            return False
    return True


@inlined
def add_board(
    rest: Array, left: Array, rows: Array, by_suit: bool, choices: Array, sums: Array
) -> None:
    """Add a board's rows to the flops that can precede it."""
    for at in range(unknown_later(rest, 5, choices)):
        choice = choices[at]
        if by_suit:
            flop = flush_flop(rest, 5, choice)
        else:
            a = b = c = 0
            for j in range(5):
                if j != choice[0] and j != choice[1]:
                    a, b, c = b, c, rest[j]
            flop = rank_flop(a, b, c)
        ways = scalar_ways(rest, choice, left)
        for p in range(len(rows)):
            for channel in range(CHANNELS):
                sums[flop, p, channel] += ways * rows[p, channel]


@kernel
def sum_ranks(
    boards: Array,
    strengths: Array,
    cards: Array,
    full: Array,
    pairs: Array,
    folds: Array,
    terms: Array,
    values: Array,
    sums: Array,
) -> None:
    """All boards by rank: values of each hand without flushes, added to rank flops."""
    left, many = np.zeros(RANKS, np.int64), np.zeros(len(cards), np.int64)
    choices, rest = np.zeros((MOST_CHOICES, 2), np.int64), np.zeros(5, np.int64)
    for i in range(len(boards)):
        if boards[i, 0] < 0 or not free_cards(full, boards[i], left):
            continue
        dealers = count_pairs(left, cards, many)
        for p in range(len(pairs)):
            k = pairs[p]
            hand_row(
                strengths[i, k], dealers, strengths[i], many, terms, folds[i, k] < 0, values[i, p]
            )
        rest[:] = boards[i]
        add_board(rest, left, values[i], False, choices, sums)


@kernel
def sum_suit(
    sets: Array,
    rank_board_of: Array,
    strengths: Array,
    cards: Array,
    full: Array,
    kinds: Array,
    folds: Array,
    terms: Array,
    values: Array,
    sums: Array,
) -> None:
    """All boards with three cards of a suit: what the suit changes, added to flops seen from it."""
    left, many = np.zeros(KINDS, np.int64), np.zeros(len(cards), np.int64)
    choices, board = np.zeros((MOST_CHOICES, 2), np.int64), np.zeros(5, np.int64)
    rows = np.zeros((len(kinds), CHANNELS), np.int64)
    for row in range(len(sets)):
        size = sets[row, 0]
        need, there = 5 - size, True
        board[:size] = sets[row, 2 : 2 + size]
        for i in range(size):
            there &= full[board[i]] > 0
        if not there:
            continue
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                if need:
                    board[4] = OUTSIDE + x
                if need == 2:
                    board[3] = OUTSIDE + y
                if not free_cards(full, board, left):
                    continue
                dealers = count_pairs(left, cards, many)
                plain = values[rank_board_of[i]]
                for p in range(len(kinds)):
                    k = kinds[p]
                    hand_row(
                        strengths[i, k], dealers, strengths[i], many, terms, folds[i, k] < 0,
                        rows[p],
                    )  # fmt: skip
                    for channel in range(CHANNELS):
                        rows[p, channel] -= plain[p, channel]
                add_board(board, left, rows, True, choices, sums)


@kernel
def decide_shared(
    free: Array,
    holes: Array,
    rank_sums: Array,
    suit_sums: Array,
    flop_rows: Array,
    flop_names: Array,
    plain_gains: Array,
    results: Array,
) -> None:
    """Sum all flops: a check with and without the known cards, and the raise.

    `flop_rows` and `flop_names` give the canonical flop of each flop and the suits' names there.
    """
    hands = len(holes)
    seen = np.zeros(4, np.int64)
    flop = np.zeros(3, np.int64)
    cell = np.zeros(CHANNELS, np.int64)
    for c in range(52):
        for b in range(c):
            for a in range(b):
                if not (free[a] and free[b] and free[c]):
                    continue
                flop[0], flop[1], flop[2] = a, b, c
                number = c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a
                for suit in range(4):
                    seen[suit] = seen_from(flop, suit)
                ranks = rank_flop(a >> 2, b >> 2, c >> 2)
                names = flop_names[number]
                for p in range(hands):
                    for channel in range(CHANNELS):
                        cell[channel] = rank_sums[ranks, p, channel]
                    for suit in range(4):
                        if seen[suit] != NO_CARD:
                            for channel in range(CHANNELS):
                                cell[channel] += suit_sums[suit, seen[suit], p, channel]
                    one = holes[p, 0] & ~3 | names[holes[p, 0] & 3]
                    two = holes[p, 1] & ~3 | names[holes[p, 1] & 3]
                    low, high = min(one, two), max(one, two)
                    gain = plain_gains[flop_rows[number], high * (high - 1) // 2 + low]
                    results[p, SHARED] += max(cell[BET], cell[RIVER])
                    results[p, PLAIN_CHECK] += cell[BET] if gain >= 0 else cell[PLAIN_RIVER]
                    results[p, RAISE_VALUE] += cell[RAISE]


@inlined
def new_sums(hands: int) -> tuple[Array, Array]:
    """Room for the sums by rank flop and by flop as each suit sees it."""
    return (
        np.zeros((RANK_FLOPS, hands, CHANNELS), np.int64),
        np.zeros((4, FLUSH_FLOPS, hands, CHANNELS), np.int64),
    )
