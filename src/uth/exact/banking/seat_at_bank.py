"""One seat against a bank of any size: its exact distribution, settled wager by wager.

Each outcome is settled by the table's own cashier, in the order of the house and to the cent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from uth.core.money import Cents
from uth.exact.banking.ended_wagers import EndedWager, Ending, Line, Wagers, ended_wagers
from uth.exact.solver.outcomes import Moments, Outcome, Result, moments
from uth.exact.solver.solution import Solution
from uth.rulebook.model import Rulebook
from uth.table.settling.cashier import Cashier, Row
from uth.table.wagers import WAGERS, HoldingBonus

if TYPE_CHECKING:
    from uth.table.settling.showdown import Result as TableResult

TABLE_RESULTS: dict[Result, TableResult] = {
    Result.WIN: "win",
    Result.TIE: "tie",
    Result.LOSS: "lose",
}


class SeatSettlement(NamedTuple):
    """The bank's result before the fee, and what it could not pay or collect."""

    result: Cents
    uncovered: Cents


def settle_wagers(house: Rulebook, ended: list[EndedWager], bank: Cents | None) -> SeatSettlement:
    """Settle the wagers of a seat that is alone at the table."""
    cashier = Cashier(house, bank)
    rows = tuple(cashier.row(1, "", one.wager, one.stake, one.owed) for one in ended)
    return SeatSettlement(cashier.cover.collected - cashier.cover.paid, uncovered(rows))


def uncovered(rows: tuple[Row, ...]) -> Cents:
    """What the bank could not pay or collect."""
    missing = 0
    for row in rows:
        if row.short_by == "bank":
            missing += row.short
        elif row.outcome == "returned" or (row.outcome == "lose" and row.returned):
            missing += row.returned
    return missing


def ending_of(outcome: Outcome) -> Ending:
    """An outcome as the table names it."""
    return Ending(
        outcome.action.multiple,
        outcome.mine.value,
        outcome.theirs.value,
        TABLE_RESULTS[outcome.result],
    )


def has_holding_bonus(wagers: Wagers) -> bool:
    """Whether a wager depends on the two cards, which no outcome has."""
    return any(isinstance(WAGERS[name], HoldingBonus) for name in wagers)


@dataclass(frozen=True)
class SeatAtBank:
    """The number of deals by how a seat's round ends for a bank of this size."""

    bank: Cents | None
    deals: Counter[SeatSettlement]

    @property
    def total(self) -> int:
        return self.deals.total()

    @cached_property
    def moments(self) -> Moments:
        """The moments of the bank's result before the fee."""
        counts: Counter[Fraction] = Counter()
        for settled, count in self.deals.items():
            counts[Fraction(settled.result)] += count
        return moments(counts)

    @property
    def short(self) -> Fraction:
        """The share of deals in which some wager is not fully covered."""
        return Fraction(self._count(lambda settled: settled.uncovered > 0), self.total)

    @property
    def uncovered(self) -> Fraction:
        """What is not paid or not collected because of that, in cents a round."""
        missing = sum(settled.uncovered * count for settled, count in self.deals.items())
        return Fraction(missing, self.total)

    @property
    def exhausted(self) -> Fraction:
        """The share of deals that lose the whole bank."""
        bank = self.bank
        if bank is None:
            return Fraction(0)
        return Fraction(self._count(lambda settled: settled.result <= -bank), self.total)

    def _count(self, chosen: Callable[[SeatSettlement], bool]) -> int:
        return sum(count for settled, count in self.deals.items() if chosen(settled))


def seat_at_bank(
    house: Rulebook, solution: Solution, wagers: Wagers, bank: Cents | None
) -> SeatAtBank:
    """The exact figures of one seat without holding bonuses that plays the solved game."""
    nothing: Line = {}
    deals: Counter[SeatSettlement] = Counter()
    for outcome in solution.outcomes:
        ended = ended_wagers(house, wagers, ending_of(outcome), nothing)
        deals[settle_wagers(house, ended, bank)] += outcome.count
    return SeatAtBank(bank, deals)
