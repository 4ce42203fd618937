"""Whole six-seat rounds a second through the table engine, beside PokerKit's hands."""

from __future__ import annotations

import random

from pokerkit import Automation, NoLimitTexasHoldem

from bench.measure import interleaved, table
from uth.core.cards import DECK
from uth.rulebook.store import HOUSES, load_house
from uth.table import commands as c
from uth.table.decide import open_table, step

STREETS = {
    "preflop": ("4x", "check", "check"),
    "flop": ("2x", "check", "check"),
    "river": ("1x", "fold"),
}
ROUNDS, HANDS = 60, 12


class SixSeats:
    """A full table of one house that plays rounds with random decisions from a seed."""

    def __init__(self, house: str) -> None:
        self.rules = load_house(house)
        _, self.table = open_table(self.rules)
        self.random = random.Random(7)
        for seat in range(1, 7):
            self.do(c.Sit(f"P{seat}", seat, 10**10))

    def do(self, command: c.Command) -> None:
        _, self.table = step(self.table, command, self.rules)

    def play(self) -> None:
        """One round with Trips, from the bank and the wagers to the closed round."""
        if self.table.bank.offered:
            self.do(c.TakeBank(self.table.seat(self.table.bank.offered).player, 10**7))
        least = self.table.minimum
        for number, seat in self.table.taken():
            if number != self.table.bank.seat:
                self.do(c.Wager(seat.player, {"ante": least, "blind": least, "trips": least}))
        self.do(c.CloseBets())
        deck = list(DECK)
        self.random.shuffle(deck)
        self.do(c.Deal(tuple(deck)))
        while (actions := STREETS.get(self.table.phase)) is not None:
            for number, seat in self.table.taken():
                if self.table.seat(number).to_act:
                    self.do(c.Act(seat.player, self.random.choice(actions)))
        while self.table.approval_pending:
            self.do(c.Approve("floor", self.table.due[0].paid))


def pokerkit_hand() -> None:
    """A six-handed hold'em hand, called down, everything automatic that can be."""
    automations = tuple(Automation)
    state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 6)
    while state.status:
        state.check_or_call()


def measure() -> str:
    def rounds(game: SixSeats) -> None:
        for _ in range(ROUNDS):
            game.play()

    def hands() -> None:
        for _ in range(HANDS):
            pokerkit_hand()

    games = {house: SixSeats(house) for house in HOUSES}
    contenders = {house: lambda game=game: rounds(game) for house, game in games.items()}
    taken = interleaved(7, pokerkit=hands, **contenders)
    base = HANDS / taken["pokerkit"]
    rows: list[tuple[str, ...]] = [("PokerKit, hands", f"{base:,.0f}", "1.0")]
    for house in HOUSES:
        speed = ROUNDS / taken[house]
        rows.append((f"`{house}`, rounds", f"{speed:,.0f}", f"{speed / base:.1f}"))
    return table(
        "The table: six seats, one core (at least 500 a second and 3 times PokerKit)",
        ("engine", "a second", "ratio"),
        rows,
    )
