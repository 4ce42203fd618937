"""The exact value of every hand at a table whose players know each other's cards.

The cards that are left need not be equal in suits, so each suit has its own counts: how many cards
of each rank are left inside it and outside it. Boards add to flops as in `view_sums`.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.exposure.board_strengths import KINDS
from uth.exact.kernels.exposure.dealer_pairs import (
    BET,
    CHANNELS,
    PLAIN_RIVER,
    RAISE,
    RIVER,
    count_below,
    count_high,
    count_kinds,
    count_rank_pairs,
    free_cards,
    hand_row,
    suited_dealers,
)
from uth.exact.kernels.exposure.flop_groups import NO_CARD, seen_from
from uth.exact.kernels.exposure.known_dealers import PAIR_FROM
from uth.exact.kernels.exposure.later_cards import unknown_later
from uth.exact.kernels.exposure.view_sums import MOST_CHOICES, flush_flop
from uth.exact.kernels.numbering import (
    BOTH_SUITED,
    FLUSH_FLOPS,
    HOLDINGS,
    PAIRS,
    RANK_FLOPS,
    RANKS,
    rank_flop,
    rank_pair,
    two_ranks,
)
from uth.exact.kernels.strength import FLUSH_FROM, STRAIGHT_FLUSH_FROM
from uth.exact.kernels.values import Pays, card_table, choose_rivers, value_rows
from uth.exact.kernels.wins_and_ties import OUTSIDE

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
def scalar_ways(rest: Array, choice: Array, left: Array) -> int:
    """The ways to draw two later cards; `left` are the cards without this board."""
    a, b = rest[choice[0]], rest[choice[1]]
    if a == b:
        many = left[a] + 2
        return int(many * (many - 1) // 2)
    return int((left[a] + 1) * (left[b] + 1))


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
    full: Array,
    pairs: Array,
    folds: Array,
    terms: Array,
    counts: Array,
    values: Array,
    sums: Array,
) -> None:
    """All boards by rank: counts and values of each hand without flushes, added to rank flops."""
    left, many = np.zeros(RANKS, np.int64), np.zeros(PAIRS, np.int32)
    choices, rest = np.zeros((MOST_CHOICES, 2), np.int64), np.zeros(5, np.int64)
    for i in range(len(boards)):
        if boards[i, 0] < 0 or not free_cards(full, boards[i], left):
            continue
        count_rank_pairs(left, many)
        dealers, high = many.sum(), count_high(strengths[i], many)
        for p in range(len(pairs)):
            mine = strengths[i, pairs[p]]
            win = count_below(mine, strengths[i], many)
            not_lost = count_below(mine + 1, strengths[i], many)
            counts[i, p, 0], counts[i, p, 1], counts[i, p, 2] = win, not_lost, high
            fold = folds[i, pairs[p]] < 0
            hand_row(mine, (win, not_lost, high), dealers, terms, fold, values[i, p])
        rest[:] = boards[i]
        add_board(rest, left, values[i], False, choices, sums)


@inlined
def unsuited_counts(
    mine: int, suited: Array, straight_flushes: int, counts: Array
) -> tuple[int, int, int]:
    """The counts of a hand without the flush on a board with three suited cards.

    Dealers with two more of them have a flush instead of `suited`, which beats all but a full house
    and four of a kind; a straight flush beats these, too.
    """
    own, first = np.int32(mine), np.int32(PAIR_FROM)
    less = less_or_tied = no_pair = np.int32(0)
    for j in range(len(suited)):
        less = np.int32(less + np.int32(suited[j] < own))
        less_or_tied = np.int32(less_or_tied + np.int32(suited[j] <= own))
        no_pair = np.int32(no_pair + np.int32(suited[j] < first))
    if mine >= FLUSH_FROM:
        less = less_or_tied = np.int32(straight_flushes)
    return counts[0] - less, counts[1] - less_or_tied, counts[2] - no_pair


@kernel
def sum_suit(
    sets: Array,
    rank_board_of: Array,
    by_ranks: Array,
    strengths: Array,
    full: Array,
    kinds: Array,
    folds: Array,
    terms: Array,
    counts: Array,
    values: Array,
    sums: Array,
) -> None:
    """All boards with three cards of a suit: what the suit changes, added to flops seen from it."""
    left, many = np.zeros(KINDS, np.int64), np.zeros(HOLDINGS, np.int32)
    choices, board = np.zeros((MOST_CHOICES, 2), np.int64), np.zeros(5, np.int64)
    rows = np.zeros((len(kinds), CHANNELS), np.int64)
    dealers_in, suited = np.zeros(78, np.int64), np.zeros(78, np.int32)
    inside = np.zeros(RANKS, np.int64)
    for row in range(len(sets)):
        size = sets[row, 0]
        need, there = 5 - size, True
        board[:size] = sets[row, 2 : 2 + size]
        inside[:] = full[:RANKS]
        for i in range(size):
            there &= full[board[i]] > 0
            inside[board[i]] = 0
        if not there:
            continue
        every = need < 2 or kinds.max() >= BOTH_SUITED
        flushes = straight_flushes = 0
        if need == 2:
            flushes = suited_dealers(inside, dealers_in)
            best = strengths[sets[row, 1], BOTH_SUITED:]
            for b in range(RANKS):
                for a in range(b):
                    if inside[a] and inside[b]:
                        straight_flushes += best[two_ranks(a, b)] >= STRAIGHT_FLUSH_FROM
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                if need:
                    board[4] = OUTSIDE + x
                if need == 2:
                    board[3] = OUTSIDE + y
                if not free_cards(full, board, left):
                    continue
                plain = rank_board_of[i]
                total = left.sum()
                dealers, high = total * (total - 1) // 2, 0
                if every:
                    count_kinds(left, many)
                    high = count_high(strengths[i], many)
                for j in range(flushes):
                    suited[j] = by_ranks[plain, dealers_in[j]]
                for p in range(len(kinds)):
                    k = kinds[p]
                    mine, fold = strengths[i, k], folds[i, k] < 0
                    if need == 2 and k < BOTH_SUITED:
                        counted = unsuited_counts(
                            mine, suited[:flushes], straight_flushes, counts[plain, p]
                        )
                    else:
                        win = count_below(mine, strengths[i], many)
                        counted = win, count_below(mine + 1, strengths[i], many), high
                    hand_row(mine, counted, dealers, terms, fold, rows[p])
                    for channel in range(CHANNELS):
                        rows[p, channel] -= values[plain, p, channel]
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
