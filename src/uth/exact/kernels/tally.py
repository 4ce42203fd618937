"""The backward pass: how rounds end under the strategy that the forward pass decided.

For each board, count how often each holding reaches it after a raise, after a flop bet, or with
the river decision still open. The counts of dealer holdings then give the results. Choices are
numbered: the raises in use, the flop's bets, the river's bets, and the fold.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.flop_decisions import BLOCKED, FLOP_RANKS, HOLES, SUITS_IN, WEIGHT
from uth.exact.kernels.flop_sums import (
    FLOPS_OF_A_BOARD,
    NONE_OUT,
    TURNS,
    flush_flops,
    flush_turns,
    rank_flops,
    rank_free,
    rank_turns,
    rank_ways,
)
from uth.exact.kernels.numbering import HOLDINGS, PAIRS, RANKS, rank_pair
from uth.exact.kernels.values import (
    FOLDED,
    RESULTS,
    Pays,
    card_table,
    choose_rivers,
    dealer_results,
    dealers_by_card,
    value_rows,
)
from uth.exact.kernels.wins_and_ties import CARDS, CATEGORIES, NO_HOLDING, pair_ranks

LEFT_OUT = -2
"""The choice of a starting hand that is not counted."""


@kernel
def count_choices(
    thread: int,
    threads: int,
    flops: Array,
    table: Array,
    gains: Array,
    bets: Array,
    raises: Array,
    flop_from: int,
    checked: int,
    by_ranks: Array,
    by_suit: Array,
) -> None:
    """Count how often each kind of holding makes each choice on each kind of flop.

    `raises` has the choice of each starting hand, -1 for a check, or `LEFT_OUT`; flop bets start
    at `flop_from`. Checks are counted as choice `checked`, unless that is -1.
    """
    for f in range(thread, len(flops), threads):
        for h in range(HOLES):
            if gains[f, h] == BLOCKED:
                continue
            choice = raises[table[h, 2]]
            if choice == LEFT_OUT:
                continue
            if choice < 0:
                choice = flop_from + bets[f, h] if gains[f, h] >= 0 else checked
            if choice < 0:
                continue
            by_ranks[choice, flops[f, FLOP_RANKS], table[h, 3]] += flops[f, WEIGHT]
            for suit in range(3):
                flop = flops[f, SUITS_IN + suit]
                if flop >= 0:
                    by_suit[flop, choice, table[h, 4 + suit]] += flops[f, WEIGHT]


@inlined
def flush_board_arrivals(
    board_flops: Array, count: int, turn_ways: Array, by_suit: Array, rows: Array
) -> None:
    """How often each holding reaches a flush board after each choice, as seen from its suit."""
    for choice in range(by_suit.shape[1]):
        for h in range(HOLDINGS):
            rows[choice, h] = 0
        for j in range(count):
            flop, which = board_flops[j, 0], board_flops[j, 1]
            if which == NONE_OUT:
                for h in range(HOLDINGS):
                    rows[choice, h] += by_suit[flop, choice, h]
            else:
                for h in range(HOLDINGS):
                    rows[choice, h] += by_suit[flop, choice, h] * turn_ways[which, h]


@inlined
def all_arrivals(
    need: int, x: int, y: int, ranks: Array, there: Array, outside: Array, row: Array
) -> None:
    """How often each holding reaches a flush board: flops × suits × ways outside the suit."""
    outside[:] = 3
    boards = 40
    if need == 1:
        boards *= 3
        outside[x] -= 1
    elif need == 2:
        boards *= 3 if x == y else 9
        outside[x] -= 1
        outside[y] -= 1
    for k in range(PAIRS):
        a, b = outside[ranks[k, 0]], outside[ranks[k, 1]]
        turn_ways = a * (a - 1) // 2 if ranks[k, 0] == ranks[k, 1] else a * b
        row[k] = boards * turn_ways if there[k] != NO_HOLDING else 0
    for h in range(PAIRS, HOLDINGS):
        if there[h] == NO_HOLDING:
            row[h] = 0
        elif h < PAIRS + RANKS * RANKS:
            row[h] = boards * outside[(h - PAIRS) % RANKS]
        else:
            row[h] = boards


@inlined
def tally_rows(
    count: int,
    arrivals: Array,
    counts: tuple[Array, ...],
    i: int,
    cards: Array,
    channels: Array,
    pays: Pays,
    chosen: Array,
    dealers: Array,
    tally: Array,
) -> None:
    """Add one board to the tally [choice][player's category][dealer's category, wins, ties].

    `arrivals` counts each holding after each choice before the river, and last in total. `chosen`
    has the river choices of a strategy for each board; without any, the best are taken.
    """
    wins, ties, cat, by_category = counts[0][i], counts[1][i], counts[2][i], counts[3][i]
    results, rivers = np.empty(RESULTS, np.int64), np.empty(count, np.int64)
    dealers_by_card(by_category, dealers)
    if len(chosen):
        for h in range(count):
            rivers[h] = chosen[i, h]
    else:
        choose_rivers(cat, channels, pays, rivers)
    early = len(arrivals) - 1
    for h in range(count):
        mine = cat[h]
        if mine == NO_HOLDING or arrivals[early, h] == 0:
            continue
        held = cards[h, 0], cards[h, 1]
        dealer_results(mine, wins[h], ties[h], held, dealers, results)
        left = arrivals[early, h]
        last = early + rivers[h] if rivers[h] != FOLDED else len(tally) - 1
        for choice in range(early + 1):
            count_here = left
            action = last
            if choice < early:
                count_here = arrivals[choice, h]
                action = choice
                left -= count_here
            if count_here:
                for column in range(RESULTS):
                    tally[action, mine, column] += count_here * results[column]


@kernel
def tally_flush_boards(
    thread: int,
    threads: int,
    sets: Array,
    rank_board_of: Array,
    counts: tuple[Array, ...],
    pays: Pays,
    free: Array,
    classes: Array,
    by_suit: Array,
    chosen: Array,
    flushed: Array,
    tally: Array,
) -> None:
    """Tally flush boards; `flushed` counts their arrivals, which rank boards then leave out.

    If `by_suit` counts checks too, only the starting hands in it are tallied, else all.
    """
    ranks, cards = pair_ranks(), card_table()
    side, dealers = np.zeros(HOLDINGS, np.int64), np.zeros((CARDS, CATEGORIES), np.int64)
    early = flushed.shape[1] - 1
    channels = np.zeros((pays[1].shape[1] + 1, HOLDINGS), np.int64)
    rows = np.zeros((early + 1, HOLDINGS), np.int32)
    outside = np.zeros(RANKS, np.int64)
    turn_ways = np.ones((TURNS, HOLDINGS), np.int32)
    board_flops = np.zeros((FLOPS_OF_A_BOARD, 2), np.int64)
    for row in range(thread, len(sets), threads):
        need, suited = 5 - sets[row, 0], sets[row, 2:7]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                flush_turns(need, x, y, free, turn_ways)
                count = flush_flops(suited, need, x, y, board_flops)
                flush_board_arrivals(board_flops, count, turn_ways, by_suit, rows)
                there = counts[2][i]
                if by_suit.shape[1] == early:
                    all_arrivals(need, x, y, ranks, there, outside, rows[early])
                else:
                    for choice in range(early):
                        for h in range(HOLDINGS):
                            rows[early, h] += rows[choice, h]
                plain = rank_board_of[i]
                for choice in range(early + 1):
                    for h in range(HOLDINGS):
                        if there[h] == NO_HOLDING:
                            rows[choice, h] = 0
                        flushed[plain, choice, classes[h]] += rows[choice, h]
                if len(chosen) == 0:
                    value_rows(HOLDINGS, counts, i, cards, pays, side, channels)
                tally_rows(HOLDINGS, rows, counts, i, cards, channels, pays, chosen, dealers, tally)


@kernel
def tally_rank_boards(
    boards: Array,
    counts: tuple[Array, ...],
    pays: Pays,
    values: Array,
    by_ranks: Array,
    flushed: Array,
    chosen: Array,
    tally: Array,
) -> None:
    """Tally rank boards: all arrivals at these ranks, minus those at flush boards (`flushed`)."""
    cards = card_table()
    ranks = pair_ranks()
    free = rank_free()
    dealers = np.zeros((CARDS, CATEGORIES), np.int64)
    early = flushed.shape[1] - 1
    rows, board_flops = (
        np.zeros((early + 1, PAIRS), np.int64),
        np.zeros((FLOPS_OF_A_BOARD, 6), np.int64),
    )
    board_ways, turn_ways = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        for choice in range(early + 1):
            for k in range(PAIRS):
                rows[choice, k] = -flushed[i, choice, k]
        rank_ways(board, free, board_ways)
        if len(by_ranks) == early:
            for k in range(PAIRS):
                holds = 6 if ranks[k, 0] == ranks[k, 1] else 16
                rows[early, k] += 10 * holds * board_ways[k]
        for j in range(rank_flops(board, board_flops)):
            rank_turns(board_flops[j], free, turn_ways)
            for choice in range(early):
                for k in range(PAIRS):
                    rows[choice, k] += by_ranks[choice, board_flops[j, 0], k] * turn_ways[k]
            if len(by_ranks) > early:
                for choice in range(len(by_ranks)):
                    for k in range(PAIRS):
                        rows[early, k] += by_ranks[choice, board_flops[j, 0], k] * turn_ways[k]
        tally_rows(PAIRS, rows, counts, i, cards, values[i], pays, chosen, dealers, tally)
