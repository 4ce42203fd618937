"""Simulated rounds in batches, whose cards depend on the seed and the batch's number alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from uth.exact.arrays import Array
from uth.exact.kernels.simulation.dealing import deal_cards
from uth.exact.kernels.simulation.playing import evaluate_rounds
from uth.exact.kernels.simulation.settling import settle_linked, settle_rounds, sum_rounds
from uth.exact.simulation.table_setup import BASE, SimulatedTable
from uth.exact.solver.evaluator import evaluator
from uth.exact.solver.game_rules import MOST_PLAY

BATCH = 8192
"""Rounds; their arrays fit into the processor cache."""
SEED_MASK = (1 << 64) - 1
SPARE_WORDS = 64

Play = Callable[[Array], Array]
"""The Play multiple of each seat for rows of cards."""


@dataclass(frozen=True)
class SimulatedBatch:
    """Rounds in rows: their cards, and what each seat did and won."""

    first: int
    """The number of its first round."""
    cards: Array
    multiples: Array
    nets: Array
    """[round, seat, wager], in cents."""
    bank: Array
    """[round]: the bank's result before its fee, and what it did not cover."""
    hits: Array
    """Shares of the meter that were won: row, seat, strength of the hand."""

    @property
    def rounds(self) -> int:
        return len(self.cards)


def random_words(seed: int, stream: int, index: int) -> np.random.Generator:
    """A generator of its own for each stream and index: Philox, keyed by them."""
    key = np.array([seed & SEED_MASK, stream << 60 | index], np.uint64)
    return np.random.Generator(np.random.Philox(key=key))


def deal_batch(seed: int, number: int, rounds: int, seats: int) -> Array:
    """The cards of a batch: board, dealer, and two for each seat."""
    draw, columns = random_words(seed, 0, number), 7 + 2 * seats
    cards, decks = np.empty((rounds, columns), np.uint8), np.zeros(52, np.uint8)
    row = 0
    while row < rounds:
        many = ((rounds - row) * columns + 1) // 2 + SPARE_WORDS
        words = draw.integers(0, SEED_MASK, many, dtype=np.uint64, endpoint=True)
        row = deal_cards(words, row, decks, cards)
    return cards


@cache
def _categories() -> Array:
    """The category of each strength index."""
    return evaluator().category.astype(np.int8)


def settle_cards(
    table: SimulatedTable, cards: Array, multiples: Array, first: int = 0
) -> SimulatedBatch:
    """Settle rounds in which the seats have bet so; the multiple of a fold is 0."""
    rounds, covered = len(cards), len(table.covered)
    tables = evaluator()
    dealer, seats = np.empty(rounds, np.int16), np.empty((rounds, table.seats), np.int16)
    hands = tables.numbers, tables.offsets, tables.table, tables.flush
    category = _categories()
    evaluate_rounds(cards, hands, dealer, seats)
    nets = np.empty((rounds, table.seats, len(table.names)), np.int64)
    bank = np.empty((rounds, 2), np.int64)
    settle_rounds(
        cards, multiples, (dealer, seats, category), table.order, table.amounts,
        table.holdings, table.limits, table.aggregates, nets[:, :, :covered], bank,
    )  # fmt: skip
    hits = np.zeros((0, 3), np.int64)
    if table.progressive:
        buffer = np.zeros((rounds * table.seats, 3), np.int64)
        count = settle_linked(cards, multiples, table.linked, nets[:, :, covered:], buffer)
        hits = buffer[:count].copy()
        nets[:, :, covered + 2] = 0
    return SimulatedBatch(
        first=first, cards=cards, multiples=multiples, nets=nets, bank=bank, hits=hits
    )


def simulate_batch(
    table: SimulatedTable, play: Play, *, seed: int, number: int, rounds: int
) -> SimulatedBatch:
    """Deal, play and settle one batch."""
    cards = deal_batch(seed, number, rounds, table.seats)
    return settle_cards(table, cards, play(cards), number * BATCH)


@dataclass(frozen=True)
class BatchSums:
    """Sums over the rounds of a batch: exact, but for squares, which are rounded once."""

    sums: list[int]
    """Of each wager, of the base game, of the bank, of what it did not cover, of short rounds."""
    squares: list[int]
    actions: list[int]
    """Seat-hands by Play multiple."""


def sum_batch(table: SimulatedTable, batch: SimulatedBatch) -> BatchSums:
    names = table.names
    base = np.array([name in BASE for name in names], np.bool_)
    sums, squares = np.zeros(len(names) + 4, np.int64), np.zeros(len(names) + 2, np.float64)
    actions = np.zeros(MOST_PLAY + 1, np.int64)
    sum_rounds(batch.nets, base, batch.bank, batch.multiples, sums, squares, actions)
    return BatchSums(sums.tolist(), [int(one) for one in squares], actions.tolist())
