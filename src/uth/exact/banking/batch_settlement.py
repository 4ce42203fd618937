"""Settlement of many rounds at once, as the table's cashier settles one.

Each seat has a table of amounts by *class*: how its round ends, and the pay line of its holding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from uth.core.hands import CATEGORIES
from uth.core.money import Cents
from uth.exact.arrays import Array
from uth.exact.banking.dealt_rounds import DEALER, RoundBatch, pair_index
from uth.exact.banking.ended_wagers import (
    RESULTS,
    Ending,
    Wagers,
    ended_wagers,
    every_ending,
    offered_multiples,
)
from uth.exact.banking.holding_lines import HOLDINGS, HoldingLines
from uth.exact.solver.game_rules import MOST_PLAY
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import way_round
from uth.table.wagers import WAGERS, HoldingBonus

ENDINGS = (MOST_PLAY + 1) * len(CATEGORIES) ** 2 * len(RESULTS)


Number = TypeVar("Number", int, Array)


def ending_index(multiple: Number, mine: Number, theirs: Number, result: Number) -> Number:
    """The index of an ending, or of many; results are numbered as in `RESULTS`."""
    categories = len(CATEGORIES)
    return ((multiple * categories + mine) * categories + theirs) * len(RESULTS) + result


def index_of(ending: Ending) -> int:
    """The index of one ending."""
    result = RESULTS.index(ending.result)
    return ending_index(ending.multiple, ending.mine, ending.theirs, result)


def seat_endings(batch: RoundBatch, seat: int) -> Array:
    """The index of a seat's ending in each round; seats are numbered from 0."""
    mine, theirs = batch.seats[:, seat], batch.dealer
    result = 1 - np.sign(mine - theirs)
    return ending_index(batch.multiples[:, seat], mine >> 20, theirs >> 20, result)


@dataclass(frozen=True)
class SeatAmounts:
    """What each wager of a seat wins (positive) or loses (negative), by ending and pay line."""

    house: Rulebook
    wagers: Wagers

    @cached_property
    def lines(self) -> HoldingLines:
        return HoldingLines(
            {
                name: self.house.pays.by_holding(name)
                for name in self.wagers
                if isinstance(WAGERS[name], HoldingBonus)
            }
        )

    @cached_property
    def names(self) -> list[str]:
        """The wagers in the order of settlement; Play is one of them."""
        return [
            name for name in self.house.settlement.order if name in self.wagers or name == "play"
        ]

    @cached_property
    def _rows(self) -> tuple[Array, Array]:
        """The row of each ending, and the amounts: [at the fold, later][wager][row × line]."""
        lines, column = self.lines.odds, {name: at for at, name in enumerate(self.names)}
        endings = list(every_ending(offered_multiples(self.house, self.wagers["ante"])))
        rows = np.zeros(ENDINGS, np.int64)
        amounts = np.zeros((2, len(self.names), len(endings) * len(lines)), np.int64)
        for row, ending in enumerate(endings):
            rows[index_of(ending)] = row
            for at, pay_line in enumerate(lines):
                for wager, stake, owed, at_fold in ended_wagers(
                    self.house, self.wagers, ending, pay_line
                ):
                    amount = -stake if owed.outcome == "lose" else owed.due
                    amounts[int(not at_fold), column[wager.name], row * len(lines) + at] = amount
        return rows, amounts

    @property
    def rows(self) -> Array:
        """The row of each ending; with the pay line it makes the class."""
        return self._rows[0]

    @property
    def amounts(self) -> Array:
        return self._rows[1]

    @property
    def row_of(self) -> Array:
        """The row of each ending; a class is a row and a pay line."""
        return self._rows[0]

    def classes(self, batch: RoundBatch, seat: int) -> Array:
        """The class of a seat in each round: a column of the amounts."""
        rows = self.rows[seat_endings(batch, seat)]
        many = len(self.lines.odds)
        return rows * many + self._pay_lines(batch, seat) if many > 1 else rows

    @cached_property
    def holding_lines(self) -> tuple[Array, Array]:
        """By pair index: the group of a dealer's holding, and the pay line of a seat's in each."""
        at, groups = pair_index(HOLDINGS), self.lines.groups
        group_of = np.zeros(len(HOLDINGS), np.int64)
        line_of = np.zeros((len(groups), len(HOLDINGS)), np.int64)
        for number, group in enumerate(groups):
            group_of[at[list(group.dealers)]] = number
            line_of[number, at] = group.pay_line_of
        return group_of, line_of

    def _pay_lines(self, batch: RoundBatch, seat: int) -> Array:
        """The pay line of a seat's holding in each round."""
        group_of, line_of = self.holding_lines
        dealer = pair_index(batch.cards[:, DEALER].astype(np.int64))
        holding = pair_index(batch.holding(seat).astype(np.int64))
        pay_lines: Array = line_of[group_of[dealer], holding]
        return pay_lines


@dataclass(frozen=True)
class MultipliedAmounts:
    """The same for wagers that are a multiple of a seat's, if no odds pay part of a cent."""

    unit: SeatAmounts
    times: int

    @property
    def names(self) -> list[str]:
        return self.unit.names

    @cached_property
    def amounts(self) -> Array:
        return self.times * self.unit.amounts

    def classes(self, batch: RoundBatch, seat: int) -> Array:
        return self.unit.classes(batch, seat)


@dataclass(frozen=True)
class SettledBatch:
    """The bank's result of each round before the fee, and what it could not pay or collect."""

    results: Array
    uncovered: Array
    nets: Array
    """What each seat wins: [seat][round]."""


class BatchCashier:
    """Pays and collects one wager after another in many rounds at once."""

    def __init__(self, house: Rulebook, bank: Cents | None, rounds: int) -> None:
        self.house: Rulebook = house
        self.bank: Cents | None = bank
        self.paid: Array = np.zeros(rounds, np.int64)
        self.collected: Array = np.zeros(rounds, np.int64)
        self.uncovered: Array = np.zeros(rounds, np.int64)
        self.aggregate: dict[str, Array] = {
            name: np.full(rounds, most, np.int64)
            for name, most in (house.payouts.aggregate or {}).items()
        }

    def settle(self, name: str, amounts: Array, won: Array) -> Array:
        """What a seat wins on one wager; `won` is what it won under the maximum so far."""
        taken = self._collect(np.maximum(-amounts, 0))
        due = np.maximum(amounts, 0)
        net: Array = (self._pay(name, due, won) if due.any() else due) - taken
        return net

    def _collect(self, stakes: Array) -> Array:
        taken = stakes
        if self.bank is not None:
            taken = np.minimum(stakes, self._left(self.bank, self.collected))
            self.uncovered += stakes - taken
        self.collected += taken
        return taken

    def _pay(self, name: str, due: Array, won: Array) -> Array:
        """What cap, aggregate and bank allow, in this order."""
        maximum = self.house.payouts.maximum
        counts = maximum is not None and WAGERS[name].counts_towards_maximum(self.house)
        paid = np.minimum(due, maximum - won) if counts else due
        if name in self.aggregate:
            paid = np.minimum(paid, self.aggregate[name])
        if self.bank is not None:
            allowed, paid = paid, np.minimum(paid, self._left(self.bank, self.paid))
            self.uncovered += np.where(paid < allowed, due - paid, 0)
        self.paid += paid
        if counts:
            won += paid
        if name in self.aggregate:
            self.aggregate[name] -= paid
        return paid

    def _left(self, bank: Cents, total: Array) -> Array:
        """What is left of the bank (Q-1)."""
        one_total = self.house.bank.coverage == "action"
        left: Array = bank - (self.paid + self.collected if one_total else total)
        return left


def settle_batch(
    house: Rulebook,
    seats: Sequence[SeatAmounts | MultipliedAmounts],
    batch: RoundBatch,
    bank: Cents | None,
) -> SettledBatch:
    """Settle every round: what is collected at the fold, then seat by seat."""
    cashier = BatchCashier(house, bank, len(batch.cards))
    classes = [seat.classes(batch, number) for number, seat in enumerate(seats)]
    won, nets = (np.zeros((len(seats), len(batch.cards)), np.int64) for _ in range(2))
    for phase in range(2):
        for number in settlement_order(house, len(seats)):
            amounts = seats[number].amounts[phase]
            for name, row in zip(seats[number].names, amounts, strict=True):
                if row.any():
                    nets[number] += cashier.settle(name, row[classes[number]], won[number])
    return SettledBatch(cashier.collected - cashier.paid, cashier.uncovered, nets)


def settlement_order(house: Rulebook, seats: int) -> list[int]:
    """The seats, numbered from 0, in the order in which the house settles them."""
    banker = seats + 1 if house.player_dealer else None
    return [seat - 1 for seat in way_round(house, banker) if seat <= seats]


def class_nets(house: Rulebook, seat: SeatAmounts) -> Array:
    """What a seat alone at a table wins in each of its classes, under caps, with a full bank."""
    classes = seat.amounts.shape[2]
    cashier, won, nets = BatchCashier(house, None, classes), *np.zeros((2, classes), np.int64)
    for phase in seat.amounts:
        for name, row in zip(seat.names, phase, strict=True):
            nets += cashier.settle(name, row, won)
    return nets
