"""A session: rounds at one table, with decisions by the person and by bots."""

from __future__ import annotations

from uth.cli.language import text
from uth.cli.terminal.croupier import Croupier, Listener
from uth.cli.terminal.display import styled
from uth.cli.terminal.player import TerminalPlayer
from uth.cli.terminal.prompts import LeaveTable, Prompts
from uth.cli.terminal.randomness import Shuffler
from uth.cli.terminal.screen import Screen
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
"""Names at this table; the catalog addresses the first in the second person."""


class SessionPlan(Record):
    """Where you sit, with how many bots and chips, and for how long."""

    seat: int
    bots: int
    chips: Cents
    rounds: int | None = None
    auto: bool = False


class TerminalSession:
    """One person's session at a table of one house."""

    def __init__(
        self,
        *,
        rules: Rulebook,
        plan: SessionPlan,
        randomness: Shuffler,
        prompts: Prompts,
        listener: Listener | None = None,
    ) -> None:
        self.rules = rules
        self.plan = plan
        self._listener = listener
        self._interactive = not plan.auto
        """Whether a person decides for your seat."""
        self._bot_chips = max(plan.chips, bots.BUY_IN * rules.limits.minimum)
        self._screen = Screen(prompts.console, rules, YOU, fixed=not plan.auto)
        self._prompts = prompts
        self.croupier: Croupier = Croupier(rules, randomness, YOU, self._handle)
        self.player: TerminalPlayer = TerminalPlayer(
            self.croupier, self._screen, prompts, plan.chips
        )
        self._sit_down()

    def _handle(self, event: e.Event, table: TableView) -> None:
        if self._listener:
            self._listener(event, table)
        self._screen.handle(event, table)

    def _sit_down(self) -> None:
        """You first, then the bots to your left."""
        plan, names = self.plan, iter(bots.NAMES)
        self.croupier.send(c.Sit(YOU, plan.seat, plan.chips))
        for seat in sorted((plan.seat + step) % 6 + 1 for step in range(plan.bots)):
            self.croupier.send(c.Sit(next(names), seat, self._bot_chips))

    def play(self) -> int:
        """Play until the last round or until you leave; return the exit code."""
        code, played = 0, 0
        try:
            while self.plan.rounds is None or played < self.plan.rounds:
                self.player.sits_out = False
                self._take_bets()
                self._play_round()
                played += 1
        except LeaveTable as leave:
            code = leave.code
        except KeyboardInterrupt:
            code = 130
        self._leave()
        return code

    def _leave(self) -> None:
        """Leave by the house's rules; a round in progress is finished first."""
        self._interactive = False
        in_progress = self.croupier.view().phase != "betting"
        if self.player.seat():
            self.croupier.send(c.Leave(YOU))
        if in_progress:
            self._play_round()
        self._prompts.console.print(styled(text("terminal.good_night"), "bold"))

    def _is_yours(self, seat: SeatView | None) -> bool:
        """Whether the person decides for this seat."""
        return self._interactive and seat is not None and seat.player == YOU

    def _in_order(self, table: TableView) -> list[SeatView]:
        """The players in the order they act: from the left of the dealer, or of the button."""
        seats = (table.seats[(table.bank.seat + step) % 6] for step in range(6))
        return [seat for seat in seats if seat is not None]

    def _take_bets(self) -> None:
        """Fill the bank and take wagers until the bets can be closed."""
        while True:
            self._fill_bank()
            self._place_wagers()
            table = self.croupier.view()
            self._screen.show_cover(table)
            banker = table.seats[table.bank.seat - 1] if table.bank.seat else None
            if self._is_yours(banker) and not self.player.confirms_bank():
                continue
            try:
                self.croupier.send(c.CloseBets())
            except Refusal as refusal:
                self._prompts.show_refusal(refusal)
                self.player.sits_out = False
            if self.croupier.view().phase == "closed":
                return

    def _fill_bank(self) -> None:
        """Offer the bank around the table until somebody takes it."""
        while self.rules.player_dealer and not (bank := self.croupier.view().bank).seat:
            if not bank.offered:
                self._offer_bank_again()
                continue
            seat = self.croupier.view().seats[bank.offered - 1]
            assert seat is not None, "the bank is offered to a player"
            amount = bots.bank_offer(self.rules, self.croupier.view().minimum, seat.chips)
            if seat.wagers and (self._is_yours(seat) or amount is not None):
                self.croupier.send(c.Wager(seat.player, {}))
            if self._is_yours(seat):
                self.player.ask_bank()
            elif amount is None:
                self.croupier.send(c.DeclineBank(seat.player))
            else:
                self.croupier.send(c.TakeBank(seat.player, amount))

    def _offer_bank_again(self) -> None:
        """Without a bank there is no round (Q-11): bots buy chips, and it is offered again."""
        if self._interactive:
            self.player.ask_nobody_banks()
        for seat in self._in_order(self.croupier.view()):
            if seat.chips < self._bot_chips and not self._is_yours(seat):
                self.croupier.send(c.AddChips(seat.player, self._bot_chips - seat.chips))
        self.croupier.send(c.OfferBank())

    def _place_wagers(self) -> None:
        """You are asked first, while the last round is still on the screen."""
        table = self.croupier.view()
        waiting = [
            seat
            for seat in self._in_order(table)
            if seat.seat != table.bank.seat and not seat.wagers
        ]
        for seat in sorted(waiting, key=lambda seat: seat.player != YOU):
            if not self._is_yours(seat):
                self._place_bot_wagers(seat, table.maximum)
            elif not self.player.sits_out:
                self.player.ask_wagers()

    def _place_bot_wagers(self, seat: SeatView, maximum: Cents) -> None:
        wagers = bots.wagers(self.rules, seat, maximum)
        missing = bots.chips_needed(self.rules, wagers) - seat.chips
        if missing > 0:
            self.croupier.send(c.AddChips(seat.player, max(missing, self._bot_chips)))
        self.croupier.send(c.Wager(seat.player, wagers))

    def _play_round(self) -> None:
        """From "No more bets" until the round is closed."""
        while (table := self.croupier.view()).phase != "betting":
            if table.phase == "closed":
                self.croupier.deal()
            elif table.waiting:
                if self._interactive:
                    self.player.ask_approval(table.waiting)
                self.croupier.send(c.Approve(FLOOR, table.waiting.amount))
            else:
                self._act(table)
        self._prompts.leave_warning = ""
        if self._screen.last:
            self._prompts.cited = self._screen.last.clauses
        self.player.show_statement()

    def _act(self, table: TableView) -> None:
        assert table.phase in STREETS, "a round waits for a player or the floor"
        seat = next(seat for seat in self._in_order(table) if seat.to_act)
        actions = self.croupier.actions(seat.player)
        if self._is_yours(seat):
            self.player.ask_action(table, seat, actions)
            return
        visible = self.croupier.view_of(seat.player)
        own = visible.seats[seat.seat - 1]
        assert own is not None, "a player who acts is seated"
        self.croupier.send(c.Act(seat.player, bots.decide(visible, own, actions)))
