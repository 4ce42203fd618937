"""One simulation: its table, strategy, seed and length, and what each of its chunks does."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.simulation.batches import BATCH, SimulatedBatch, simulate_batch, sum_batch
from uth.exact.simulation.strategies import StrategyChoice, play_for
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.simulation.totals import ChunkSums, Hits
from uth.rulebook.canonical import digest

MOST_HANDS = 1 << 45
MOST_CHUNK_HANDS = 1 << 22
"""A few seconds of compiled play."""
MOST_FUNCTION_BATCHES = 4
MOST_ROW_BATCHES = 8
FEWEST_CHUNKS = 64
"""So that figures are shown early, and workers are busy to the end."""


@dataclass(frozen=True)
class SimulationJob:
    """A simulation; the deals depend on its seed alone, not on how it is divided."""

    table: SimulatedTable
    strategy: StrategyChoice
    hands: int
    seed: int
    with_rows: bool = False
    """Whether chunks return every seat-hand."""

    def __post_init__(self) -> None:
        if type(self.hands) is not int or not 1 <= self.hands <= MOST_HANDS:
            raise Refusal("simulate/hands", most=MOST_HANDS, where="hands")

    @property
    def rounds(self) -> int:
        """As many whole rounds as the seat-hands need."""
        return -(-self.hands // self.table.seats)

    @property
    def batches(self) -> int:
        return -(-self.rounds // BATCH)

    @property
    def batches_of_chunk(self) -> int:
        most = MOST_CHUNK_HANDS // (BATCH * self.table.seats)
        if not self.strategy.compiled:
            most = MOST_FUNCTION_BATCHES
        if self.with_rows:
            most = min(most, MOST_ROW_BATCHES)
        return max(1, min(most, self.batches // FEWEST_CHUNKS))

    @property
    def chunks(self) -> int:
        return -(-self.batches // self.batches_of_chunk)

    @property
    def key(self) -> str:
        """What a checkpoint is named by: all that the figures depend on."""
        table = self.table
        strategy = hashlib.sha256(self.strategy.content).hexdigest()
        facts = (
            digest(table.house), sorted(table.wagers.items()), table.seats, table.bank,
            self.strategy.kind, self.strategy.function, strategy, self.hands, self.seed,
        )  # fmt: skip
        return f"simulation {facts!r}"

    def prepare(self) -> None:
        """Make tables and compile now, so that the first chunk does not have to."""
        play = play_for(self.strategy, self.table.game)
        sum_batch(self.table, simulate_batch(self.table, play, seed=0, number=0, rounds=1))

    def batch(self, number: int) -> SimulatedBatch:
        rounds = min(BATCH, self.rounds - number * BATCH)
        play = play_for(self.strategy, self.table.game)
        return simulate_batch(self.table, play, seed=self.seed, number=number, rounds=rounds)


@dataclass(frozen=True)
class ChunkRows:
    """Every round of a chunk, in rows."""

    first: int
    cards: Array
    multiples: Array
    nets: Array


def simulate_chunk(job: SimulationJob, chunk: int) -> tuple[ChunkSums, ChunkRows | None]:
    """The sums of one chunk, and its rows if they are asked for."""
    first = chunk * job.batches_of_chunk
    return simulate_batches(job, range(first, min(job.batches, first + job.batches_of_chunk)))


def simulate_batches(job: SimulationJob, numbers: range) -> tuple[ChunkSums, ChunkRows | None]:
    """The sums of some batches, and their rows if they are asked for."""
    rounds, hits, batches = 0, Hits(), list[SimulatedBatch]()
    sums, squares, actions = (list[int]() for _ in range(3))
    for number in numbers:
        batch = job.batch(number)
        more = sum_batch(job.table, batch)
        sums, squares = _added(sums, more.sums), _added(squares, more.squares)
        actions = _added(actions, more.actions)
        rounds += batch.rounds
        hits += _hits(job.table, batch)
        if job.with_rows:
            batches.append(batch)
    rows = None
    if batches:
        rows = ChunkRows(
            batches[0].first,
            np.concatenate([batch.cards for batch in batches]),
            np.concatenate([batch.multiples for batch in batches]).astype(np.int8),
            np.concatenate([batch.nets for batch in batches]),
        )
    return ChunkSums(rounds, sums, squares, actions, hits), rows


def _added(sums: list[int], more: list[int]) -> list[int]:
    return [a + b for a, b in zip(sums, more, strict=True)] if sums else more


def _hits(table: SimulatedTable, batch: SimulatedBatch) -> Hits:
    if not table.progressive:
        return []
    column = table.names.index("progressive")
    return [
        (batch.first + row, seat, strength, int(batch.nets[row, :, column].sum()))
        for row, seat, strength in batch.hits.tolist()
    ]
