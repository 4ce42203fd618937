"""The bank's side of a table: the exact figures of a player-dealer for one round.

Seats play the base game optimally, among the bets that their Ante allows. Means and variances
assume a bank that covers all wagers, and ignore rounding to cents; `at_bank` has a short bank.
Caps count as if each seat were alone at the table. The worst case is to the cent, with
the house's caps, and over any play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.core.texts import text
from uth.exact.banking.board_bounds import BoardBounds
from uth.exact.banking.worst_deal import WorstCase, worst_deal
from uth.exact.bets.late_wagers import late_wagers
from uth.exact.bets.position import Position, PositionFinder
from uth.exact.bets.seat_payouts import SeatPayouts
from uth.exact.progress import Report, no_report
from uth.exact.solver.ante_game import Binding, bindings, legal_game
from uth.exact.solver.boards import Boards
from uth.exact.solver.outcomes import Moments, Outcome, distribution, moments
from uth.exact.solver.solution import Solution
from uth.exact.solver.solve import solve
from uth.rulebook.model import Rulebook
from uth.table.collection import banker_fee
from uth.table.wagers import PLACED, WAGERS, HoldingBonus

COVERED = tuple(name for name in PLACED if not WAGERS[name].linked)
"""All wagers that a bank pays and collects."""


@dataclass(frozen=True)
class SeatWagers:
    """A seat's wagers before the deal, in cents."""

    wagers: Mapping[str, Cents]

    def __post_init__(self) -> None:
        for wager in self.wagers:
            if wager in WAGERS and WAGERS[wager].linked:
                raise Refusal("bank/meter", wager=wager)
            if wager not in COVERED:
                raise Refusal("bank/wager", covered=COVERED, wager=wager)

    @property
    def staked(self) -> Cents:
        return sum(self.wagers.values())

    @property
    def bonuses(self) -> dict[str, Cents]:
        return {
            name: stake for name, stake in self.wagers.items() if not WAGERS[name].base and stake
        }


@dataclass(frozen=True)
class FeeStep:
    """One band of the fee: its table action, from `start` to below `end`, and the fee."""

    start: Cents
    end: Cents | None
    fee: Cents
    needed: Fraction | None
    """The table action from which the bank's mean covers this fee, with these seats' wagers."""

    @property
    def covered_from(self) -> Fraction | None:
        """The action within this band from which the mean covers the fee, or None."""
        if self.needed is None or (self.end is not None and self.needed >= self.end):
            return None
        return max(Fraction(self.start), self.needed)


@dataclass(frozen=True)
class BankFigures:
    """The exact figures of one round, in cents."""

    house: Rulebook
    seats: tuple[SeatWagers, ...]
    results: tuple[Moments | Position, ...]
    """Each seat's own result."""
    worst: tuple[WorstCase, ...]
    """The most that each seat can win if it is alone at the table."""
    together: WorstCase
    """The most that all seats can win in one deal."""
    solutions: tuple[Solution, ...]
    """The game that each seat plays: its Ante decides which bets there are."""

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
        """The most that a round can cost a bank that covers all wagers."""
        return self.together.at_most + self.fee

    @property
    def capped(self) -> tuple[str, ...]:
        """The caps that seats share, which means and variances count for each seat alone."""
        staked = [wager for seat in self.seats for wager in seat.wagers]
        shared = (wager for wager in self.house.payouts.aggregate or {} if staked.count(wager) > 1)
        return tuple(text("par.the_aggregate", wager=wager) for wager in shared)

    @property
    def binds(self) -> tuple[tuple[Binding, ...], ...]:
        """What binds each seat's base game."""
        return tuple(bindings(self.house, seat.wagers["ante"]) for seat in self.seats)

    @cached_property
    def steps(self) -> tuple[FeeStep, ...]:
        """The bands of the fee, and where the mean, which is linear in the action, covers it."""
        bands = self.house.collection.action or ()
        rate = self.mean_before_fee / self.action if self.action else Fraction(0)
        ends = (*(band.start for band in bands[1:]), None)

        def needed(fee: Cents) -> Fraction | None:
            return fee / rate if rate > 0 else (None if fee else Fraction(0))

        return tuple(
            FeeStep(band.start, end, band.fee, needed(band.fee))
            for band, end in zip(bands, ends, strict=False)
        )


def bank_figures(
    house: Rulebook,
    solution: Solution,
    seats: tuple[SeatWagers, ...],
    boards: Boards,
    board_bounds: BoardBounds | None = None,
    progress: Report = no_report,
) -> BankFigures:
    """The figures of a bank against seats that play optimally, and its worst case."""
    board_bounds = board_bounds or BoardBounds.everywhere(boards)
    known: dict[tuple[tuple[str, Cents], ...], tuple[Moments | Position, WorstCase]] = {}
    solved = {solution.rules: solution}
    games = [legal_game(house, seat.wagers["ante"]) for seat in seats]
    for game in games:
        if game not in solved:
            solved[game] = solve(game, boards=boards)
    keys = [tuple(sorted(seat.wagers.items())) for seat in seats]
    for key, seat, game in zip(keys, seats, games, strict=True):
        if key not in known:
            alone = worst_deal(house, [seat.wagers], board_bounds, progress)
            known[key] = _spread(house, solved[game], seat, boards), alone
    together = (
        known[keys[0]][1]
        if len(seats) == 1
        else worst_deal(house, [seat.wagers for seat in seats], board_bounds, progress)
    )
    return BankFigures(
        house=house,
        seats=seats,
        results=tuple(known[key][0] for key in keys),
        worst=tuple(known[key][1] for key in keys),
        together=together,
        solutions=tuple(solved[game] for game in games),
    )


def _spread(
    house: Rulebook, solution: Solution, seat: SeatWagers, boards: Boards
) -> Moments | Position:
    """A seat's mean and variance, with the covariances of holding bonuses that are staked."""
    if any(isinstance(WAGERS[name], HoldingBonus) for name in seat.bonuses):
        finder = PositionFinder(house, boards, solution)
        return finder.find(seat.wagers["ante"], seat.bonuses)
    return moments(seat_distribution(house, solution, seat))


def seat_distribution(house: Rulebook, solution: Solution, seat: SeatWagers) -> dict[Fraction, int]:
    """The number of deals by a seat's net in cents, without holding bonuses."""
    late = late_wagers(house, solution.rules, seat.wagers["ante"], seat.bonuses)
    payouts = SeatPayouts(house, solution.rules, late, seat.bonuses)

    def net(outcome: Outcome) -> Fraction:
        return sum(payouts.nets(outcome, {}).values(), Fraction(0))

    return distribution(solution.outcomes, net)
