"""The person at the screen: asked for each decision, which is sent as a command."""

from __future__ import annotations

from typing import Any

from uth.cli.language import text, texts, wager_text
from uth.cli.terminal import entries
from uth.cli.terminal.croupier import Croupier
from uth.cli.terminal.display import plain
from uth.cli.terminal.prompts import Prompts
from uth.cli.terminal.screen import Screen
from uth.coach import bots
from uth.core.hands import rank_hand
from uth.core.money import Cents, dollars
from uth.core.texts import held_text
from uth.table import commands as c
from uth.table.view import SeatView, TableView, Waiting


class TerminalPlayer:
    """Sees the table only through `view`, and acts only by commands."""

    def __init__(self, croupier: Croupier, screen: Screen, prompts: Prompts, chips: Cents) -> None:
        self.name: str = croupier.viewer
        self.sits_out: bool = False
        self._croupier = croupier
        self._screen = screen
        self._prompts = prompts
        self._buy_in_amount = chips
        self._last_wagers: dict[str, Cents] = {}
        self._last_bank: Cents = 0
        prompts.shortcuts = {
            "t": self.show_table,
            "l": lambda: self.show_statement(detail=True),
        }

    def seat(self) -> SeatView | None:
        """Your seat; None after you have left."""
        seats = self._croupier.view().seats
        return next((seat for seat in seats if seat and seat.player == self.name), None)

    def show_table(self) -> None:
        self._screen.show_table(self._croupier.view(), self._croupier.meters())

    def show_statement(self, detail: bool = False) -> None:
        seat = self.seat()
        self._screen.show_statement(self._croupier.meters(), seat.chips if seat else None, detail)

    def _own_seat(self) -> SeatView:
        seat = self.seat()
        assert seat is not None, "only a seated player is asked"
        return seat

    # --- before the deal -------------------------------------------------------------------

    def ask_bank(self) -> None:
        """The bank is offered to you: take it with an amount, or decline."""
        if not self._screen.last:
            self.show_table()
        self._prompts.ask_until_accepted(
            "terminal.ask_bank",
            self._default_bank(),
            self._answer_bank,
            "terminal.help_bank",
            chips=self._own_seat().chips,
        )
        self._screen.clear_announcements()

    def _default_bank(self) -> str:
        """The last bank, else a sensible one, as far as your chips allow."""
        rules, minimum = self._croupier.rules, self._croupier.view().minimum
        sensible = bots.bank_offer(rules, minimum, self._own_seat().chips)
        for amount in (self._last_bank, sensible, minimum):
            if amount and not self._croupier.refusal(c.TakeBank(self.name, amount)):
                return plain(amount)
        return "d"

    def _answer_bank(self, answer: str) -> None:
        if answer.lower() in ("d", "n", "no", "decline", "pass", "p"):
            self._croupier.send(c.DeclineBank(self.name))
            return
        amount = entries.parse_amount(answer)
        self._croupier.send(c.TakeBank(self.name, amount))
        self._last_bank = amount

    def ask_nobody_banks(self) -> None:
        self._prompts.ask("terminal.ask_nobody_banks", "terminal.help_nobody_banks")

    def confirms_bank(self) -> bool:
        """You see what is staked before "No more bets", and may still give the bank back."""
        self.show_table()
        table = self._croupier.view()
        action = sum(sum(seat.wagers.values()) for seat in table.seats if seat)
        facts: dict[str, Any] = {"amount": table.bank.amount, "action": action}
        answer = self._prompts.ask("terminal.confirm_bank", "terminal.help_confirm_bank", **facts)
        self._screen.clear_announcements()
        if answer.lower() not in ("g", "give", "d"):
            return True
        self._croupier.send(c.DeclineBank(self.name))
        return False

    def ask_wagers(self) -> None:
        """Your wagers in one line; Enter repeats the last ones."""
        self._buy_in()
        seat, table = self._own_seat(), self._croupier.view()
        if not self._screen.last:
            self.show_table()
        smallest = {"ante": seat.minimum, "blind": seat.minimum}
        last = self._last_wagers
        repeat = last and not self._croupier.refusal(c.Wager(self.name, last))
        default = entries.print_wagers(last if repeat else smallest)
        self._prompts.ask_until_accepted(
            "terminal.ask_wagers",
            default,
            self._answer_wagers,
            "terminal.help_wagers",
            minimum=seat.minimum,
            maximum=table.maximum,
            chips=seat.chips,
        )
        self._screen.clear_announcements()

    def _answer_wagers(self, answer: str) -> None:
        self.sits_out = answer.lower() in ("s", "sit", "out", "sit out")
        if not self.sits_out:
            wagers = entries.parse_wagers(answer, self._croupier.rules)
            self._croupier.send(c.Wager(self.name, wagers))
            self._last_wagers = wagers

    def _buy_in(self) -> None:
        """Offer chips to a player who cannot afford the smallest wager; it is play money."""
        legal = self._croupier.legal(self.name)
        if any(isinstance(command, c.Wager) and command.wagers for command in legal):
            return
        self._prompts.ask_until_accepted(
            "terminal.ask_chips",
            plain(self._buy_in_amount),
            lambda answer: self._croupier.send(c.AddChips(self.name, entries.parse_amount(answer))),
            chips=self._own_seat().chips,
        )

    # --- in the round ----------------------------------------------------------------------

    def ask_action(self, table: TableView, seat: SeatView, actions: list[str]) -> None:
        """Only the actions that are open on this street are offered."""
        self.show_table()
        ante = seat.wagers["ante"]
        choices = " · ".join(
            f"{action} ({dollars(int(action[:-1]) * ante)})" if action[-1] == "x" else action
            for action in actions
        )
        self._prompts.leave_warning = self._leave_warning()
        key, hand = "terminal.ask_action", ""
        if table.board and seat.cards:
            key = "terminal.ask_action_with"
            hand = held_text(str(rank_hand((*seat.cards, *table.board))), texts())
        self._prompts.ask_until_accepted(
            key,
            bots.decide(table, seat, actions),
            lambda answer: self._croupier.send(c.Act(self.name, entries.parse_action(answer))),
            "terminal.help_action",
            hand=hand,
            choices=choices,
        )
        self._screen.clear_announcements()

    def _leave_warning(self) -> str:
        rules = self._croupier.rules
        forfeits = rules.conduct.leaving_forfeits
        key = "terminal.leaving_forfeits" if forfeits else "terminal.leaving_finishes"
        return text(key, clauses=rules.cite("seat.leaving"))

    def ask_approval(self, waiting: Waiting) -> None:
        """In the terminal you are the floor too."""
        self.show_table()
        wager = wager_text(waiting.wager)
        facts: dict[str, Any] = {"amount": waiting.amount, "seat": waiting.seat, "wager": wager}
        self._prompts.ask("terminal.ask_approval", "terminal.help_approval", **facts)
