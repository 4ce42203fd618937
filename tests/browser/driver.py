"""Plays scripted rounds straight at a casino's tables, while browsers look on."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.casino import FLOOR, Casino
from tests.browser.scripts import Part, Script
from uth.core.money import Cents
from uth.floor.tables.orders import Order
from uth.table import commands as c
from uth.table.state import Table

STREETS = {"preflop": (4, 3), "flop": (2,), "river": (1,)}


class Driver:
    """Everybody at one table, by seat; all of them do what the script says."""

    def __init__(self, casino: Casino, table: str, players: dict[int, str], bank: Cents) -> None:
        self.casino = casino
        self.table = table
        self.players = players
        self.bank = bank

    def look(self) -> Table:
        return self.casino.ask(lambda: self.casino.table_writer(self.table).table)

    def rested(self) -> Table:
        """The table when the dealer has nothing more to do."""
        self.casino.at_rest(self.table)
        return self.look()

    def do(self, actor: str, command: c.Command) -> None:
        self.casino.perform(Order(self.table, actor, command))

    def settle_bank(self, bankers: tuple[int, ...]) -> int:
        """Let the offer go round until one of the bankers has the bank; his seat."""
        while not (bank := self.look().bank).seat:
            if bank.offered in bankers:
                self.do(
                    self.players[bank.offered], c.TakeBank(self.players[bank.offered], self.bank)
                )
            elif bank.offered:
                self.do(self.players[bank.offered], c.DeclineBank(self.players[bank.offered]))
            else:
                self.casino.until(lambda: bool(self._bank_offered()))
        return bank.seat

    def _bank_offered(self) -> int:
        return self.casino.table_writer(self.table).table.bank.offered

    def meter(self) -> Cents:
        """What the main meter shows once the wagers are in it."""
        self.casino.at_rest(self.table)
        link = self.casino.table_writer(self.table).link
        return self.casino.ask(lambda: link.view().main) if link else 0

    def wager(self, script: Script) -> None:
        cards = {part.seat: part.cards for part in script.parts}
        self.casino.stack(self.table, cards, script.dealer, script.board)
        for part in script.parts:
            self.do(self.players[part.seat], c.Wager(self.players[part.seat], part.wagers))

    def play(self, script: Script, each: Callable[[], None] = lambda: None) -> None:
        """From the deal to the end; payouts that wait are approved; `each` looks on."""
        number = self.look().round
        while (table := self.rested()).round == number:
            each()
            if table.approval_pending:
                self.do(FLOOR, c.Approve(FLOOR, table.due[0].paid))
                continue
            assert table.phase in STREETS, f"nothing goes on in {table.phase}"
            for part in script.parts:
                if table.seat(part.seat).to_act:
                    self.do(self.players[part.seat], self._act(part, table.phase))

    def _act(self, part: Part, phase: str) -> c.Act:
        if part.play in STREETS[phase]:
            action = f"{part.play}x"
        else:
            action = "fold" if phase == "river" else "check"
        return c.Act(self.players[part.seat], action)
