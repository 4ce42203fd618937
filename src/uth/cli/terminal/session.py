"""A session: rounds at one table, the person asked where a person decides, bots for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

from uth.cli.terminal import bots, entries, marks
from uth.cli.terminal.chance import Chance
from uth.cli.terminal.croupier import Croupier, Listener
from uth.cli.terminal.prompts import Leaving, Prompts, Reader
from uth.cli.terminal.screen import Screen
from uth.core.money import Cents
from uth.core.ranking import rank_hand
from uth.core.record import Record
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.state import STREETS
from uth.table.view import SeatView, TableView

YOU, FLOOR = "You", "the floor"

WAGERS_HELP = (
    "Type your Ante; the Blind equals it. Bonus bets follow by name: 10 trips 5 bad 5, or short "
    "10 t5 b5 (u Ultimate Pairs, p Progressive). Enter repeats the last bet, s sits this round out."
)
MOVES_HELP = (
    "4 or 3: Play four or three times your Ante before the flop; 2 after the flop; 1 at the end. "
    "c checks, f folds. One Play bet a round. Enter does what a common rule of thumb would do."
)
BANK_HELP = (
    "The player-dealer pays the winners and collects from the losers, up to what he puts up. "
    "Type an amount to take the bank, d to decline or pass it on."
)


class Plan(Record):
    """How a session is played: where you sit, with whom, with how much, and for how long."""

    seat: int
    bots: int
    chips: Cents
    rounds: int | None = None
    auto: bool = False


class Session:
    """One person's evening at a table of one house."""

    def __init__(
        self,
        rules: Rulebook,
        plan: Plan,
        chance: Chance,
        console: Console,
        read: Reader,
        clauses: Mapping[str, Any],
        overheard: Listener | None = None,
    ) -> None:
        self.rules = rules
        self.plan = plan
        self.console = console
        self.prompts = Prompts(console, read, clauses)
        self.screen = Screen(console, rules, YOU, clauses, still=not plan.auto)
        self._overheard = overheard
        self._bet: dict[str, Cents] = {}
        self._bank: Cents = 0
        self._out = False
        """Whether you sit this round out."""
        self._opening = 100 * rules.limits.minimum
        self.croupier = Croupier(rules, chance, YOU, self._hear)
        self.prompts.shortcuts = {"t": self._frame, "d": lambda: self._statement(detail=True)}
        self._sit_down()

    def _hear(self, event: e.Event, table: TableView) -> None:
        if self._overheard:
            self._overheard(event, table)
        self.screen.hear(event, table)

    def _sit_down(self) -> None:
        """You first, so that a wrong seat is refused; the bots take the places beside you."""
        plan, names = self.plan, iter(bots.NAMES)
        others = [(plan.seat + step - 1) % 6 + 1 for step in range(1, 6)][: plan.bots]
        self._opening = max(plan.chips, bots.BUY_IN * self.rules.limits.minimum)
        self.croupier.send(c.Sit(YOU, plan.seat, plan.chips))
        for seat in sorted(others):
            self.croupier.send(c.Sit(next(names), seat, self._opening))

    def play(self) -> int:
        """Round after round until the last one, or until you leave; the exit code."""
        code, played = 0, 0
        try:
            while self.plan.rounds is None or played < self.plan.rounds:
                self.round()
                played += 1
        except Leaving as leaving:
            code = leaving.code
        except KeyboardInterrupt:
            code = 130
        self._leave()
        return code

    # --- one round -------------------------------------------------------------------------

    def round(self) -> None:
        self._out = False
        self._before_the_deal()
        self._play_out()

    def _before_the_deal(self) -> None:
        while True:
            self._fill_bank()
            self._place_wagers()
            if not self._banker_agrees():
                continue
            try:
                self.croupier.send(c.CloseBets())
            except Refusal as refusal:
                self.prompts.refuse(refusal)
                self._out = False
                continue
            self.croupier.deal()
            return

    def _play_out(self) -> None:
        """From the deal to the closed round."""
        while (table := self.croupier.view()).phase != "betting":
            if table.waiting:
                self._approve(table)
            else:
                self._move(table)
        self.prompts.warning = ""
        if self.screen.last:
            self.prompts.cited = self.screen.last.clauses
        self._statement()

    def _move(self, table: TableView) -> None:
        assert table.phase in STREETS, "a round waits for a player or for the floor"
        seat = next(seat for seat in self._around(table) if seat.to_act)
        actions = self.croupier.actions(seat.player)
        if seat.player == YOU and not self.plan.auto:
            self._your_move(table, seat, actions)
        else:
            seen = self.croupier.view_of(seat.player)
            own = seen.seats[seat.seat - 1]
            assert own is not None
            self.croupier.send(c.Act(seat.player, bots.decide(seen, own, actions)))

    def _around(self, table: TableView) -> list[SeatView]:
        """The players in the order they are asked: from the dealer's, or the button's, left."""
        start = table.bank.seat
        seats = (table.seats[(start + step) % 6] for step in range(6))
        return [seat for seat in seats if seat is not None]

    def _your_move(self, table: TableView, seat: SeatView, actions: list[str]) -> None:
        self._frame()
        ante = seat.wagers["ante"]
        open_now = " · ".join(
            f"{action} ({marks.money(int(action[:-1]) * ante)})" if action[-1] == "x" else action
            for action in actions
        )
        default = bots.decide(table, seat, actions)
        self.prompts.warning = self._cost_of_leaving()
        self.prompts.until(
            Text("Your move", "bold")
            + _holding(table, seat)
            + Text(f": {open_now}")
            + Text(f"   Enter: {default}", "dim"),
            default,
            MOVES_HELP,
            lambda answer: self.croupier.send(c.Act(YOU, entries.read_move(answer))),
        )
        self.screen.answered()

    def _cost_of_leaving(self) -> str:
        if self.rules.conduct.leaving_forfeits:
            return "Your hand is not paid yet; leaving forfeits all your wagers (PA-7)."
        return (
            "Your hand is not settled yet; it would be finished for you with check and fold (Q-13)."
        )

    def _approve(self, table: TableView) -> None:
        waiting = table.waiting
        assert waiting is not None
        if not self.plan.auto and YOU in self._names(table):
            self._frame()
            self.prompts.ask(
                Text("You are the floor: ", "bold")
                + f"{marks.money(waiting.amount)} on seat {waiting.seat}’s "
                + f"{marks.NAMES[waiting.wager]}. Enter approves",
                "",
                "A payout this large waits for the floor (CR-12); it delays, and never denies.",
            )
        self.croupier.send(c.Approve(FLOOR, waiting.amount))

    # --- the bank --------------------------------------------------------------------------

    def _fill_bank(self) -> None:
        """Go round with the offer until somebody takes the bank."""
        while self.rules.player_dealer and not (bank := self.croupier.view().bank).seat:
            if not bank.offered:
                self._nobody_banks()
                continue
            seat = self.croupier.view().seats[bank.offered - 1]
            assert seat is not None, "the bank is offered to somebody"
            if seat.player == YOU and not self.plan.auto:
                self._your_bank(seat)
            else:
                self._bot_bank(seat)

    def _bot_bank(self, seat: SeatView) -> None:
        amount = bots.bank(self.rules, self.croupier.view().minimum, seat.chips)
        if amount is None:
            self.croupier.send(c.DeclineBank(seat.player))
            return
        if seat.wagers:
            self.croupier.send(c.Wager(seat.player, {}))
        self.croupier.send(c.TakeBank(seat.player, amount))

    def _your_bank(self, seat: SeatView) -> None:
        least = self.croupier.view().minimum
        if not self.screen.last:
            self._frame()
        usual = self._bank or bots.bank(self.rules, least, seat.chips) or least
        default = marks.plain(usual) if usual <= seat.chips else "d"
        self.prompts.until(
            Text("The bank is offered to you. ", "bold magenta")
            + f"An amount takes it (you have {marks.money(seat.chips)}), d declines."
            + Text(f"   Enter: {default}", "dim"),
            default,
            BANK_HELP,
            self._answer_bank,
        )
        self.screen.answered()

    def _answer_bank(self, answer: str) -> None:
        if answer.lower() in ("d", "n", "no", "decline", "pass", "p"):
            self.croupier.send(c.DeclineBank(YOU))
            return
        amount = entries.read_amount(answer)
        if self.croupier.table.staked(YOU):
            self.croupier.send(c.Wager(YOU, {}))
        self.croupier.send(c.TakeBank(YOU, amount))
        self._bank = amount

    def _nobody_banks(self) -> None:
        """No round without a bank (Q-11): bots go for more chips, then it is offered again."""
        if not self.plan.auto:
            self.prompts.ask(
                Text(
                    "Nobody banks, so there is no round (Q-11). Enter offers it once more.", "bold"
                ),
                "",
                "One who has banked two rounds in a row must wait until another has (CA-7.11).",
            )
        for seat in self._around(self.croupier.view()):
            if seat.chips < self._opening and (seat.player != YOU or self.plan.auto):
                self.croupier.send(c.AddChips(seat.player, self._opening - seat.chips))
        self.croupier.send(c.OfferBank())

    def _banker_agrees(self) -> bool:
        """A banker sees what is staked before "No more bets", and may still give the bank back."""
        table = self.croupier.view()
        seat = table.seats[table.bank.seat - 1] if table.bank.seat else None
        if seat is None or seat.player != YOU or self.plan.auto:
            return True
        self._frame()
        action = sum(sum(other.wagers.values()) for other in self._around(table))
        answer = self.prompts.ask(
            Text("You bank ", "bold")
            + f"{marks.money(table.bank.amount)} against {marks.money(action)} of action. "
            + "Enter: no more bets, g gives the bank back",
            "",
            "After “No more bets” the bank stands for the round (CA-6.4, Q-11).",
        )
        self.screen.answered()
        if answer.lower() not in ("g", "give", "d"):
            return True
        self.croupier.send(c.DeclineBank(YOU))
        return False

    # --- wagers ----------------------------------------------------------------------------

    def _place_wagers(self) -> None:
        """You are asked first, while the last round is still on the screen."""
        table = self.croupier.view()
        waiting = [
            seat for seat in self._around(table) if seat.seat != table.bank.seat and not seat.wagers
        ]
        for seat in sorted(waiting, key=lambda seat: seat.player != YOU):
            if seat.player != YOU or self.plan.auto:
                self._bot_wagers(seat)
            elif not self._out:
                self._your_wagers()

    def _bot_wagers(self, seat: SeatView) -> None:
        staked = bots.wagers(self.rules, seat, self.croupier.view().maximum)
        missing = bots.needs(self.rules, staked) - seat.chips
        if missing > 0:
            self.croupier.send(c.AddChips(seat.player, max(missing, self._opening)))
        self.croupier.send(c.Wager(seat.player, staked))

    def _your_wagers(self) -> None:
        self._buy_in()
        table = self.croupier.view()
        if not self.screen.last:
            self._frame()
        least = self._your_seat(table).minimum
        bet = self._bet or {"ante": least, "blind": least}
        default = entries.told_wagers(bet)
        limits = f"{marks.money(least)} to {marks.money(table.maximum)}"
        chips = marks.money(self._your_seat(table).chips)
        self.prompts.until(
            Text("Your wagers, ", "bold")
            + f"{limits}; you have {chips}. s sits out, ? helps."
            + Text(f"   Enter: {default}", "dim"),
            default,
            WAGERS_HELP,
            self._answer_wagers,
        )
        self.screen.answered()

    def _answer_wagers(self, answer: str) -> None:
        if answer.lower() in ("s", "sit", "out", "sit out"):
            self._out = True
            return
        staked = entries.read_wagers(answer, self.rules)
        self.croupier.send(c.Wager(YOU, staked))
        self._bet = staked

    def _buy_in(self) -> None:
        """One who can't hold the least wager may buy chips; it is play money."""
        if any(isinstance(command, c.Wager) and command.wagers for command in self._legal()):
            return
        chips = marks.money(self._your_seat(self.croupier.view()).chips)
        default = marks.plain(self.plan.chips)
        self.prompts.until(
            Text(f"You have {chips}, too little for a wager. ", "bold")
            + "Buy chips (play money), or q to go home."
            + Text(f"   Enter: {default}", "dim"),
            default,
            "Type an amount in dollars.",
            lambda answer: self.croupier.send(c.AddChips(YOU, entries.read_amount(answer))),
        )

    # --- small things ----------------------------------------------------------------------

    def _legal(self) -> list[c.Command]:
        return self.croupier.legal(YOU)

    def _names(self, table: TableView) -> list[str]:
        return [seat.player for seat in table.seats if seat is not None]

    def _your_seat(self, table: TableView) -> SeatView:
        return next(seat for seat in table.seats if seat is not None and seat.player == YOU)

    def _frame(self) -> None:
        self.screen.frame(self.croupier.view(), self.croupier.meters())

    def _statement(self, detail: bool = False) -> None:
        table = self.croupier.view()
        chips = self._your_seat(table).chips if YOU in self._names(table) else None
        self.screen.statement(self.croupier.meters(), chips, detail)

    def _leave(self) -> None:
        """Go, in mid-round by the house's rule; the others finish, and you hear your chips."""
        table = self.croupier.view()
        under_way = table.phase != "betting"
        if YOU in self._names(table):
            self.croupier.send(c.Leave(YOU))
        if under_way:
            self._play_out()
        self.console.print(Text("Good night.", "bold"))


def _holding(table: TableView, seat: SeatView) -> Text:
    """What your hand is so far, once there is a board."""
    if not table.board or seat.cards is None:
        return Text()
    return Text(f", with {rank_hand((*seat.cards, *table.board)).words}")
