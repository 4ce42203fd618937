"""Wins, ties and categories of every holding on every board.

6,175 rank boards (no suit three times) and 36,608 flush boards (three or more cards of a suit)
represent all 2,598,960 boards. Nothing here depends on a pay table.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.numbering import (
    FROM_4,
    FROM_5,
    PAIRS,
    RANK_BOARDS,
    RANKS,
    SUITED_SETS,
    five_ranks,
    four_ranks,
    rank_board,
    rank_pair,
    three_ranks,
)
from uth.exact.kernels.strength import unsuited_strength, with_rank
from uth.exact.kernels.wins_and_ties import (
    ALL,
    CARDS,
    CATEGORIES,
    FLUSH,
    FULL_HOUSE,
    ITEMS,
    NO_HOLDING,
    PADDED_CARDS,
    add_flush_dealers,
    compare_flushes,
    count_by_group,
    fill_flushes,
    fill_one_suited,
    fill_unsuited,
    pair_ranks,
)


@cache
def rank_boards() -> Array:
    """The five ranks of each rank board, ascending; five of one rank is marked by -1."""
    boards = np.full((RANK_BOARDS, 5), -1, np.int64)
    for ranks in combinations_with_replacement(range(RANKS), 5):
        if ranks[0] != ranks[4]:
            boards[rank_board(*ranks)] = ranks
    return boards


@kernel
def group_strengths(
    thread: int,
    threads: int,
    boards: Array,
    top: Array,
    straight: Array,
    group: Array,
    category: Array,
    starts: Array,
) -> None:
    """On each rank board, sort the rank pairs into groups of equal strength, weakest first.

    `starts[c]` is the first group of category c or better; `starts[10]` is the number of groups.
    """
    ranks = pair_ranks()
    keys = np.zeros(PAIRS, np.int64)
    for i in range(thread, len(boards), threads):
        if boards[i, 0] < 0:
            continue
        held = (0, 0, 0, 0)
        for j in range(5):
            held = with_rank(held, boards[i, j])
        for k in range(PAIRS):
            ones, twos, threes, fours = with_rank(with_rank(held, ranks[k, 0]), ranks[k, 1])
            key = unsuited_strength(ones, twos, threes, fours, top, straight) << 8 | k
            at = k
            while at > 0 and keys[at - 1] > key:
                keys[at] = keys[at - 1]
                at -= 1
            keys[at] = key
        g, last = -1, -1
        reached = 0
        for at in range(PAIRS):
            if keys[at] >> 8 != last:
                g += 1
                last = keys[at] >> 8
                while reached <= last >> 20:
                    starts[i, reached] = g
                    reached += 1
            group[i, keys[at] & 255] = g
            category[i, keys[at] & 255] = last >> 20
        while reached <= CATEGORIES:
            starts[i, reached] = g + 1
            reached += 1


@inlined
def split_categories(starts: Array, below: Array, by_category: Array) -> None:
    """Count holdings without a flush by category: in total and with each kind of card."""
    for c in range(CATEGORIES):
        for card in range(CARDS):
            by_category[c, card] = below[starts[c + 1], card] - below[starts[c], card]


@kernel
def count_rank_boards(
    thread: int,
    threads: int,
    boards: Array,
    group: Array,
    category: Array,
    starts: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
) -> None:
    """Count wins and ties on rank boards, where the four suits are equivalent."""
    ranks = pair_ranks()
    inside, outside = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    same, below = (
        np.zeros((PAIRS + 1, PADDED_CARDS), np.int16),
        np.zeros((PAIRS + 1, PADDED_CARDS), np.int16),
    )
    for i in range(thread, len(boards), threads):
        cat[i] = NO_HOLDING
        if boards[i, 0] < 0:
            continue
        outside[:] = 4
        for j in range(5):
            outside[boards[i, j]] -= 1
        groups = starts[i, CATEGORIES]
        count_by_group(ranks, group[i], groups, inside, outside, False, same, below)
        fill_unsuited(
            ranks, group[i], category[i], outside, same, below, groups, 0, wins[i], ties[i], cat[i]
        )
        split_categories(starts[i], below, by_category[i])


@inlined
def rank_board_of_flush(suited: Array, size: int, x: int, y: int, board: Array) -> int:
    """The rank board of a flush board: its suited ranks and up to two ranks x, y outside."""
    for i in range(size):
        board[i] = suited[i]
    count = size
    for extra in range(5 - size):
        rank = x if extra == 0 else y
        at = count
        while at > 0 and board[at - 1] > rank:
            board[at] = board[at - 1]
            at -= 1
        board[at] = rank
        count += 1
    return rank_board(board[0], board[1], board[2], board[3], board[4])


@cache
def suited_sets() -> Array:
    """Sets of three to five suited ranks: size, index of its first flush board, ranks ascending."""
    sets = np.zeros((SUITED_SETS, 7), np.int64)
    for three in combinations(range(RANKS), 3):
        sets[three_ranks(*three), :5] = (3, three_ranks(*three) * PAIRS, *three)
    for four in combinations(range(RANKS), 4):
        sets[286 + four_ranks(*four), :6] = (4, FROM_4 + four_ranks(*four) * RANKS, *four)
    for five in combinations(range(RANKS), 5):
        sets[286 + 715 + five_ranks(*five)] = (5, FROM_5 + five_ranks(*five), *five)
    return sets


@kernel
def count_flush_boards(
    thread: int,
    threads: int,
    sets: Array,
    group: Array,
    category: Array,
    starts: Array,
    flush: Array,
    wins: Array,
    ties: Array,
    cat: Array,
    by_category: Array,
    rank_board_of: Array,
) -> None:
    """Count wins and ties on flush boards, for every `threads`-th set of suited ranks."""
    ranks = pair_ranks()
    inside, outside = np.zeros(RANKS, np.int64), np.zeros(RANKS, np.int64)
    same, below = (
        np.zeros((PAIRS + 1, PADDED_CARDS), np.int16),
        np.zeros((PAIRS + 1, PADDED_CARDS), np.int16),
    )
    items, flushes = np.zeros((ITEMS, 7), np.int64), np.zeros((CATEGORIES, 29), np.int64)
    board, low_flushes = np.zeros(5, np.int64), np.zeros(CARDS, np.int64)
    for row in range(thread, len(sets), threads):
        size, suited = sets[row, 0], sets[row, 2:7]
        need = 5 - size
        inside[:] = 1
        held = 0
        for i in range(size):
            inside[suited[i]] = 0
            held |= 1 << suited[i]
        compare_flushes(held, need, flush, items, flushes)
        low_flushes[ALL] = flushes[FLUSH, 0]
        low_flushes[:RANKS] = flushes[FLUSH, 3:16]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                outside[:] = 3
                if need:
                    outside[x] -= 1
                if need == 2:
                    outside[y] -= 1
                cat[i] = NO_HOLDING
                plain = rank_board_of_flush(suited, size, x, y, board)
                rank_board_of[i] = plain
                full, groups = starts[plain, FULL_HOUSE], starts[plain, CATEGORIES]
                if need:
                    count_by_group(
                        ranks, group[plain], groups, inside, outside, need == 2, same, below
                    )
                    split_categories(starts[plain], below, by_category[i])
                    more = flushes[FLUSH, 0] + flushes[FLUSH, 1] * (37 - need)
                    fill_unsuited(
                        ranks, group[plain], category[plain], outside, same, below, full, more,
                        wins[i], ties[i], cat[i],
                    )  # fmt: skip
                else:
                    full = groups = 0
                    below[0] = 0
                if need == 2:
                    fill_one_suited(
                        group[plain], category[plain], inside, outside, same, below, full,
                        low_flushes, wins[i], ties[i], cat[i],
                    )  # fmt: skip
                fill_flushes(
                    held, need, items, outside, below[full], below[groups],
                    wins[i], ties[i], cat[i],
                )  # fmt: skip
                add_flush_dealers(need, flushes, outside, by_category[i])
