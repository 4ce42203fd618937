"""A round at a bank of a given size: what of it is exact, and the most that it can cost.

A bank that is large enough covers every wager of every deal, so that the figures of full cover are
its own. Against one seat without a wager on hole cards all figures are exact for any bank. The rest
is simulated.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from uth.core.hands import CATEGORIES
from uth.core.money import Cents
from uth.exact.banking.bank import BankFigures
from uth.exact.banking.batch_settlement import SeatAmounts
from uth.exact.banking.ended_wagers import (
    Wagers,
    ended_wagers,
    every_ending,
    offered_multiples,
)
from uth.exact.banking.seat_at_bank import SeatAtBank, has_holding_bonus, seat_at_bank
from uth.exact.banking.settled_deal import WorstDeal, deal_at_bank
from uth.exact.banking.simulation import UNKNOWN, SimulatedBank
from uth.exact.banking.worst_deal import WorstCase
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import DealtSpot


@dataclass(frozen=True)
class MostUsed:
    """Bounds on what a round pays, collects, and both together, over any deal and any play."""

    paid: Cents
    collected: Cents
    both: Cents

    def covered_by(self, house: Rulebook, bank: Cents | None) -> bool:
        """Whether a bank covers every wager of every deal (Q-1)."""
        if bank is None:
            return True
        if house.bank.coverage == "action":
            return self.both <= bank
        return max(self.paid, self.collected) <= bank


def most_used(house: Rulebook, seats: Iterable[Wagers]) -> MostUsed:
    """The bounds, as sums over the seats against a dealer's category."""
    by_dealer = [[0, 0, 0] for _ in CATEGORIES]
    for wagers in seats:
        for total, most in zip(by_dealer, _seat_most(house, wagers), strict=True):
            for at in range(3):
                total[at] += most[at]
    paid, collected, both = (max(total[at] for total in by_dealer) for at in range(3))
    return MostUsed(paid, collected, both)


def _seat_most(house: Rulebook, wagers: Wagers) -> list[list[Cents]]:
    """The most that one seat is paid, loses, and both together, by the dealer's category."""
    most = [[0, 0, 0] for _ in CATEGORIES]
    lines = SeatAmounts(house, wagers).lines.odds
    for ending in every_ending(offered_multiples(house, wagers["ante"])):
        for pay_line in lines:
            ended = ended_wagers(house, wagers, ending, pay_line)
            paid = sum(one.owed.due for one in ended)
            lost = sum(one.stake for one in ended if one.owed.outcome == "lose")
            here = most[ending.theirs]
            here[:] = max(here[0], paid), max(here[1], lost), max(here[2], paid + lost)
    return most


@dataclass(frozen=True)
class Figure:
    """A figure that is exact, or simulated with a standard error if there were enough rounds."""

    value: float
    exact: bool
    fraction: Fraction | None = None
    error: float | None = None


@dataclass(frozen=True)
class AtBank:
    """The figures of a round at a bank of this size, in cents; None where a figure is unknown."""

    figures: BankFigures
    bank: Cents | None
    covered: bool
    """Whether the bank covers every wager of every deal."""
    seat: SeatAtBank | None
    """The exact figures, if only one seat plays and its outcome decides all its wagers."""
    simulated: SimulatedBank | None
    worst: WorstCase
    """The most that a round can cost before the fee."""

    @property
    def mean_before_fee(self) -> Figure | None:
        if self.seat is not None:
            return _exact(self.seat.moments.mean)
        if self.covered and not self.figures.capped:
            return _exact(self.figures.mean_before_fee)
        after = self.mean
        return after and replace(after, value=after.value + self.figures.fee)

    @property
    def mean(self) -> Figure | None:
        """The mean after the fee."""
        if self.seat is not None or (self.covered and not self.figures.capped):
            before = self.mean_before_fee
            assert before is not None
            assert before.fraction is not None
            return _exact(before.fraction - self.figures.fee)
        return self._simulated("mean")

    @property
    def variance(self) -> Fraction | None:
        """The exact variance, if it is known."""
        if self.seat is not None:
            return self.seat.moments.variance
        alone = self.covered and len(self.figures.seats) == 1
        return self.figures.results[0].variance if alone else None

    @property
    def deviation(self) -> Figure | None:
        if self.variance is not None:
            return Figure(sqrt(self.variance), exact=True)
        return self._simulated("deviation")

    @property
    def short(self) -> Figure | None:
        """The share of rounds in which some wager is not fully covered."""
        return _exact(Fraction(0)) if self.covered else self._counted("short")

    @property
    def uncovered(self) -> Figure | None:
        """What is not paid or not collected because of that, in cents a round."""
        return _exact(Fraction(0)) if self.covered else self._counted("uncovered")

    @property
    def exhausted(self) -> Figure | None:
        """The share of rounds that lose the whole bank."""
        return self._counted("exhausted")

    def _counted(self, name: str) -> Figure | None:
        """A figure of the seat alone if that is known, else a simulated one."""
        return _exact(getattr(self.seat, name)) if self.seat else self._simulated(name)

    def _simulated(self, name: str) -> Figure | None:
        estimate = getattr(self.simulated, name) if self.simulated else UNKNOWN
        if estimate.value is None:
            return None
        return Figure(estimate.value, exact=False, error=estimate.error)

    @property
    def worst_case(self) -> Cents:
        """The most that a round can cost, with the fee: never more than the bank and the fee."""
        return self.worst.at_most + self.figures.fee


def _exact(fraction: Fraction) -> Figure:
    return Figure(float(fraction), exact=True, fraction=fraction)


def at_bank(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> AtBank:
    """What a round earns or costs a bank of `bank` cents, or a house."""
    seats = [seat.wagers for seat in figures.seats]
    most = most_used(figures.house, seats)
    covered = most.covered_by(figures.house, bank)
    alone = None
    if len(seats) == 1 and not has_holding_bonus(seats[0]):
        alone = seat_at_bank(figures.house, figures.solutions[0], seats[0], bank)
    return AtBank(
        figures=figures,
        bank=bank,
        covered=covered,
        seat=alone,
        simulated=simulated,
        worst=_worst(figures, most, None if covered else bank, simulated),
    )


def _worst(
    figures: BankFigures, most: MostUsed, bank: Cents | None, simulated: SimulatedBank | None
) -> WorstCase:
    """No deal costs more than the bank, nor more than all that is ever paid in one deal.

    A short bank can lose more than full cover would: what it does not cover it does not collect.
    """
    if bank is None:
        return figures.together
    deals = [_settled_again(figures, figures.together.deal, bank)]
    if simulated is not None:
        deals.append(simulated.worst_deal)
    return WorstCase(min(bank, most.paid), max(deals, key=lambda deal: deal.total))


def _settled_again(figures: BankFigures, deal: WorstDeal, bank: Cents) -> WorstDeal:
    """The same deal and play at another bank."""
    spots = [
        DealtSpot(number, result.cards, result.multiple, seat.wagers)
        for number, (result, seat) in enumerate(zip(deal.seats, figures.seats, strict=True), 1)
    ]
    return deal_at_bank(figures.house, deal.board, deal.dealer, spots, bank)
