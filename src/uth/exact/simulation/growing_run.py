"""A simulation that grows step by step, so that somebody can watch its figures converge.

After any number of hands its figures are those of a simulation of that length: the deals depend on
the seed alone.
"""

from __future__ import annotations

from uth.exact.simulation.batches import BATCH
from uth.exact.simulation.job import MOST_HANDS, SimulationJob, simulate_batches
from uth.exact.simulation.strategies import StrategyChoice
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.simulation.totals import Combiner, Figures, Totals

MOST_STEP = 1 << 20
"""The most seat-hands of one step: about a second, so that others need not wait."""


def next_batches(seats: int, hands: int) -> int:
    """How many batches there are after the next step: twice as many at first, then steady steps."""
    done = hands // (BATCH * seats)
    return done + max(1, min(done, MOST_STEP // (BATCH * seats)))


class GrowingRun:
    """The totals so far; one batch is added after the other."""

    def __init__(self, table: SimulatedTable, strategy: StrategyChoice, seed: int) -> None:
        self.table: SimulatedTable = table
        self.strategy: StrategyChoice = strategy
        self.batches: int = 0
        self._job = SimulationJob(table, strategy, MOST_HANDS, seed)
        self._combiner = Combiner(table, seed)
        self._totals: Totals = self._combiner.start()

    @property
    def figures(self) -> Figures:
        return Figures(self.table, self._totals)

    def grow(self, batches: int) -> None:
        """Go on until there are so many batches."""
        for number in range(self.batches, batches):
            sums, _ = simulate_batches(self._job, range(number, number + 1))
            self._totals, *_ = self._combiner.add(self._totals, sums)
            self.batches = number + 1
