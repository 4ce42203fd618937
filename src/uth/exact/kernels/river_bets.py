"""The best river bets of many spots at once."""

from __future__ import annotations

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.cache import kernel
from uth.exact.kernels.dealer_counts import OUTCOMES
from uth.exact.kernels.spots import river_counts, row_value, value_river
from uth.exact.kernels.values import Pays


@kernel
def best_river_bets(
    thread: int,
    threads: int,
    cards: Array,
    pair: int,
    tables: tuple[Array, ...],
    category: Array,
    pays: Pays,
    out: Array,
) -> None:
    """The Play multiple that is best for each row of board and hole cards, or 0 for a fold.

    If values are equal, the larger bet is best, and any bet before a fold (Q-17).
    """
    weights, rivers = pays[1], pays[4]
    free, known = np.ones(52, np.bool_), np.empty(0, np.int64)
    board, hole = np.zeros(5, np.int64), np.zeros(2, np.int64)
    counts, row = np.zeros(OUTCOMES, np.int64), np.zeros(weights.shape[1] + 1, np.int64)
    for i in range(thread, len(cards), threads):
        for j in range(5):
            board[j] = cards[i, j]
            free[cards[i, j]] = False
        for j in range(2):
            hole[j] = cards[i, 5 + j]
            free[cards[i, 5 + j]] = False
        mine = river_counts((hole, free, known, pair, tables, category), board, counts)
        value_river(counts, category[mine], pays, row)
        out[i] = 0
        for bet in range(len(rivers)):
            if row_value(rivers[bet], weights, row) == row[len(row) - 1]:
                out[i] = rivers[bet]
                break
        for j in range(7):
            free[cards[i, j]] = True
