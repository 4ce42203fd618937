"""Play by decision tables, and the strengths of all hands, for many rounds.

A row of cards is the board, the dealer's two cards, and two cards of each seat. The tables are
those of `uth.exact.simulation.strategy_tables`: a Play multiple for each class, 0 for a check or
a fold.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.evaluator import ROW_BITS, SUIT_FLUSH, SUIT_SHIFT, SUIT_START
from uth.exact.kernels.numbering import rank_board, rank_pair

HandTables: TypeAlias = tuple[Array, Array, Array, Array]
"""The evaluator's numbers, offsets, table and flush table."""
FlopNames: TypeAlias = tuple[Array, Array]
"""Of each of 22,100 flops: its canonical flop, and the number that each suit has there."""
PlayTables: TypeAlias = tuple[Array, Array, Array, Array]
"""Play multiples: by holding; by canonical flop and holding; by rank board and rank pair; by flush
board and kind of holding."""
Classes: TypeAlias = tuple[Array, Array]
"""The rank pair of each holding, and its kind as seen from each suit; and the first flush board of
each set of suited ranks."""

FIRST_SEAT = 7
"""The column of the first seat's cards."""


@inlined
def card_at(cards: Array, row: int, column: int) -> int:
    """One card as a signed integer; with unsigned ones, arithmetic would end in floats."""
    return np.int64(cards[row, column])  # type: ignore[return-value]


@inlined
def seven_strength(sum_board: int, ranks_in: Array, c: int, d: int, hands: HandTables) -> int:
    """The strength index of a board, of which sum and suited ranks are known, and two cards."""
    numbers, offsets, table, flush = hands
    total = sum_board + numbers[c] + numbers[d]
    if total & SUIT_FLUSH:
        suit = 0
        while not total >> (SUIT_SHIFT + 3 + 4 * suit) & 1:
            suit += 1
        ranks = ranks_in[suit]
        if c & 3 == suit:
            ranks |= 1 << (c >> 2)
        if d & 3 == suit:
            ranks |= 1 << (d >> 2)
        return int(flush[ranks])
    key = total & 0xFFFFFFFF
    return int(table[offsets[key >> ROW_BITS] + (key & ((1 << ROW_BITS) - 1))])


@inlined
def board_class(cards: Array, row: int, first_of: Array) -> tuple[int, int]:
    """The flush suit of a board, or -1, and the index of its flush board or rank board.

    `first_of` has the index of the first flush board with each set of suited ranks.
    """
    ranks = counts = 0
    for j in range(5):
        card = card_at(cards, row, j)
        ranks |= 1 << (13 * (card & 3) + (card >> 2))
        counts += 1 << 4 * (card & 3)
    for suit in range(4):
        if counts >> 4 * suit & 15 >= 3:
            x = y = -1
            for j in range(5):
                card = card_at(cards, row, j)
                if card & 3 != suit:
                    x, y = card >> 2, x
            index = int(first_of[ranks >> 13 * suit & 8191])
            if y >= 0:
                index += rank_pair(x, y)
            elif x >= 0:
                index += x
            return suit, index
    a, b, c = (
        card_at(cards, row, 0) >> 2,
        card_at(cards, row, 1) >> 2,
        card_at(cards, row, 2) >> 2,
    )
    d, e = card_at(cards, row, 3) >> 2, card_at(cards, row, 4) >> 2
    a, b = min(a, b), max(a, b)
    d, e = min(d, e), max(d, e)
    c, e = min(c, e), max(c, e)
    c, d = min(c, d), max(c, d)
    b, e = min(b, e), max(b, e)
    a, c = min(a, c), max(a, c)
    a, d = min(a, d), max(a, d)
    b, c = min(b, c), max(b, c)
    c, d = min(c, d), max(c, d)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    return -1, rank_board(a, b, c, d, e)


@inlined
def flop_number(cards: Array, row: int) -> int:
    """The index of the first three cards of a board among the 22,100 flops."""
    a, b, c = card_at(cards, row, 0), card_at(cards, row, 1), card_at(cards, row, 2)
    low, high = min(a, b, c), max(a, b, c)
    middle = a + b + c - low - high
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@inlined
def pair_number(c: int, d: int) -> int:
    """The index of two cards among the 1,326 holdings."""
    low, high = min(c, d), max(c, d)
    return high * (high - 1) // 2 + low


@kernel
def evaluate_rounds(cards: Array, hands: HandTables, dealer: Array, seats: Array) -> None:
    """The strength index of the dealer and of each seat in every round."""
    numbers = hands[0]
    ranks_in = np.zeros(4, np.int64)
    for row in range(len(cards)):
        total = SUIT_START
        for suit in range(4):
            ranks_in[suit] = 0
        for j in range(5):
            card = cards[row, j]
            total += numbers[card]
            ranks_in[card & 3] |= 1 << (card >> 2)
        dealer[row] = seven_strength(total, ranks_in, cards[row, 5], cards[row, 6], hands)
        for seat in range(seats.shape[1]):
            at = FIRST_SEAT + 2 * seat
            seats[row, seat] = seven_strength(
                total, ranks_in, cards[row, at], cards[row, at + 1], hands
            )


@kernel
def play_rounds(
    cards: Array, play: PlayTables, flops: FlopNames, classes: Classes, multiples: Array
) -> None:
    """The Play multiple of each seat in every round, or 0 for a fold."""
    preflop, on_flop, on_ranks, on_suits = play
    rows, names = flops
    kinds, first_of = classes
    for row in range(len(cards)):
        flop = suit = -2
        board = 0
        for seat in range(multiples.shape[1]):
            at = FIRST_SEAT + 2 * seat
            c, d = card_at(cards, row, at), card_at(cards, row, at + 1)
            multiple = preflop[pair_number(c, d)]
            if multiple == 0:
                if flop < 0:
                    flop = flop_number(cards, row)
                renamed = pair_number(c & ~3 | names[flop, c & 3], d & ~3 | names[flop, d & 3])
                multiple = on_flop[rows[flop], renamed]
            if multiple == 0:
                if suit == -2:
                    suit, board = board_class(cards, row, first_of)
                pair = pair_number(c, d)
                if suit < 0:
                    multiple = on_ranks[board, kinds[pair, 0]]
                else:
                    multiple = on_suits[board, kinds[pair, 1 + suit]]
            multiples[row, seat] = multiple
