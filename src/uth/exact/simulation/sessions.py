"""Simulated sessions: rounds in a row, their sums and their lowest points."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from uth.exact.arrays import Array
from uth.exact.simulation.batches import BATCH, simulate_batch
from uth.exact.simulation.round_distribution import RoundDistribution
from uth.exact.simulation.strategies import StrategyChoice, play_for
from uth.exact.simulation.table_setup import SimulatedTable
from uth.exact.solver.outcomes import Moments

FEWEST_SESSIONS, MOST_SESSIONS = 200, 100_000
ROUNDS = 4_000_000
"""About how many rounds all sessions have together."""


@dataclass(frozen=True)
class SessionJob:
    """Sessions of a seat, or of the bank, each of so many rounds."""

    table: SimulatedTable
    strategy: StrategyChoice
    rounds: int
    sessions: int
    seed: int
    banker: bool
    bankroll: int
    sampled: bool = False
    """Whether the distribution of a round is sampled too, from rounds of its own."""

    @property
    def of_chunk(self) -> int:
        """Sessions of a chunk: at most about a million rounds, which fit into memory."""
        return max(1, min(self.sessions // 16, (1 << 20) // self.rounds))

    @property
    def chunks(self) -> int:
        return -(-self.sessions // self.of_chunk)

    @property
    def batches(self) -> int:
        """Batches of a chunk."""
        return -(-self.of_chunk * self.rounds // BATCH)

    def nets(self, first: int, rounds: int) -> Array:
        """The results of rounds from the first of a batch on, after the collection."""
        play, parts = play_for(self.strategy, self.table.game), list[Array]()
        for number in range(first, first - (-rounds // BATCH)):
            batch = simulate_batch(self.table, play, seed=self.seed, number=number, rounds=BATCH)
            if self.banker:
                parts.append(batch.bank[:, 0] - self.table.banker_fee)
            else:
                parts.append(batch.nets.sum(axis=(1, 2)) - self.table.player_fee)
        nets: Array = np.concatenate(parts)[:rounds]
        return nets


@dataclass(frozen=True)
class SessionSums:
    """Counts over sessions, and the results of their rounds."""

    sessions: int
    ahead: int
    ruined: int
    results: dict[int, int]
    apart: dict[int, int]
    """The results of as many rounds of no session, if the distribution is sampled."""


def simulate_sessions(job: SessionJob, chunk: int) -> SessionSums:
    """The sessions of one chunk; their cards depend on the seed and the chunk alone."""
    sessions = min(job.of_chunk, job.sessions - chunk * job.of_chunk)
    needed, first = sessions * job.rounds, chunk * job.batches
    nets = job.nets(first, needed)
    paths = nets.reshape(sessions, job.rounds).cumsum(axis=1)
    ahead = int((paths[:, -1] > 0).sum())
    ruined = int((paths.min(axis=1) <= -job.bankroll).sum())
    apart: dict[int, int] = {}
    if job.sampled:
        apart = _counted(job.nets(job.chunks * job.batches + first, needed))
    return SessionSums(sessions, ahead, ruined, _counted(nets), apart)


def _counted(nets: Array) -> dict[int, int]:
    """How often each result came."""
    values, counts = np.unique(nets, return_counts=True)
    return dict(zip(values.tolist(), counts.tolist(), strict=True))


def add_sessions(sums: SessionSums, more: SessionSums) -> SessionSums:
    return SessionSums(
        sums.sessions + more.sessions,
        sums.ahead + more.ahead,
        sums.ruined + more.ruined,
        dict(Counter(sums.results) + Counter(more.results)),
        dict(Counter(sums.apart) + Counter(more.apart)),
    )


NO_SESSIONS = SessionSums(0, 0, 0, {}, {})


def simulated_moments(sums: SessionSums) -> Moments:
    """The mean and the deviation of the sessions' rounds."""
    return RoundDistribution(sums.results, False).moments


def sampled_distribution(sums: SessionSums) -> RoundDistribution:
    """The results of rounds that no session has, so that sessions can be compared with it."""
    return RoundDistribution(sums.apart, False)


def default_sessions(rounds: int) -> int:
    return max(FEWEST_SESSIONS, min(MOST_SESSIONS, ROUNDS // rounds))
