"""The strength of a hand, numbered as in `uth.core`: category × 2²⁰, then five 4-bit ranks."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from uth.exact.kernels.cache import inlined, kernel

Ints: TypeAlias = NDArray[np.int32]

FLUSH_FROM = 5 << 20
FULL_HOUSE_FROM = 6 << 20
STRAIGHT_FLUSH_FROM = 8 << 20


@kernel
def strength_tables() -> tuple[Ints, Ints, Ints]:
    """For every set of ranks: its top five, the top rank of its straight, its flush strength."""
    top = np.zeros(8192, np.int32)
    straight = np.zeros(8192, np.int32)
    flush = np.zeros(8192, np.int32)
    for ranks in range(8192):
        count = 0
        for rank in range(12, -1, -1):
            if ranks >> rank & 1 and count < 5:
                top[ranks] |= (rank + 2) << (16 - 4 * count)
                count += 1
        wheel = ranks << 1 | ranks >> 12
        for high in range(3, 13):
            if wheel >> (high - 3) & 31 == 31:
                straight[ranks] = high + 2
        if count == 5:
            flush[ranks] = FLUSH_FROM | top[ranks]
            if straight[ranks]:
                flush[ranks] = (9 if straight[ranks] == 14 else 8) << 20 | straight[ranks] << 16
    return top, straight, flush


@inlined
def unsuited_strength(
    ones: int, twos: int, threes: int, fours: int, top: Ints, straight: Ints
) -> int:
    """The strength without flushes, from the ranks held at least one, two, three, four times."""
    if fours:
        four = top[fours] >> 16
        return int(7 << 20 | four << 16 | top[ones ^ 1 << (four - 2)] >> 16 << 12)
    if threes:
        three = top[threes] >> 16
        rest = twos ^ 1 << (three - 2)
        if rest:
            return int(FULL_HOUSE_FROM | three << 16 | top[rest] >> 16 << 12)
    if straight[ones]:
        return int(4 << 20 | straight[ones] << 16)
    if threes:
        three = top[threes] >> 16
        return int(3 << 20 | three << 16 | top[ones ^ 1 << (three - 2)] >> 12 << 8)
    if twos:
        high = top[twos] >> 16
        rest = twos ^ 1 << (high - 2)
        if rest:
            low = top[rest] >> 16
            kicker = top[ones ^ 1 << (high - 2) ^ 1 << (low - 2)] >> 16
            return int(2 << 20 | high << 16 | low << 12 | kicker << 8)
        return int(1 << 20 | high << 16 | top[ones ^ 1 << (high - 2)] >> 8 << 4)
    return int(top[ones])


@inlined
def with_rank(sets: tuple[int, int, int, int], rank: int) -> tuple[int, int, int, int]:
    """The sets of ranks held at least one to four times, with one more card."""
    ones, twos, threes, fours = sets
    bit = 1 << rank
    return ones | bit, twos | ones & bit, threes | twos & bit, fours | threes & bit
