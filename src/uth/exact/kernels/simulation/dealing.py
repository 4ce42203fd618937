"""Random rounds: rows of different cards, each drawn with equal chances."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import kernel

LOW_HALF = 0xFFFFFFFF


@kernel
def deal_cards(words: Array, first: int, decks: Array, cards: Array) -> int:
    """Fill the rows of `cards` from row `first` on; returns the row at which words ran out.

    Each card takes 32 random bits, multiplied by the number of cards left; the few products whose
    lower half would favor some cards are drawn again, so that all cards are equally likely.
    """
    many = cards.shape[1]
    at = 0
    for row in range(first, len(cards)):
        for card in range(52):
            decks[card] = card
        for column in range(many):
            left = np.uint64(52 - column)
            uneven = np.uint64((1 << 32) % (52 - column))
            while True:
                if at >= 2 * len(words):
                    return row
                word = words[at >> 1]
                bits = word >> np.uint64(32) if at & 1 else word & np.uint64(LOW_HALF)
                at += 1
                product = bits * left
                if product & np.uint64(LOW_HALF) >= uneven:
                    break
            other = column + int(product >> np.uint64(32))
            card = decks[other]
            decks[other] = decks[column]
            cards[row, column] = card
    return len(cards)
