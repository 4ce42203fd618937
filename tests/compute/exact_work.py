"""Chunks of the mathematics as workers do them, each after a pause that their environment sets."""

from __future__ import annotations

import os
import time
from fractions import Fraction
from functools import cache

from uth.exact.arrays import Array
from uth.exact.collusion.sampled_tables import sampled_chunk
from uth.exact.exposure.exposure import exposure_chunk
from uth.exact.exposure.seen_cards import PlayDeck, Seen
from uth.exact.search.blind_planes import plane_parts
from uth.exact.simulation.batches import BATCH
from uth.exact.simulation.job import SimulationJob, simulate_chunk
from uth.exact.simulation.strategies import StrategyChoice
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.simulation.totals import ChunkSums
from uth.exact.solver.game_rules import STANDARD
from uth.rulebook.store import load_house

SHORT = PlayDeck(ranks=(8, 9, 10, 11, 12), suits=2)
"""A deck of ten cards, so that a chunk takes no time."""
BOTH_SEEN = Seen(dealer=2)
TABLES = tuple((*STANDARD.blind[:2], Fraction(odds), *STANDARD.blind[3:]) for odds in range(6))


def pause() -> None:
    time.sleep(float(os.environ.get("WORK_SECONDS", "0")))


def exposed(number: int) -> tuple[int, ...]:
    pause()
    return exposure_chunk(STANDARD, BOTH_SEEN, number, SHORT)


def shared(number: int) -> Array:
    pause()
    return sampled_chunk(STANDARD, 2, 7, number)


@cache
def job() -> SimulationJob:
    """Five seats at a short bank, so that every part of a chunk's sums is used."""
    house = load_house("california")
    wagers = {"ante": 500, "blind": 500, "trips": 500}
    table = SimulatedTable(house, wagers, 5, 20_000)
    return SimulationJob(table, StrategyChoice("simple"), 6 * 5 * BATCH, 3)


def simulated(number: int) -> ChunkSums:
    pause()
    return simulate_chunk(job(), number)[0]


def searched(number: int) -> list[int]:
    pause()
    return plane_parts(STANDARD, TABLES, number + 1)
