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

    @property
    def of_chunk(self) -> int:
        """Sessions of a chunk: at most about a million rounds, which fit into memory."""
        return max(1, min(self.sessions // 16, (1 << 20) // self.rounds))

    @property
    def chunks(self) -> int:
        return -(-self.sessions // self.of_chunk)


@dataclass(frozen=True)
class SessionSums:
    """Counts over sessions, and the results of their rounds."""

    sessions: int
    ahead: int
    ruined: int
    results: dict[int, int]


def simulate_sessions(job: SessionJob, chunk: int) -> SessionSums:
    """The sessions of one chunk; their cards depend on the seed and the chunk alone."""
    sessions = min(job.of_chunk, job.sessions - chunk * job.of_chunk)
    needed = sessions * job.rounds
    results, ahead, ruined = Counter[int](), 0, 0
    play, parts = play_for(job.strategy, job.table.game), list[Array]()
    per_chunk = -(-job.of_chunk * job.rounds // BATCH)
    for at in range(-(-needed // BATCH)):
        batch = simulate_batch(
            job.table, play, seed=job.seed, number=chunk * per_chunk + at, rounds=BATCH
        )
        if job.banker:
            parts.append(batch.bank[:, 0] - job.table.banker_fee)
        else:
            parts.append(batch.nets.sum(axis=(1, 2)) - job.table.player_fee)
    nets = np.concatenate(parts)[:needed]
    values, counts = np.unique(nets, return_counts=True)
    results.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
    paths = nets.reshape(sessions, job.rounds).cumsum(axis=1)
    ahead = int((paths[:, -1] > 0).sum())
    ruined = int((paths.min(axis=1) <= -job.bankroll).sum())
    return SessionSums(sessions, ahead, ruined, dict(results))


def add_sessions(sums: SessionSums, more: SessionSums) -> SessionSums:
    results = Counter(sums.results)
    results.update(more.results)
    return SessionSums(
        sums.sessions + more.sessions,
        sums.ahead + more.ahead,
        sums.ruined + more.ruined,
        dict(results),
    )


NO_SESSIONS = SessionSums(0, 0, 0, {})


def sampled_distribution(sums: SessionSums) -> RoundDistribution:
    """The results of all simulated rounds."""
    return RoundDistribution(sums.results, False)


def default_sessions(rounds: int) -> int:
    return max(FEWEST_SESSIONS, min(MOST_SESSIONS, ROUNDS // rounds))
