"""The strength of every kind of holding on every kind of board, and tables of kinds."""

from __future__ import annotations

from functools import cache

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.boards import rank_board_of_flush, rank_boards, suited_sets
from uth.exact.kernels.cache import kernel
from uth.exact.kernels.numbering import (
    FLUSH_BOARDS,
    HOLDINGS,
    PAIRS,
    RANK_BOARDS,
    RANKS,
    both_suited,
    one_suited,
    rank_pair,
)
from uth.exact.kernels.strength import strength_tables, unsuited_strength, with_rank
from uth.exact.kernels.values import card_table
from uth.exact.kernels.wins_and_ties import OUTSIDE, pair_ranks

KINDS = 26
"""Kinds of card: thirteen ranks inside the flush suit, thirteen outside it."""
IMPOSSIBLE = -1
"""The strength of a holding with a card of the board."""


@kernel
def rank_board_strengths(boards: Array, top: Array, straight: Array, out: Array) -> None:
    """The strength of every rank pair on every rank board."""
    ranks = pair_ranks()
    for i in range(len(boards)):
        if boards[i, 0] < 0:
            continue
        held = (0, 0, 0, 0)
        for j in range(5):
            held = with_rank(held, boards[i, j])
        for k in range(PAIRS):
            ones, twos, threes, fours = with_rank(with_rank(held, ranks[k, 0]), ranks[k, 1])
            out[i, k] = unsuited_strength(ones, twos, threes, fours, top, straight)


@kernel
def flush_board_strengths(
    sets: Array,
    cards: Array,
    classes: Array,
    flush: Array,
    by_ranks: Array,
    rank_board_of: Array,
    out: Array,
) -> None:
    """The strength of every kind of holding on every flush board.

    No holding makes both a flush and a full house, so five suited ranks decide.
    """
    board = np.zeros(5, np.int64)
    for row in range(len(sets)):
        size, suited = sets[row, 0], sets[row, 2:7]
        need, held = 5 - size, 0
        for i in range(size):
            held |= 1 << suited[i]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                plain = rank_board_of_flush(suited, size, x, y, board)
                rank_board_of[i] = plain
                for h in range(HOLDINGS):
                    inside, more, blocked = held, 0, False
                    for j in range(2):
                        if cards[h, j] < OUTSIDE:
                            blocked |= held >> cards[h, j] & 1 == 1
                            inside |= 1 << cards[h, j]
                            more += 1
                    if blocked:
                        out[i, h] = IMPOSSIBLE
                    elif more >= need:
                        out[i, h] = flush[inside]
                    else:
                        out[i, h] = by_ranks[plain, classes[h]]


@cache
def pairs_of_kinds() -> Array:
    """The kind of holding that two kinds of card make; 0 where there is none."""
    pairs = np.zeros((KINDS, KINDS), np.int64)
    for a in range(KINDS):
        for b in range(KINDS):
            if a >= OUTSIDE and b >= OUTSIDE:
                pairs[a, b] = rank_pair(a - OUTSIDE, b - OUTSIDE)
            elif a < OUTSIDE and b < OUTSIDE:
                pairs[a, b] = both_suited(a, b) if a != b else 0
            else:
                pairs[a, b] = one_suited(min(a, b), max(a, b) - OUTSIDE)
    return pairs


@cache
def pairs_of_ranks() -> Array:
    """The rank pair of two ranks."""
    return np.array([[rank_pair(a, b) for b in range(RANKS)] for a in range(RANKS)], np.int64)


@cache
def kind_cards() -> Array:
    """The two card kinds of every kind of holding."""
    return card_table()


@cache
def rank_cards() -> Array:
    """The two ranks of every rank pair."""
    return pair_ranks()


@cache
def all_strengths() -> tuple[Array, Array, Array]:
    """Strengths on rank boards and on flush boards, and the rank board of each flush board."""
    top, straight, flush = strength_tables()
    classes = np.array([rank_pair(c % RANKS, d % RANKS) for c, d in kind_cards()], np.int64)
    by_ranks = np.full((RANK_BOARDS, PAIRS), IMPOSSIBLE, np.int32)
    rank_board_strengths(rank_boards(), top, straight, by_ranks)
    rank_board_of = np.zeros(FLUSH_BOARDS, np.int64)
    flushes = np.zeros((FLUSH_BOARDS, HOLDINGS), np.int32)
    flush_board_strengths(
        suited_sets(), kind_cards(), classes, flush, by_ranks, rank_board_of, flushes
    )
    return by_ranks, flushes, rank_board_of
