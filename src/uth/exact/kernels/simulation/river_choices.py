"""The river decision of every class: of best play, and of the simple strategy."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.flop_decisions import FLOPS, HOLES
from uth.exact.kernels.numbering import HOLDINGS, RANKS
from uth.exact.kernels.strength import unsuited_strength, with_rank
from uth.exact.kernels.values import FOLDED, Pays, card_table, choose_rivers, value_rows
from uth.exact.kernels.wins_and_ties import NO_HOLDING, OUTSIDE

MOST_OUTS = 21
"""The simple strategy folds if as many dealer cards or more beat it."""
TEN = 8
"""The rank of a ten, from 0 for a deuce."""


@kernel
def best_river_choices(
    thread: int, threads: int, counts: tuple[Array, ...], pays: Pays, rivers: Array, out: Array
) -> None:
    """The Play multiple of best play for each kind of holding on each board; 0 is a fold."""
    cards, holdings = card_table(), out.shape[1]
    side, choices = np.zeros(HOLDINGS, np.int64), np.zeros(holdings, np.int64)
    channels = np.zeros((pays[1].shape[1] + 1, holdings), np.int64)
    for i in range(thread, len(out), threads):
        value_rows(holdings, counts, i, cards, pays, side, channels)
        choose_rivers(counts[2][i], channels, pays, choices)
        for h in range(holdings):
            there = counts[2][i, h] != NO_HOLDING and choices[h] != FOLDED
            out[i, h] = rivers[choices[h]] if there else 0


@inlined
def strength_of(ranks: Array, count: int, suited: int, top: Array, tables: Array) -> int:
    """The strength of up to seven ranks, of which `suited` are in the flush suit."""
    straight, flush = tables[0], tables[1]
    sets = (0, 0, 0, 0)
    for j in range(count):
        sets = with_rank(sets, ranks[j])
    plain = unsuited_strength(sets[0], sets[1], sets[2], sets[3], top, straight)
    return max(plain, int(flush[suited]))


@kernel
def simple_river_choices(
    boards: Array,
    suited: Array,
    cats: Array,
    tables: tuple[Array, Array, Array],
    bet: int,
    out: Array,
) -> None:
    """The simple strategy: bet a hidden pair or better, or if fewer than 21 dealer cards beat it.

    `boards` has the five ranks of each board, `suited` a bit for each of them inside the flush
    suit, `cats` the category of each holding. `tables`: top ranks, straights, flush strengths.
    """
    top, straight, flush = tables
    lookup = np.stack((straight, flush))
    cards, holdings = card_table(), out.shape[1]
    ranks = np.zeros(7, np.int64)
    with_card = np.zeros(2 * RANKS, np.int64)
    left = np.zeros(2 * RANKS, np.int64)
    for i in range(len(boards)):
        if boards[i, 0] < 0:
            continue
        flushed = suited[i] >= 0
        held = 0
        left[:RANKS] = 1 if flushed else 0
        left[RANKS:] = 3 if flushed else 4
        for j in range(5):
            rank = boards[i, j]
            ranks[j] = rank
            if flushed and suited[i] >> j & 1:
                held |= 1 << rank
                left[rank] -= 1
            else:
                left[RANKS + rank] -= 1
        own = strength_of(ranks, 5, held, top, lookup) >> 20
        for card in range(2 * RANKS):
            ranks[5] = card % RANKS
            more = held | 1 << card if card < RANKS else held
            with_card[card] = strength_of(ranks, 6, more, top, lookup)
        for h in range(holdings):
            if cats[i, h] == NO_HOLDING:
                continue
            if cats[i, h] > own:
                out[i, h] = bet
                continue
            c, d = cards[h, 0], cards[h, 1]
            ranks[5], ranks[6] = c % RANKS, d % RANKS
            more = held
            if c < OUTSIDE:
                more |= 1 << c
            if d < OUTSIDE:
                more |= 1 << d
            mine = strength_of(ranks, 7, more, top, lookup)
            outs = 0
            for card in range(2 * RANKS):
                if with_card[card] > mine:
                    outs += left[card] - (card == c) - (card == d)
            out[i, h] = bet if outs < MOST_OUTS else 0


@kernel
def simple_flop_choices(
    flops: Array, table: Array, tables: tuple[Array, Array, Array], bet: int, out: Array
) -> None:
    """The simple strategy on the flop: two pair, a hidden pair but deuces, or four to a flush.

    Four to a flush need a hidden ten or better of the suit; three alike on the flop need more.
    """
    top, straight, flush = tables
    for f in range(FLOPS):
        for h in range(HOLES):
            c, d = table[h, 0], table[h, 1]
            sets, ranks = (0, 0, 0, 0), 0
            in_c = in_d = 1 + int(c & 3 == d & 3)
            blocked = hidden = False
            for j in range(3):
                card = flops[f, j]
                blocked = blocked or card in (c, d)
                sets = with_rank(sets, card >> 2)
                in_c += card & 3 == c & 3
                in_d += card & 3 == d & 3
                hidden = hidden or card >> 2 == c >> 2 or card >> 2 == d >> 2
                ranks += int(card >> 2 == flops[f, 0] >> 2)
            if blocked:
                continue
            sets = with_rank(with_rank(sets, c >> 2), d >> 2)
            strength = unsuited_strength(sets[0], sets[1], sets[2], sets[3], top, straight)
            if in_c == 5:
                strength = int(flush[sets[0]])
            category = strength >> 20
            if ranks == 3:
                worth = category > 3
            elif category >= 2:
                worth = True
            elif c >> 2 == d >> 2:
                worth = c >> 2 != 0
            else:
                worth = hidden
            four = (in_c >= 4 and c >> 2 >= TEN) or (in_d >= 4 and d >> 2 >= TEN)
            if ranks != 3:
                worth = worth or four
            out[f, h] = bet if worth else 0
