"""Control variates: results with an exactly known mean that vary with a simulated one.

What a seat alone costs a bank is known exactly for a bank of any size. A simulated mean is
corrected by how far these results came out above or below their exact means in the same rounds.
With the bank itself they are subtracted as they are, so that hands too rare to be simulated count
as they should. With small banks, which common hands use up, they are weighted by a regression.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from uth.core.money import Cents
from uth.exact.arrays import Array
from uth.exact.banking.batch_settlement import ENDINGS, index_of, seat_endings
from uth.exact.banking.dealt_rounds import RoundBatch
from uth.exact.banking.ended_wagers import Wagers, ended_wagers
from uth.exact.banking.seat_at_bank import ending_of, settle_wagers
from uth.exact.solver.solution import Solution
from uth.rulebook.model import Rulebook
from uth.table.wagers import WAGERS, HoldingBonus

SMALL_BANKS = (12, 6, 3)
"""The antes of the small banks."""


@dataclass(frozen=True)
class SeatControls:
    """A seat's results alone at the table, less their exact means, by ending.

    The first column is with the bank itself, the others are with small banks.
    """

    values: Array

    def of(self, batch: RoundBatch, seat: int) -> Array:
        """The controls of each round in columns."""
        controls: Array = self.values[seat_endings(batch, seat)]
        return controls


def seat_controls(
    house: Rulebook, solution: Solution, wagers: Wagers, bank: Cents | None
) -> SeatControls:
    """The controls of a seat without its holding bonuses, which the ending does not decide."""
    small = (antes * wagers["ante"] for antes in SMALL_BANKS)
    banks = [bank, *(size if bank is None else min(bank, size) for size in small)]
    plain = {
        name: stake for name, stake in wagers.items() if not isinstance(WAGERS[name], HoldingBonus)
    }
    values = np.zeros((ENDINGS, len(banks)))
    totals, deals = [0] * len(banks), 0
    for outcome in solution.outcomes:
        ending = ending_of(outcome)
        ended = ended_wagers(house, plain, ending, {})
        results = [settle_wagers(house, ended, size).result for size in banks]
        values[index_of(ending)] = results
        deals += outcome.count
        for at, result in enumerate(results):
            totals[at] += result * outcome.count
    return SeatControls(values - np.array([total / deals for total in totals]))


class Regression:
    """Sums over rounds of a result, its powers, and its products with the controls."""

    def __init__(self, seats: int, centre: float) -> None:
        self.centre = centre
        """A value near the mean; all sums are of what lies above or below it."""
        self.rounds: int = 0
        self.powers: Array = np.zeros(4)
        columns = 1 + seats * len(SMALL_BANKS)
        self.products: Array = np.zeros((columns, columns))
        self.sums: Array = np.zeros(columns)

    def add(self, results: Array, controls: Sequence[Array]) -> None:
        """Add rounds with the controls of each seat, which have a row for each of the results."""
        above = results - self.centre
        alone = np.sum([control[:, 0] for control in controls], axis=0)
        columns = np.column_stack((above - alone, *(control[:, 1:] for control in controls)))
        self.rounds += len(results)
        self.powers += [float(np.sum(above**power)) for power in range(1, 5)]
        self.products += columns.T @ columns
        self.sums += columns.sum(axis=0)

    def plain_mean(self) -> tuple[float, float]:
        """The mean and its standard error, without controls."""
        first, second = self.powers[:2] / self.rounds
        error = np.sqrt(max(0.0, second - first**2) / (self.rounds - 1))
        return self.centre + float(first), float(error)

    def mean(self) -> tuple[float, float]:
        """The mean with the controls at their exact means, and its standard error."""
        many = len(self.sums) - 1
        if self.rounds < 100 * (many + 1):
            return self.plain_mean()
        means = self.sums / self.rounds
        spread = self.products / self.rounds - np.outer(means, means)
        slopes, *_ = np.linalg.lstsq(spread[1:, 1:], spread[1:, 0], rcond=1e-12)
        value = means[0] - slopes @ means[1:]
        rest = spread[0, 0] - slopes @ spread[1:, 0]
        error = np.sqrt(max(0.0, rest) / (self.rounds - many - 1))
        return self.centre + float(value), float(error)

    def deviation(self) -> tuple[float, float]:
        """The standard deviation of one round, and its standard error."""
        first, second, third, fourth = self.powers / self.rounds
        variance = second - first**2
        deviation = float(np.sqrt(max(0.0, variance) * self.rounds / (self.rounds - 1)))
        if not deviation:
            return 0.0, 0.0
        central = fourth - 4 * first * third + 6 * first**2 * second - 3 * first**4
        error = np.sqrt(max(0.0, central - variance**2) / self.rounds) / (2 * deviation)
        return deviation, float(error)
