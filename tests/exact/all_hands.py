"""All 133,784,560 seven-card hands, counted one by one with the batch evaluator."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from uth.core.hands import CATEGORIES, Category
from uth.exact.kernels.cache import kernel
from uth.exact.kernels.evaluator import ROW_BITS, SUIT_FLUSH, SUIT_START, flush_strength
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.threads import run_on_threads, thread_count

if TYPE_CHECKING:
    from uth.exact.arrays import Array


@kernel
def count_categories(
    first: int,
    step: int,
    numbers: Array,
    offsets: Array,
    table: Array,
    flush: Array,
    category: Array,
    counts: Array,
) -> None:
    """Count by category all seven-card hands whose highest card is first, first − step, …"""
    mask = (1 << ROW_BITS) - 1
    cards = np.zeros((1, 7), np.uint8)
    for a in range(first, 5, -step):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    four = numbers[a] + numbers[b] + numbers[c] + numbers[d] + SUIT_START
                    for e in range(d):
                        for f in range(e):
                            six = four + numbers[e] + numbers[f]
                            for g in range(f):
                                total = six + numbers[g]
                                if total & SUIT_FLUSH:
                                    cards[0, 0], cards[0, 1], cards[0, 2] = a, b, c
                                    cards[0, 3], cards[0, 4], cards[0, 5] = d, e, f
                                    cards[0, 6] = g
                                    strength = flush_strength(cards, 0, total, flush)
                                else:
                                    key = total & 0xFFFFFFFF
                                    strength = table[offsets[key >> ROW_BITS] + (key & mask)]
                                counts[category[strength]] += 1


def count_all_hands() -> dict[Category, int]:
    """The hands by category."""
    tables, threads = evaluator(), thread_count()
    counts = np.zeros((threads, len(CATEGORIES)), np.int64)
    run_on_threads(
        threads,
        lambda thread: count_categories(
            51 - thread, threads, tables.numbers, tables.offsets, tables.table, tables.flush,
            tables.category, counts[thread],
        ),
    )  # fmt: skip
    return dict(zip(CATEGORIES, counts.sum(axis=0).tolist(), strict=True))
