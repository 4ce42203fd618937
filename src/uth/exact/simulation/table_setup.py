"""A table to simulate: house, seats, wagers and bank, and what the kernels look up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from uth.core.hands import CATEGORIES
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.exact.arrays import Array
from uth.exact.banking.batch_settlement import SeatAmounts, settlement_order
from uth.exact.banking.holding_lines import HOLDINGS
from uth.exact.kernels.simulation import settling
from uth.exact.kernels.strength import strength_tables
from uth.exact.solver.ante_game import game_at
from uth.exact.solver.game_rules import GameRules
from uth.rulebook.model import Rulebook
from uth.table.collection import banker_fee, player_fee
from uth.table.wagers import PROGRESSIVE, WAGERS, check_wagers

BASE = ("ante", "play", "blind")
LINKED = ("progressive", "envy", "mystery")
"""What a Progressive wager wins: by its own hand, by others' hands, and the mystery jackpot."""
MOST_SEATS = 6


def most_seats(house: Rulebook) -> int:
    """How many seats can play: a player-dealer has one of the places."""
    return min(MOST_SEATS, house.layout.places - (1 if house.player_dealer else 0))


@dataclass(frozen=True, eq=False)
class SimulatedTable:
    """Seats with the same wagers, in cents, against a bank; None covers everything."""

    house: Rulebook
    wagers: Mapping[str, Cents]
    seats: int = 1
    bank: Cents | None = None

    def __post_init__(self) -> None:
        house, limits = self.house, self.house.limits
        most = most_seats(house)
        if type(self.seats) is not int or not 1 <= self.seats <= most:
            raise Refusal("simulate/seats", most=most, where="seats")
        check_wagers(house, self.wagers, limits.minimum, limits.maximum)
        if self.bank is not None:
            self._check_bank(self.bank)
        if self.progressive and PROGRESSIVE.counts_towards_maximum(house):
            raise Refusal("simulate/linked_maximum", where="payouts.maximum_on")

    def _check_bank(self, bank: Cents) -> None:
        """A bank is a player's, and at least the table minimum (Q-11)."""
        if not self.house.player_dealer:
            raise Refusal("bank/house", where="bank")
        if type(bank) is not int:
            raise Refusal("money/not_whole", value=bank, where="bank")
        minimum = self.house.limits.minimum
        if bank < minimum:
            raise Refusal("bank/below_minimum", minimum=minimum, where="bank", clause="Q-11")

    @property
    def ante(self) -> Cents:
        return self.wagers["ante"]

    @property
    def progressive(self) -> bool:
        """Whether the seats stake on the Progressive."""
        return PROGRESSIVE.name in self.wagers

    @cached_property
    def game(self) -> GameRules:
        """The base game at this Ante, which best play is for."""
        return game_at(self.house, self.ante)

    @cached_property
    def seat_amounts(self) -> SeatAmounts:
        """What each wager that the bank covers wins or loses, by class."""
        return SeatAmounts(
            self.house,
            {name: stake for name, stake in self.wagers.items() if not WAGERS[name].linked},
        )

    @property
    def covered(self) -> list[str]:
        """The wagers that the bank covers, in the order of settlement."""
        return self.seat_amounts.names

    @property
    def names(self) -> list[str]:
        """All wagers in the order of settlement; linked ones come last."""
        return [*self.covered, *(LINKED if self.progressive else ())]

    def stake(self, name: str) -> Cents:
        """What a wager's mean is per: its own stake, the Ante for Play, Progressive for linked."""
        if name in LINKED:
            return self.wagers[PROGRESSIVE.name]
        return self.wagers.get(name, self.ante)

    @cached_property
    def order(self) -> Array:
        """The seats in the order in which they are settled."""
        return np.array(settlement_order(self.house, self.seats), np.int64)

    @cached_property
    def amounts(self) -> settling.Amounts:
        house, names = self.house, self.covered
        aggregates = list(house.payouts.aggregate or {})
        counted = np.array([WAGERS[name].counts_towards_maximum(house) for name in names], np.bool_)
        whole = self.seat_amounts.amounts.sum(axis=0)
        most = np.maximum(whole[counted], 0).sum(axis=0)
        maximum = house.payouts.maximum
        return (
            self.seat_amounts.row_of.astype(np.int32),
            np.ascontiguousarray(self.seat_amounts.amounts),
            counted,
            np.array(
                [aggregates.index(name) if name in aggregates else -1 for name in names], np.int64
            ),
            np.ascontiguousarray(whole.T),
            most <= maximum if maximum is not None else np.ones(len(most), np.bool_),
        )

    @cached_property
    def aggregates(self) -> Array:
        return np.array([*(self.house.payouts.aggregate or {}).values()], np.int64)

    @cached_property
    def limits(self) -> Array:
        none, maximum = settling.UNLIMITED, self.house.payouts.maximum
        return np.array(
            [
                none if self.bank is None else self.bank,
                self.house.bank.coverage == "action",
                none if maximum is None else maximum,
                len(self.seat_amounts.lines.odds),
            ],
            np.int64,
        )

    @cached_property
    def holdings(self) -> settling.Holdings:
        """The pay lines of holding bonuses, by the index of two cards."""
        high, low = HOLDINGS.T
        number = high * (high - 1) // 2 + low
        groups = self.seat_amounts.lines.groups
        group_of = np.zeros(len(HOLDINGS), np.int64)
        lines = np.zeros((len(groups), len(HOLDINGS)), np.int64)
        for at, group in enumerate(groups):
            group_of[number[list(group.dealers)]] = at
            lines[at, number] = group.pay_line_of
        return group_of, lines

    @cached_property
    def linked(self) -> settling.Linked:
        """The Progressive and Envy, by five-card category; awards from the meter come later."""
        rules, many = self.house.progressive, len(CATEGORIES)
        stake = self.wagers[PROGRESSIVE.name]
        net, shares = np.full((2, many), -stake, np.int64), np.zeros((2, many), np.bool_)
        envy = np.zeros((2, many), np.int64)
        for played in range(2):
            if played or WAGERS["envy"].survives_fold(self.house):
                envy[0, played] = 1
            if played or PROGRESSIVE.survives_fold(self.house):
                for category, prize in rules.prizes.items():
                    shares[played, category.value] = prize.fixed is None
                    net[played, category.value] = (prize.fixed or 0) - stake
        for category, amount in rules.envy.items():
            envy[1, category.value] = amount
        top, straight, _ = strength_tables()
        return net, envy, shares, top, straight

    @property
    def player_fee(self) -> Cents:
        """The collection from each seat, every round."""
        return player_fee(self.house.collection, sum(self.wagers.values()))

    @property
    def banker_fee(self) -> Cents:
        """The collection from the player-dealer, every round."""
        if not self.house.player_dealer:
            return 0
        return banker_fee(self.house.collection, [sum(self.wagers.values())] * self.seats)
