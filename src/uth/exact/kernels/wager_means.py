"""The value of a wager under a strategy that was decided by other pays.

Each board is valued twice: with the pays that decide play and with those of the wager. The sums
over all flops are split by starting hand and by the five-card category of hole and flop.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.flop_decisions import BLOCKED, FLOP_RANKS, HOLES, SUITS_IN, WEIGHT
from uth.exact.kernels.flop_sums import (
    FLOPS_OF_A_BOARD,
    TURNS,
    add_to_flops,
    flush_flops,
    flush_turns,
    rank_flops,
    rank_free,
    rank_turns,
)
from uth.exact.kernels.numbering import HOLDINGS, PAIRS, RANKS, rank_pair
from uth.exact.kernels.strength import unsuited_strength, with_rank
from uth.exact.kernels.values import (
    DEALERS,
    FOLD,
    FOLDED,
    Pays,
    bet_value,
    card_table,
    choose_rivers,
    value_rows,
)
from uth.exact.kernels.wins_and_ties import NO_HOLDING


@inlined
def copy_river_choices(
    count: int, cat: Array, decision_values: Array, deciding: Pays, wager: Array, pays: Pays
) -> None:
    """Set the wager's river value by the choice that the deciding values make."""
    rivers, river = deciding[4], len(wager) - 1
    choices = np.empty(count, np.int64)
    choose_rivers(cat, decision_values, deciding, choices)
    for h in range(count):
        if cat[h] == NO_HOLDING:
            continue
        if choices[h] == FOLDED:
            wager[river, h] = DEALERS * pays[0][FOLD + cat[h]]
        else:
            wager[river, h] = bet_value(rivers[choices[h]], pays[1], wager, h)


@kernel
def wager_rank_boards(
    boards: Array,
    counts: tuple[Array, ...],
    deciding: Pays,
    pays: Pays,
    values: Array,
    sums: Array,
) -> None:
    """The wager's channels on every rank board, and their sums on every rank flop."""
    cards = card_table()
    free = rank_free()
    side, turn_ways = np.zeros(HOLDINGS, np.int64), np.zeros(PAIRS, np.int64)
    board_flops = np.zeros((FLOPS_OF_A_BOARD, 6), np.int64)
    decision_values = np.zeros((deciding[1].shape[1] + 1, PAIRS), np.int64)
    for i in range(len(boards)):
        board = boards[i]
        if board[0] < 0:
            continue
        side[:] = 0
        value_rows(PAIRS, counts, i, cards, deciding, side, decision_values)
        side[:] = 0
        value_rows(PAIRS, counts, i, cards, pays, side, values[i])
        copy_river_choices(PAIRS, counts[2][i], decision_values, deciding, values[i], pays)
        for j in range(rank_flops(board, board_flops)):
            rank_turns(board_flops[j], free, turn_ways)
            for channel in range(len(sums)):
                for k in range(PAIRS):
                    sums[channel, board_flops[j, 0], k] += turn_ways[k] * values[i, channel, k]


@kernel
def wager_flush_boards(
    thread: int,
    threads: int,
    sets: Array,
    rank_board_of: Array,
    counts: tuple[Array, ...],
    deciding: Pays,
    pays: Pays,
    values: Array,
    free: Array,
    classes: Array,
    sums: Array,
) -> None:
    """The difference that flush suits make to the wager's channels, summed on every flop."""
    cards = card_table()
    side = np.zeros(HOLDINGS, np.int64)
    decision_values = np.zeros((deciding[1].shape[1] + 1, HOLDINGS), np.int64)
    wager = np.zeros((len(sums), HOLDINGS), np.int64)
    turn_ways = np.ones((TURNS, HOLDINGS), np.int64)
    board_flops = np.zeros((FLOPS_OF_A_BOARD, 2), np.int64)
    for row in range(thread, len(sets), threads):
        need, suited = 5 - sets[row, 0], sets[row, 2:7]
        for x in range(RANKS if need else 1):
            for y in range(x + 1 if need == 2 else 1):
                i = sets[row, 1] + (0 if need == 0 else x if need == 1 else rank_pair(x, y))
                there = counts[2][i]
                side[:] = 0
                value_rows(HOLDINGS, counts, i, cards, deciding, side, decision_values)
                side[:] = 0
                value_rows(HOLDINGS, counts, i, cards, pays, side, wager)
                copy_river_choices(HOLDINGS, there, decision_values, deciding, wager, pays)
                flush_turns(need, x, y, free, turn_ways)
                count = flush_flops(suited, need, x, y, board_flops)
                plain = values[rank_board_of[i]]
                for channel in range(len(sums)):
                    for h in range(HOLDINGS):
                        if there[h] != NO_HOLDING:
                            wager[channel, h] -= plain[channel, classes[h]]
                    add_to_flops(board_flops, count, turn_ways, wager[channel], sums[channel])


@inlined
def five_card_category(
    flop: Array, f: int, c: int, d: int, top: Array, straight: Array, flush: Array
) -> int:
    """The category of the five-card hand of hole and flop."""
    held = with_rank(with_rank((0, 0, 0, 0), c >> 2), d >> 2)
    suited = c & 3 == d & 3
    for i in range(3):
        held = with_rank(held, flop[f, i] >> 2)
        suited = suited and flop[f, i] & 3 == c & 3
    if suited:
        return int(flush[held[0]] >> 20)
    return unsuited_strength(held[0], held[1], held[2], held[3], top, straight) >> 20


@kernel
def wager_totals(
    flops: Array,
    table: Array,
    gains: Array,
    bets: Array,
    raises: Array,
    flop_bets: Array,
    weights: Array,
    strengths: tuple[Array, Array, Array],
    by_ranks: Array,
    by_suit: Array,
    high: Array,
    low: Array,
    counts: Array,
) -> None:
    """Sum the wager over all flops by starting hand and five-card category.

    `raises` has each starting hand's multiple before the flop, 0 for a check; `bets` has the flop
    bets as indices into `flop_bets`. `high` and `low` are the upper and lower 32 bits of the sums;
    `counts` counts holdings and flops.
    """
    top, straight, flush = strengths
    for f in range(len(flops)):
        weight = flops[f, WEIGHT]
        for h in range(HOLES):
            if gains[f, h] == BLOCKED:
                continue
            start = table[h, 2]
            five = five_card_category(flops, f, table[h, 0], table[h, 1], top, straight, flush)
            multiple, river = 0, len(by_ranks) - 1
            if raises[start]:
                multiple = raises[start]
            elif gains[f, h] >= 0:
                multiple = flop_bets[bets[f, h]]
            value = 0
            for channel in range(river + 1):
                times = int(channel == river)
                if multiple:
                    times = weights[multiple, channel] if channel < river else 0
                if times == 0:
                    continue
                part = by_ranks[channel, flops[f, FLOP_RANKS], table[h, 3]]
                for suit in range(3):
                    if flops[f, SUITS_IN + suit] >= 0:
                        part += by_suit[channel, flops[f, SUITS_IN + suit], table[h, 4 + suit]]
                value += times * part
            high[start, five] += (value >> 32) * weight
            low[start, five] += (value & 0xFFFFFFFF) * weight
            counts[start, five] += weight
