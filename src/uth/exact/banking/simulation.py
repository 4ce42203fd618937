"""A bank simulated round by round through the table's own settlement: what counting cannot say.

The seats share a board and a dealer, a short bank pays in turn until it is used up, and a bad
run may take all of it. The cards come from a seeded generator, so that a run can be repeated.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from uth.core.cards import DECK
from uth.table.settlement import Spot, settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from uth.core.money import Cents
    from uth.exact.banking.bank import BankFigures
    from uth.exact.solver.solution import Solution
    from uth.table.settlement import Row

SESSION = 100
"""Rounds for which a reserve of one bank is put to the test."""


@dataclass(frozen=True)
class Estimate:
    """A simulated figure and its standard error; none where too few rounds were seen."""

    value: float | None
    error: float | None


UNKNOWN = Estimate(None, None)


def estimate(values: list[float]) -> Estimate:
    """The mean of what was seen; one value alone says nothing of its error."""
    count = len(values)
    if not count:
        return UNKNOWN
    mean = sum(values) / count
    if count == 1:
        return Estimate(mean, None)
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, sqrt(spread / count))


def spread_of(values: list[float]) -> Estimate:
    """The standard deviation of what was seen."""
    if len(values) < 2:
        return UNKNOWN
    mean = sum(values) / len(values)
    squares = estimate([(value - mean) ** 2 for value in values])
    assert squares.value is not None
    assert squares.error is not None
    deviation = sqrt(squares.value)
    return Estimate(deviation, squares.error / (2 * deviation) if deviation else 0.0)


@dataclass(frozen=True)
class SimulatedBank:
    """Results a round in cents, after the fee; shares of rounds for the rest."""

    rounds: int
    seed: int
    mean: Estimate
    deviation: Estimate
    short: Estimate
    """Rounds in which some wager was not wholly covered."""
    uncovered: Estimate
    """What was not paid or not collected for want of cover, in cents a round."""
    exhausted: Estimate
    """Rounds that lost the whole bank."""
    ruined: Estimate
    """Runs of 100 rounds in which a reserve of one bank was used up."""
    worst: Cents
    best: Cents


def simulate(
    figures: BankFigures,
    solution: Solution,
    bank: Cents | None,
    rounds: int,
    seed: int,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> SimulatedBank:
    """Deal, play and settle `rounds` rounds with the seats' wagers and a bank of `bank` cents."""
    draw = Random(seed)
    house = figures.house
    places = range(1, len(figures.seats) + 1)
    banker = len(figures.seats) + 1 if house.player_dealer else None
    need = 7 + 2 * len(figures.seats)
    results, uncovered = [], []
    for done in range(rounds):
        cards = tuple(draw.sample(DECK, need))
        board, dealer = cards[:5], cards[5:7]
        spots = []
        for place, seat in zip(places, figures.seats, strict=True):
            hole = cards[5 + 2 * place : 7 + 2 * place]
            multiple = solution.book.play(hole, board).multiple
            spots.append(Spot(place, hole, multiple, seat.wagers))
        settled = settle(house, board, dealer, spots, banker, bank)
        results.append(settled.collected - settled.paid - figures.fee)
        uncovered.append(_uncovered(settled.rows))
        if done % 64 == 0:
            progress(done, rounds)
    progress(rounds, rounds)
    return _summary(results, uncovered, bank, figures.fee, rounds, seed)


def _uncovered(rows: tuple[Row, ...]) -> Cents:
    """What the bank could not pay, and what it could not collect."""
    missing = 0
    for row in rows:
        if row.short_by == "bank":
            missing += row.short
        elif row.outcome == "returned" or (row.outcome == "lose" and row.returned):
            missing += row.returned
    return missing


def _summary(
    results: list[Cents],
    uncovered: list[Cents],
    bank: Cents | None,
    fee: Cents,
    rounds: int,
    seed: int,
) -> SimulatedBank:
    as_floats = [float(result) for result in results]
    lost = [float(bank is not None and result + fee <= -bank) for result in results]
    runs = [results[at : at + SESSION] for at in range(0, rounds - SESSION + 1, SESSION)]
    return SimulatedBank(
        rounds,
        seed,
        estimate(as_floats),
        spread_of(as_floats),
        estimate([float(missing > 0) for missing in uncovered]),
        estimate([float(missing) for missing in uncovered]),
        estimate(lost),
        estimate([float(_used_up(run, bank)) for run in runs]),
        min(results),
        max(results),
    )


def _used_up(run: list[Cents], reserve: Cents | None) -> bool:
    total = 0
    for result in run:
        total += result
        if reserve is not None and total <= -reserve:
            return True
    return False
