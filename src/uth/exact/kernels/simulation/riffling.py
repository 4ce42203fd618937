"""Riffles of many decks at once."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import kernel

CARDS = 52


@kernel
def riffle_decks(decks: Array, words: Array) -> None:
    """Riffle each row of `decks` once for each of its words, whose low 52 bits are random.

    Bit k says from which packet card k of the riffled deck comes. So the cut is binomial, and all
    ways to interleave the two packets are equally likely: the model of Gilbert, Shannon and Reeds.
    """
    before = np.zeros(CARDS, np.uint8)
    for row in range(len(decks)):
        for riffle in range(words.shape[1]):
            bits = int(words[row, riffle])
            first, second = 0, CARDS
            for at in range(CARDS):
                before[at] = decks[row, at]
                second -= bits >> at & 1
            for at in range(CARDS):
                from_second = bits >> at & 1
                decks[row, at] = before[first + from_second * (second - first)]
                first += 1 - from_second
                second += from_second
