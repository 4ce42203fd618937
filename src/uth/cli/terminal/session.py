"""A session: rounds at one table, the person asked where a person decides, bots for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console

from uth.cli.terminal.croupier import Croupier, Listener
from uth.cli.terminal.person import TerminalPlayer
from uth.cli.terminal.prompts import Leaving, Prompts, Reader
from uth.cli.terminal.randomness import Chance
from uth.cli.terminal.screen import Screen
from uth.cli.terminal.symbols import ink
from uth.coach import bots
from uth.core.money import Cents
from uth.core.record import Record
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.state import STREETS
from uth.table.view import SeatView, TableView

YOU, FLOOR = "You", "the floor"


class SessionPlan(Record):
    """How a session is played: where you sit, with whom, with how much, and for how long."""

    seat: int
    bots: int
    chips: Cents
    rounds: int | None = None
    auto: bool = False


class TerminalSession:
    """One person's evening at a table of one house."""

    def __init__(
        self,
        rules: Rulebook,
        plan: SessionPlan,
        chance: Chance,
        console: Console,
        read: Reader,
        clauses: Mapping[str, Any],
        overheard: Listener | None = None,
    ) -> None:
        self.rules = rules
        self.plan = plan
        self._console = console
        self._overheard = overheard
        self._asked = not plan.auto
        """Whether a person answers for your seat."""
        self._opening = max(plan.chips, bots.BUY_IN * rules.limits.minimum)
        self._screen = Screen(console, rules, YOU, clauses, still=not plan.auto)
        self._prompts = Prompts(console, read, clauses)
        self.croupier = Croupier(rules, chance, YOU, self._hear)
        self.person = TerminalPlayer(self.croupier, self._screen, self._prompts, plan.chips)
        self._sit_down()

    def _hear(self, event: e.Event, table: TableView) -> None:
        if self._overheard:
            self._overheard(event, table)
        self._screen.hear(event, table)

    def _sit_down(self) -> None:
        """You first, and the bots in the places to your left."""
        plan, names = self.plan, iter(bots.NAMES)
        self.croupier.send(c.Sit(YOU, plan.seat, plan.chips))
        for seat in sorted((plan.seat + step) % 6 + 1 for step in range(plan.bots)):
            self.croupier.send(c.Sit(next(names), seat, self._opening))

    def play(self) -> int:
        """Round after round until the last one, or until you leave; the exit code."""
        code, played = 0, 0
        try:
            while self.plan.rounds is None or played < self.plan.rounds:
                self.person.sits_out = False
                self._before_the_deal()
                self._play_out()
                played += 1
        except Leaving as leaving:
            code = leaving.code
        except KeyboardInterrupt:
            code = 130
        self._leave()
        return code

    def _leave(self) -> None:
        """Go, in mid-round by the house's rule; the others finish, and you hear your chips."""
        self._asked = False
        under_way = self.croupier.view().phase != "betting"
        if self.person.seat():
            self.croupier.send(c.Leave(YOU))
        if under_way:
            self._play_out()
        self._console.print(ink("Good night.", "bold"))

    def _yours(self, seat: SeatView | None) -> bool:
        """Whether the person answers for this seat."""
        return self._asked and seat is not None and seat.player == YOU

    def _around(self, table: TableView) -> list[SeatView]:
        """The players in the order they are asked: from the dealer's, or the button's, left."""
        seats = (table.seats[(table.bank.seat + step) % 6] for step in range(6))
        return [seat for seat in seats if seat is not None]

    def _before_the_deal(self) -> None:
        """The bank, the wagers, and "No more bets"; whatever stands in its way is asked again."""
        while True:
            self._fill_bank()
            self._place_wagers()
            table = self.croupier.view()
            banker = table.seats[table.bank.seat - 1] if table.bank.seat else None
            if self._yours(banker) and not self.person.keeps_bank():
                continue
            try:
                self.croupier.send(c.CloseBets())
            except Refusal as refusal:
                self._prompts.refuse(refusal)
                self.person.sits_out = False
            else:
                return

    def _fill_bank(self) -> None:
        """Go round with the offer until somebody takes the bank."""
        while self.rules.player_dealer and not (bank := self.croupier.view().bank).seat:
            if not bank.offered:
                self._nobody_banks()
                continue
            seat = self.croupier.view().seats[bank.offered - 1]
            assert seat is not None, "the bank is offered to somebody"
            amount = bots.bank_offer(self.rules, self.croupier.view().minimum, seat.chips)
            if seat.wagers and (self._yours(seat) or amount is not None):
                self.croupier.send(c.Wager(seat.player, {}))
            if self._yours(seat):
                self.person.bank()
            elif amount is None:
                self.croupier.send(c.DeclineBank(seat.player))
            else:
                self.croupier.send(c.TakeBank(seat.player, amount))

    def _nobody_banks(self) -> None:
        """No round without a bank (Q-11): bots go for more chips, then it is offered again."""
        if self._asked:
            self.person.nobody_banks()
        for seat in self._around(self.croupier.view()):
            if seat.chips < self._opening and not self._yours(seat):
                self.croupier.send(c.AddChips(seat.player, self._opening - seat.chips))
        self.croupier.send(c.OfferBank())

    def _place_wagers(self) -> None:
        """You are asked first, while the last round is still on the screen."""
        table = self.croupier.view()
        waiting = [
            seat for seat in self._around(table) if seat.seat != table.bank.seat and not seat.wagers
        ]
        for seat in sorted(waiting, key=lambda seat: seat.player != YOU):
            if not self._yours(seat):
                self._bot_wagers(seat, table.maximum)
            elif not self.person.sits_out:
                self.person.wagers()

    def _bot_wagers(self, seat: SeatView, maximum: Cents) -> None:
        staked = bots.wagers(self.rules, seat, maximum)
        missing = bots.chips_needed(self.rules, staked) - seat.chips
        if missing > 0:
            self.croupier.send(c.AddChips(seat.player, max(missing, self._opening)))
        self.croupier.send(c.Wager(seat.player, staked))

    def _play_out(self) -> None:
        """From "No more bets" to the closed round."""
        while (table := self.croupier.view()).phase != "betting":
            if table.phase == "closed":
                self.croupier.deal()
            elif table.jackpot_pending:
                self.croupier.award()
            elif table.waiting:
                if self._asked:
                    self.person.approve(table.waiting)
                self.croupier.send(c.Approve(FLOOR, table.waiting.amount))
            else:
                self._move(table)
        self._prompts.warning = ""
        if self._screen.last:
            self._prompts.cited = self._screen.last.clauses
        self.person.read_statement()

    def _move(self, table: TableView) -> None:
        assert table.phase in STREETS, "a round waits for a player, the meter or the floor"
        seat = next(seat for seat in self._around(table) if seat.to_act)
        actions = self.croupier.actions(seat.player)
        if self._yours(seat):
            self.person.move(table, seat, actions)
            return
        seen = self.croupier.view_of(seat.player)
        own = seen.seats[seat.seat - 1]
        assert own is not None, "one who acts sits"
        self.croupier.send(c.Act(seat.player, bots.decide(seen, own, actions)))
