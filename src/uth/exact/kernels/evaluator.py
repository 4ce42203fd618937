"""Batch evaluation of seven-card hands: a perfect hash of the ranks, and a separate flush table.

Each card has a number for its rank, chosen so that no two multisets of seven ranks have the same
sum, and a counter for its suit. The sums index a table whose rows are overlaid where they have
gaps, so that it fits into the processor cache.
"""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import inlined, kernel
from uth.exact.kernels.strength import strength_tables, unsuited_strength, with_rank

RANK_SUMS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""Any seven of these, each at most four times, have a unique sum."""
LARGEST_SUM = 4 * 1479181 + 3 * 636345
ROW_BITS = 9
ROWS = (LARGEST_SUM >> ROW_BITS) + 1
SUIT_SHIFT = 32
SUIT_START = 0x3333 << SUIT_SHIFT
SUIT_FLUSH = 0x8888 << SUIT_SHIFT
"""Four-bit counters that start at 3: five cards of a suit set the highest bit."""
RANK_MULTISETS = 49205


def card_numbers() -> Array:
    """What each card adds to the sum: the number of its rank, and one in its suit's counter."""
    return np.array(
        [RANK_SUMS[card >> 2] | 1 << (SUIT_SHIFT + 4 * (card & 3)) for card in range(52)], np.int64
    )


@kernel
def rank_sum_strengths(rank_sums: Array) -> tuple[Array, Array]:
    """The sum and the strength of every multiset of seven ranks, by ascending sum."""
    top, straight, _ = strength_tables()
    keys = np.zeros(RANK_MULTISETS, np.int64)
    held = np.zeros(8, np.int64)
    at = 0
    depth = 0
    while depth >= 0:
        if depth == 7:
            sets = (0, 0, 0, 0)
            total = 0
            for i in range(7):
                sets = with_rank(sets, held[i])
                total += rank_sums[held[i]]
            strength = unsuited_strength(sets[0], sets[1], sets[2], sets[3], top, straight)
            keys[at] = total << 24 | strength
            at += 1
            depth -= 1
            held[depth] += 1
        elif held[depth] > 12 or (depth >= 4 and held[depth] == held[depth - 4]):
            if held[depth] > 12:
                depth -= 1
                if depth >= 0:
                    held[depth] += 1
            else:
                held[depth] += 1
        else:
            held[depth + 1] = held[depth]
            depth += 1
    keys.sort()
    return keys >> 24, (keys & 0xFFFFFF).astype(np.int32)


@kernel
def pack_rows(sums: Array, positions: Array, offsets: Array, taken: Array) -> int:
    """Overlay the rows of the table, fullest first; returns the length of the packed table."""
    starts = np.zeros(ROWS + 1, np.int64)
    for i in range(len(sums)):
        starts[(sums[i] >> ROW_BITS) + 1] += 1
    sizes = starts[1:].copy()
    for row in range(ROWS):
        starts[row + 1] += starts[row]
    order = np.argsort(-sizes)
    mask = (1 << ROW_BITS) - 1
    length = first_free = 0
    for i in range(ROWS):
        row = order[i]
        if sizes[row] == 0:
            break
        lowest = sums[starts[row]] & mask
        while taken[first_free]:
            first_free += 1
        offset = max(0, first_free - lowest)
        clash = True
        while clash:
            clash = False
            for j in range(starts[row], starts[row + 1]):
                if taken[offset + (sums[j] & mask)]:
                    clash = True
                    offset += 1
                    break
        offsets[row] = offset
        for j in range(starts[row], starts[row + 1]):
            position = offset + (sums[j] & mask)
            taken[position] = True
            positions[j] = position
            length = max(length, position + 1)
    return length


@inlined
def flush_strength(cards: Array, i: int, suits: int, flush: Array) -> int:
    """The strength index of seven cards that contain a flush."""
    suit = 0
    while not suits >> (SUIT_SHIFT + 3 + 4 * suit) & 1:
        suit += 1
    ranks = 0
    for j in range(7):
        card = cards[i, j]
        if card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return int(flush[ranks])


@kernel
def evaluate_sevens(
    cards: Array, numbers: Array, offsets: Array, table: Array, flush: Array, out: Array
) -> None:
    """The index of each row of seven cards among the 4,824 strengths of seven cards."""
    mask = (1 << ROW_BITS) - 1
    for i in range(len(cards)):
        total = (
            numbers[cards[i, 0]] + numbers[cards[i, 1]] + numbers[cards[i, 2]]
            + numbers[cards[i, 3]] + numbers[cards[i, 4]] + numbers[cards[i, 5]]
            + numbers[cards[i, 6]] + SUIT_START
        )  # fmt: skip
        if total & SUIT_FLUSH:
            out[i] = flush_strength(cards, i, total, flush)
        else:
            key = total & 0xFFFFFFFF
            out[i] = table[offsets[key >> ROW_BITS] + (key & mask)]
