"""A simulation of a bank, round by round, settled as at the table.

It covers what cannot be counted exactly: seats that share a board, a dealer and a short bank, and
losing runs. It goes on until the mean's standard error is small enough. The seed makes a
simulation repeatable.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from uth.core.money import Cents
from uth.exact.arrays import Array
from uth.exact.banking.bank import BankFigures
from uth.exact.banking.batch_settlement import SeatAmounts, SettledBatch, settle_batch
from uth.exact.banking.controls import Regression, SeatControls, seat_controls
from uth.exact.banking.dealt_rounds import (
    BOARD,
    DEALER,
    RoundBatch,
    SeatPlay,
    deal_rounds,
    play_rounds,
)
from uth.exact.banking.settled_deal import WorstDeal, cards_of, deal_at_bank
from uth.exact.progress import Report, no_report
from uth.table.settling.settlement import DealtSpot

SESSION = 100
"""The rounds in a run that a reserve of one bank must survive."""
BATCH = 250 * SESSION
"""The rounds that are settled at once."""
FEWEST_ROUNDS, MOST_ROUNDS = 4 * BATCH, 400 * BATCH
"""The limits of a simulation that ends when its error is small enough."""
ERROR_SHARE = 100
"""The mean's standard error should be below the lowest Ante divided by this."""
SEED_BITS = 64


@dataclass(frozen=True)
class Estimate:
    """A simulated figure and its standard error; None if there were too few rounds."""

    value: float | None
    error: float | None


UNKNOWN = Estimate(None, None)


@dataclass(frozen=True)
class SimulatedBank:
    """Results per round in cents, after the fee; the other figures are shares of rounds."""

    rounds: int
    seed: int
    target: float
    """The standard error that the mean should have, in cents."""
    mean: Estimate
    deviation: Estimate
    short: Estimate
    """Rounds in which some wager was not fully covered."""
    uncovered: Estimate
    """What was not paid or not collected because of that, in cents per round."""
    exhausted: Estimate
    """Rounds that lost the whole bank."""
    ruined: Estimate
    """Runs of 100 rounds that lost a reserve of one bank."""
    worst: Cents
    best: Cents
    worst_deal: WorstDeal
    """The first deal that cost the most."""

    @property
    def precise(self) -> bool:
        """Whether the mean's standard error is below the target."""
        return self.mean.error is not None and self.mean.error < self.target


class RunningMean:
    """Sums of a value over rounds, and its mean."""

    def __init__(self) -> None:
        self.count: int = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def add(self, values: Array) -> None:
        """Add the value of each round."""
        floats = values.astype(np.float64)
        self.count += len(values)
        self.total += float(floats.sum())
        self.squares += float((floats**2).sum())

    @property
    def estimate(self) -> Estimate:
        """The mean; a single value has no standard error."""
        if not self.count:
            return UNKNOWN
        mean = self.total / self.count
        if self.count == 1:
            return Estimate(mean, None)
        spread = max(0.0, self.squares / self.count - mean**2)
        return Estimate(mean, sqrt(spread / (self.count - 1)))


def simulate(
    figures: BankFigures,
    bank: Cents | None,
    rounds: int | None,
    seed: int,
    progress: Report = no_report,
) -> SimulatedBank:
    """Deal, play and settle rounds with a bank of `bank` cents.

    Without a number of rounds, stop as soon as the mean's standard error is below its target.
    """
    simulation = Simulation(figures, bank, seed)
    most = MOST_ROUNDS if rounds is None else rounds
    while simulation.rounds < most:
        simulation.add(min(BATCH, most - simulation.rounds))
        if rounds is None and simulation.finished:
            break
        progress(simulation.rounds, most if rounds is not None else simulation.expected)
    progress(simulation.rounds, simulation.rounds)
    return simulation.figures()


class Simulation:
    """The rounds simulated so far."""

    def __init__(self, figures: BankFigures, bank: Cents | None, seed: int) -> None:
        self.of: BankFigures = figures
        self.bank: Cents | None = bank
        self.seed: int = seed
        self.seats: list[SeatAmounts] = [
            SeatAmounts(figures.house, seat.wagers) for seat in figures.seats
        ]
        plays = {solution.rules: SeatPlay(solution) for solution in figures.solutions}
        self.plays: list[SeatPlay] = [plays[solution.rules] for solution in figures.solutions]
        self.controls: list[SeatControls] = _controls(figures, bank)
        self.target: float = min(seat.wagers["ante"] for seat in figures.seats) / ERROR_SHARE
        self.regression: Regression = Regression(len(self.seats), float(figures.mean))
        self.short: RunningMean = RunningMean()
        self.uncovered: RunningMean = RunningMean()
        self.exhausted: RunningMean = RunningMean()
        self.ruined: RunningMean = RunningMean()
        self.best: Cents | None = None
        self.worst: WorstDeal | None = None
        self.batches: int = 0

    @property
    def rounds(self) -> int:
        return self.regression.rounds

    @property
    def finished(self) -> bool:
        return self.rounds >= FEWEST_ROUNDS and self.regression.mean()[1] < self.target

    @property
    def expected(self) -> int:
        """About how many rounds there will be."""
        needed = self.rounds * (self.regression.mean()[1] / self.target) ** 2
        return int(min(MOST_ROUNDS, max(FEWEST_ROUNDS, self.rounds, needed)))

    def add(self, rounds: int) -> None:
        """Simulate one batch; its cards depend on the seed and its number alone."""
        draw = np.random.default_rng((self.seed % (1 << SEED_BITS), self.batches))
        self.batches += 1
        cards = deal_rounds(draw, rounds, 7 + 2 * len(self.seats))
        batch = play_rounds(self.plays, cards)
        settled = settle_batch(self.of.house, self.seats, batch, self.bank)
        controls = [control.of(batch, seat) for seat, control in enumerate(self.controls)]
        self.regression.add(settled.results - self.of.fee, controls)
        self._count(settled)
        best = int(settled.results.max())
        self.best = best if self.best is None else max(self.best, best)
        at = int(settled.results.argmin())
        if self.worst is None or -int(settled.results[at]) > self.worst.total:
            self.worst = self._deal(batch, at)

    def _count(self, settled: SettledBatch) -> None:
        results = settled.results
        self.short.add(settled.uncovered > 0)
        self.uncovered.add(settled.uncovered)
        reserve = self.bank
        if reserve is not None:
            self.exhausted.add(results <= -reserve)
            runs = (results - self.of.fee)[: len(results) // SESSION * SESSION].reshape(-1, SESSION)
            self.ruined.add(runs.cumsum(axis=1).min(axis=1) <= -reserve)

    def _deal(self, batch: RoundBatch, at: int) -> WorstDeal:
        """A round of a batch, settled by the table."""
        spots = [
            DealtSpot(
                number + 1,
                cards_of(batch.holding(number)[at].tolist()),
                int(batch.multiples[at, number]),
                seat.wagers,
            )
            for number, seat in enumerate(self.of.seats)
        ]
        board, dealer = batch.cards[at, BOARD].tolist(), batch.cards[at, DEALER].tolist()
        return deal_at_bank(self.of.house, cards_of(board), cards_of(dealer), spots, self.bank)

    def figures(self) -> SimulatedBank:
        """The figures of all rounds so far."""
        assert self.worst is not None
        assert self.best is not None
        some = self.rounds > 1
        mean = (
            Estimate(*self.regression.mean())
            if some
            else Estimate(float(self.best - self.of.fee), None)
        )
        return SimulatedBank(
            rounds=self.rounds,
            seed=self.seed,
            target=self.target,
            mean=mean,
            deviation=Estimate(*self.regression.deviation()) if some else UNKNOWN,
            short=self.short.estimate,
            uncovered=self.uncovered.estimate,
            exhausted=self.exhausted.estimate if self.bank is not None else Estimate(0.0, 0.0),
            ruined=self.ruined.estimate if self.bank is not None else Estimate(0.0, 0.0),
            worst=-self.worst.total - self.of.fee,
            best=self.best - self.of.fee,
            worst_deal=self.worst,
        )


def _controls(figures: BankFigures, bank: Cents | None) -> list[SeatControls]:
    """The controls of each seat; seats with the same wagers share them."""
    known: dict[tuple[tuple[str, Cents], ...], SeatControls] = {}
    controls = []
    for seat, solution in zip(figures.seats, figures.solutions, strict=True):
        key = tuple(sorted(seat.wagers.items()))
        if key not in known:
            known[key] = seat_controls(figures.house, solution, seat.wagers, bank)
        controls.append(known[key])
    return controls
