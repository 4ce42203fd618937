"""A shuffle that keeps clumps: a few riffles of the cards as the last round left them.

A riffle cuts the deck by a binomial number and drops cards from both packets with chances in
proportion to their sizes (Gilbert, Shannon and Reeds). Many tables are simulated at once; each
deals one seat, gathers board, dealer and seat under the cards that were not dealt, and riffles
again.
"""

from __future__ import annotations

from functools import cache
from math import sqrt

import numpy as np

from uth.exact.arrays import Array
from uth.exact.banking.dealt_rounds import SeatPlay, play_rounds
from uth.exact.solver.game_rules import GameRules
from uth.exact.solver.solve import solve

TABLES = 2_000
ROUNDS = 10
"""Of each table in a chunk; a first round from a fair deck is not counted."""
DEALT = 9
ORDER = (4, 5, 6, 7, 8, 2, 3, 0, 1)
"""From the order of dealing (seat, dealer, board) to board, dealer, seat."""


def riffle(decks: Array, draw: np.random.Generator) -> Array:
    """Riffle every deck once."""
    second = draw.integers(0, 2, decks.shape, dtype=np.int8).astype(np.int64)
    first_size = (1 - second).sum(axis=1, keepdims=True)
    from_first = np.cumsum(1 - second, axis=1) - 1
    from_second = first_size + np.cumsum(second, axis=1) - 1
    shuffled: Array = np.take_along_axis(
        decks, np.where(second == 1, from_second, from_first), axis=1
    )
    return shuffled


@cache
def _seat(rules: GameRules) -> SeatPlay:
    return SeatPlay(solve(rules, endings=False))


def round_nets(rules: GameRules, decks: Array) -> Array:
    """What the seat wins in each round in antes, by best play of the plain game."""
    batch = play_rounds([_seat(rules)], np.ascontiguousarray(decks[:, ORDER].astype(np.uint8)))
    multiples, mine, theirs = batch.multiples[:, 0], batch.seats[:, 0], batch.dealer
    qualified = ((theirs >> 20 > 0) | (not rules.qualify)) & (not rules.ante_pushes)
    blind = np.zeros(10)
    blind[4:] = [float(odds) for odds in reversed(rules.blind)]
    won = multiples + qualified + blind[mine >> 20]
    lost = -(multiples + qualified + 1.0)
    nets: Array = np.where(mine > theirs, won, np.where(mine < theirs, lost, 0.0))
    return np.where(multiples == 0, -2.0, nets)


def clumped_chunk(
    rules: GameRules, riffles: int, seed: int, number: int
) -> tuple[int, float, float]:
    """The rounds of a chunk, the sum of their nets and of the squares."""
    draw = np.random.Generator(np.random.Philox(key=seed, counter=[0, 0, riffles, number]))
    decks = draw.permuted(np.tile(np.arange(52), (TABLES, 1)), axis=1)
    total = squares = 0.0
    for played in range(ROUNDS + 1):
        if played:
            nets = round_nets(rules, decks)
            total += float(nets.sum())
            squares += float((nets * nets).sum())
        gathered = [decks[:, DEALT:], decks[:, 4:9], decks[:, 2:4], decks[:, 0:2]]
        decks = np.concatenate(gathered, axis=1)
        for _ in range(riffles):
            decks = riffle(decks, draw)
    return TABLES * ROUNDS, total, squares


def mean_and_error(rounds: int, total: float, squares: float) -> tuple[float, float]:
    """The mean net per Ante and its standard error."""
    mean = total / rounds
    return mean, sqrt(max(squares / rounds - mean * mean, 0.0) / rounds)
