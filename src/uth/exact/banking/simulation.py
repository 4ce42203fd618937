"""A simulation of a bank, round by round, through the table's own settlement.

It covers what cannot be counted exactly: seats that share a board and a dealer, a short bank that
pays in turn until it is exhausted, and losing runs. The seed makes a simulation repeatable.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from random import Random

import numpy as np

from uth.core.cards import DECK
from uth.core.money import Cents
from uth.exact.banking.bank import BankFigures
from uth.exact.progress import Report, no_report
from uth.table.cashier import Row
from uth.table.settlement import DealtSpot, settle

SESSION = 100
"""The rounds in a run that a reserve of one bank must survive."""


@dataclass(frozen=True)
class Estimate:
    """A simulated figure and its standard error; None if there were too few rounds."""

    value: float | None
    error: float | None


UNKNOWN = Estimate(None, None)


def estimate(values: list[float]) -> Estimate:
    """The mean of some values; a single value has no standard error."""
    if not values:
        return UNKNOWN
    error = float(np.std(values, ddof=1)) / sqrt(len(values)) if len(values) > 1 else None
    return Estimate(float(np.mean(values)), error)


def deviation_estimate(values: list[float]) -> Estimate:
    """The standard deviation of some values."""
    if len(values) < 2:
        return UNKNOWN
    mean = float(np.mean(values))
    squares = estimate([(value - mean) ** 2 for value in values])
    assert squares.value is not None
    assert squares.error is not None
    deviation = sqrt(squares.value)
    return Estimate(deviation, squares.error / (2 * deviation) if deviation else 0.0)


@dataclass(frozen=True)
class SimulatedBank:
    """Results per round in cents, after the fee; the other figures are shares of rounds."""

    rounds: int
    seed: int
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


def simulate(
    figures: BankFigures,
    bank: Cents | None,
    rounds: int,
    seed: int,
    progress: Report = no_report,
) -> SimulatedBank:
    """Deal, play and settle rounds with a bank of `bank` cents."""
    draw = Random(seed)
    house = figures.house
    banker = len(figures.seats) + 1 if house.player_dealer else None
    need = 7 + 2 * len(figures.seats)
    results, uncovered = [], []
    for done in range(rounds):
        cards = tuple(draw.sample(DECK, need))
        board, dealer = cards[:5], cards[5:7]
        spots = []
        for number, seat in enumerate(figures.seats, 1):
            hole = cards[5 + 2 * number : 7 + 2 * number]
            strategy = figures.solutions[number - 1].strategy
            multiple = strategy.play(hole, board).multiple
            spots.append(DealtSpot(number, hole, multiple, seat.wagers))
        settled = settle(house, board, dealer, spots, banker, bank)
        results.append(settled.collected - settled.paid - figures.fee)
        uncovered.append(_uncovered(settled.rows))
        if done % 64 == 0:
            progress(done, rounds)
    progress(rounds, rounds)
    as_floats = [float(result) for result in results]
    runs = [results[at : at + SESSION] for at in range(0, rounds - SESSION + 1, SESSION)]
    return SimulatedBank(
        rounds=rounds,
        seed=seed,
        mean=estimate(as_floats),
        deviation=deviation_estimate(as_floats),
        short=estimate([float(missing > 0) for missing in uncovered]),
        uncovered=estimate([float(missing) for missing in uncovered]),
        exhausted=estimate([float(_lost(result + figures.fee, bank)) for result in results]),
        ruined=estimate([float(_lost(min(accumulate(run)), bank)) for run in runs]),
        worst=min(results),
        best=max(results),
    )


def _uncovered(rows: tuple[Row, ...]) -> Cents:
    """What the bank could not pay or collect."""
    missing = 0
    for row in rows:
        if row.short_by == "bank":
            missing += row.short
        elif row.outcome == "returned" or (row.outcome == "lose" and row.returned):
            missing += row.returned
    return missing


def _lost(result: Cents, reserve: Cents | None) -> bool:
    """Whether a result uses up the whole reserve."""
    return reserve is not None and result <= -reserve
