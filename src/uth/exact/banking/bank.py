"""The bank's side of a table: what a player-dealer earns or pays a round, exactly.

Seats play the base game as well as it can be played. Means and variances are those of full
cover, before caps and rounding to cents; what a short bank does is for a simulation to say.
The worst case is to the cent, with a house's caps, and over any play.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from uth.core.refusal import Refusal
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.worst_deal import worst_deal
from uth.exact.bets.position import PositionFinder
from uth.exact.solver.boards import count_boards
from uth.exact.solver.house_game import bad_beat, trips_nets
from uth.exact.solver.outcomes import bad_beat_net, base_net, distribution, moments
from uth.table.collection import band_fee, banker_fee

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uth.core.money import Cents
    from uth.exact.banking.worst_deal import Worst
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.outcomes import Outcome
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

COUNTED = ("ante", "blind", "trips", "bad_beat")
"""The wagers whose joint result with the base game is counted."""
COVERED = (*COUNTED, "ultimate_pairs")
"""All wagers that a bank pays and collects."""


@dataclass(frozen=True)
class Seat:
    """A seat's wagers before the deal, in cents."""

    wagers: Mapping[str, Cents]

    def __post_init__(self) -> None:
        if "progressive" in self.wagers:
            raise Refusal("bank/wager", "the Progressive is paid from its meter, not by the bank")
        for wager in self.wagers:
            if wager not in COVERED:
                raise Refusal(
                    "bank/wager", f"the bank's figures know {', '.join(COVERED)}, not {wager}"
                )

    @property
    def staked(self) -> Cents:
        return sum(self.wagers.values())


@dataclass(frozen=True)
class Spread:
    """Mean and variance of a seat's result, exactly, in cents."""

    mean: Fraction
    variance: Fraction

    @property
    def deviation(self) -> float:
        return sqrt(self.variance)


@dataclass(frozen=True)
class Step:
    """One step of the fee: what it is from an amount of table action on, to below another."""

    start: Cents
    end: Cents | None
    fee: Cents
    needed: Fraction | None
    """The table action from which the bank's mean covers this fee, at these seats' mix."""

    @property
    def covered_from(self) -> Fraction | None:
        """The action within this step from which the mean covers it; none if nowhere in it."""
        if self.needed is None or (self.end is not None and self.needed >= self.end):
            return None
        return max(Fraction(self.start), self.needed)


@dataclass(frozen=True)
class BankFigures:
    """Exact figures of one round, in cents."""

    house: Rulebook
    seats: tuple[Seat, ...]
    results: tuple[Spread, ...]
    """Each seat's own result."""
    worst: tuple[Worst, ...]
    """The most that each seat can win, alone at the table."""
    together: Worst
    """The most that all seats can win in one deal."""

    @property
    def action(self) -> Cents:
        """All wagers placed before the deal (CB-4)."""
        return sum(seat.staked for seat in self.seats)

    @property
    def fee(self) -> Cents:
        return banker_fee(self.house.collection, [seat.staked for seat in self.seats])

    @property
    def mean_before_fee(self) -> Fraction:
        return -sum((result.mean for result in self.results), Fraction(0))

    @property
    def mean(self) -> Fraction:
        return self.mean_before_fee - self.fee

    @property
    def worst_case(self) -> Cents:
        """No round costs a bank that covers all more than this."""
        return self.together.at_most + self.fee

    @property
    def capped(self) -> tuple[str, ...]:
        """The caps that the means and variances leave out."""
        payouts = self.house.payouts
        maximum = () if payouts.maximum is None else ("the maximum payout",)
        staked = {wager for seat in self.seats for wager in seat.wagers}
        return (
            *maximum,
            *(f"the aggregate on {wager}" for wager in payouts.aggregate or {} if wager in staked),
        )

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Where the fee's steps bite: the mean grows with the action, the fee in jumps."""
        bands = self.house.collection.action or ()
        rate = self.mean_before_fee / self.action if self.action else Fraction(0)
        ends = (*(band.start for band in bands[1:]), None)
        return tuple(
            Step(band.start, end, band.fee, _needed(band.fee, rate))
            for band, end in zip(bands, ends, strict=False)
        )

    def fee_at(self, action: Cents) -> Cents:
        return band_fee(self.house.collection.action, action)


def _needed(fee: Cents, rate: Fraction) -> Fraction | None:
    if not fee:
        return Fraction(0)
    return fee / rate if rate > 0 else None


def _nobody(done: int, of: int) -> None:
    """Nobody watches."""


def bank_figures(
    house: Rulebook,
    solution: Solution,
    seats: tuple[Seat, ...],
    boards: Boards | None = None,
    crowds: BoardBounds | None = None,
    progress: Callable[[int, int], None] = _nobody,
) -> BankFigures:
    """What the seats' optimal play does to a bank that covers all, and the worst of any play."""
    boards = boards or count_boards()
    crowds = crowds or BoardBounds.everywhere(boards)
    known: dict[tuple[tuple[str, Cents], ...], tuple[Spread, Worst]] = {}
    keys = [tuple(sorted(seat.wagers.items())) for seat in seats]
    for key, seat in zip(keys, seats, strict=True):
        if key not in known:
            counted = seat_distribution(house, solution, seat)
            alone = worst_deal(house, [seat.wagers], crowds, progress)
            known[key] = _spread(house, solution, seat, counted, boards), alone
    together = (
        known[keys[0]][1]
        if len(seats) == 1
        else worst_deal(house, [seat.wagers for seat in seats], crowds, progress)
    )
    return BankFigures(
        house,
        seats,
        tuple(known[key][0] for key in keys),
        tuple(known[key][1] for key in keys),
        together,
    )


def _spread(
    house: Rulebook,
    solution: Solution,
    seat: Seat,
    counted: dict[Fraction, int],
    boards: Boards,
) -> Spread:
    """Ultimate Pairs comes with its covariances; the others are counted together already."""
    if not seat.wagers.get("ultimate_pairs"):
        found = moments(counted)
        return Spread(found.mean, found.variance)
    bonuses = {
        name: stake
        for name, stake in seat.wagers.items()
        if name not in ("ante", "blind") and stake
    }
    finder = PositionFinder(house, boards, solution)
    whole = finder.find(seat.wagers["ante"], bonuses)
    return Spread(whole.mean, whole.variance)


def seat_distribution(house: Rulebook, solution: Solution, seat: Seat) -> dict[Fraction, int]:
    """Deals by what a seat nets without Ultimate Pairs, in cents."""
    paid, odds = trips_nets(house), dict(bad_beat(house).odds)
    ante = seat.wagers["ante"]
    trips, beat = seat.wagers.get("trips", 0), seat.wagers.get("bad_beat", 0)

    def net(outcome: Outcome) -> Fraction:
        total = ante * base_net(solution.rules, outcome) + trips * paid[outcome.mine]
        return total + beat * bad_beat_net(odds, outcome) if beat else total

    return distribution(solution.outcomes, net)
