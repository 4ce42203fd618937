"""The person at the screen: asked where a person decides, each answer sent as a command."""

from __future__ import annotations

from rich.text import Text

from uth.cli.terminal import entries
from uth.cli.terminal.croupier import Croupier
from uth.cli.terminal.prompts import Prompts
from uth.cli.terminal.screen import Screen
from uth.cli.terminal.symbols import NAMES, ink, money, plain
from uth.coach import bots
from uth.core.money import Cents
from uth.core.ranking import rank_hand
from uth.table import commands as c
from uth.table.view import SeatView, TableView, Waiting

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


class TerminalPlayer:
    """Knows the table only by `view`, and does nothing but send commands."""

    def __init__(self, croupier: Croupier, screen: Screen, prompts: Prompts, chips: Cents) -> None:
        self.name = croupier.viewer
        self.sits_out = False
        self._croupier = croupier
        self._screen = screen
        self._prompts = prompts
        self._buys = chips
        self._bet: dict[str, Cents] = {}
        self._bank: Cents = 0
        prompts.shortcuts = {"t": self.look, "l": lambda: self.read_statement(detail=True)}

    def seat(self) -> SeatView | None:
        """Where you sit; None once you have left."""
        seats = self._croupier.view().seats
        return next((seat for seat in seats if seat and seat.player == self.name), None)

    def look(self) -> None:
        self._screen.frame(self._croupier.view(), self._croupier.meters())

    def read_statement(self, detail: bool = False) -> None:
        seat = self.seat()
        self._screen.statement(self._croupier.meters(), seat.chips if seat else None, detail)

    def _chips(self) -> Cents:
        seat = self.seat()
        assert seat is not None, "only one who sits is asked"
        return seat.chips

    # --- before the deal -------------------------------------------------------------------

    def bank(self) -> None:
        """The bank is offered: an amount takes it."""
        if not self._screen.last:
            self.look()
        default = self._usual_bank()
        self._prompts.until(
            ink("The bank is offered to you. ", "bold magenta")
            + f"An amount takes it (you have {money(self._chips())}), d declines."
            + ink(f"   Enter: {default}", "dim"),
            default,
            BANK_HELP,
            self._answer_bank,
        )
        self._screen.answered()

    def _usual_bank(self) -> str:
        """The last bank again, else a fair one, as far as your chips reach."""
        rules, least = self._croupier.rules, self._croupier.view().minimum
        for amount in (self._bank, bots.bank_offer(rules, least, self._chips()), least):
            if amount and not self._croupier.refusal(c.TakeBank(self.name, amount)):
                return plain(amount)
        return "d"

    def _answer_bank(self, answer: str) -> None:
        if answer.lower() in ("d", "n", "no", "decline", "pass", "p"):
            self._croupier.send(c.DeclineBank(self.name))
            return
        amount = entries.read_amount(answer)
        self._croupier.send(c.TakeBank(self.name, amount))
        self._bank = amount

    def nobody_banks(self) -> None:
        self._prompts.ask(
            ink("Nobody banks, so there is no round (Q-11). Enter offers it once more.", "bold"),
            "",
            "One who has banked two rounds in a row must wait until another has (CA-7.11).",
        )

    def keeps_bank(self) -> bool:
        """A banker sees what is staked before "No more bets", and may still give the bank back."""
        self.look()
        table = self._croupier.view()
        action = sum(sum(seat.wagers.values()) for seat in table.seats if seat)
        answer = self._prompts.ask(
            ink("You bank ", "bold")
            + f"{money(table.bank.amount)} against {money(action)} of action. "
            + "Enter: no more bets, g gives the bank back",
            "",
            "After “No more bets” the bank stands for the round (CA-6.4, Q-11).",
        )
        self._screen.answered()
        if answer.lower() not in ("g", "give", "d"):
            return True
        self._croupier.send(c.DeclineBank(self.name))
        return False

    def wagers(self) -> None:
        """What you stake, on one line; Enter stakes it again."""
        self._buy_in()
        seat, table = self.seat(), self._croupier.view()
        assert seat is not None, "only one who sits is asked"
        if not self._screen.last:
            self.look()
        least = {"ante": seat.minimum, "blind": seat.minimum}
        again = self._bet and not self._croupier.refusal(c.Wager(self.name, self._bet))
        default = entries.told_wagers(self._bet if again else least)
        limits = f"{money(seat.minimum)} to {money(table.maximum)}"
        self._prompts.until(
            ink("Your wagers, ", "bold")
            + f"{limits}; you have {money(seat.chips)}. s sits out, ? helps."
            + ink(f"   Enter: {default}", "dim"),
            default,
            WAGERS_HELP,
            self._answer_wagers,
        )
        self._screen.answered()

    def _answer_wagers(self, answer: str) -> None:
        self.sits_out = answer.lower() in ("s", "sit", "out", "sit out")
        if not self.sits_out:
            staked = entries.read_wagers(answer, self._croupier.rules)
            self._croupier.send(c.Wager(self.name, staked))
            self._bet = staked

    def _buy_in(self) -> None:
        """One who can't hold the least wager may buy chips; it is play money."""
        legal = self._croupier.legal(self.name)
        if any(isinstance(command, c.Wager) and command.wagers for command in legal):
            return
        default = plain(self._buys)
        self._prompts.until(
            ink(f"You have {money(self._chips())}, too little for a wager. ", "bold")
            + "Buy chips (play money), or q to go home."
            + ink(f"   Enter: {default}", "dim"),
            default,
            "Type an amount in dollars.",
            lambda answer: self._croupier.send(c.AddChips(self.name, entries.read_amount(answer))),
        )

    # --- in the round ----------------------------------------------------------------------

    def move(self, table: TableView, seat: SeatView, actions: list[str]) -> None:
        """Only what is open on this street is asked for."""
        self.look()
        ante = seat.wagers["ante"]
        choices = " · ".join(
            f"{action} ({money(int(action[:-1]) * ante)})" if action[-1] == "x" else action
            for action in actions
        )
        default = bots.decide(table, seat, actions)
        self._prompts.warning = self._cost_of_leaving()
        self._prompts.until(
            ink("Your move", "bold")
            + _holding(table, seat)
            + f": {choices}"
            + ink(f"   Enter: {default}", "dim"),
            default,
            MOVES_HELP,
            lambda answer: self._croupier.send(c.Act(self.name, entries.read_move(answer))),
        )
        self._screen.answered()

    def _cost_of_leaving(self) -> str:
        rules = self._croupier.rules
        clauses = ", ".join(rules.cite("seat.leaving"))
        if rules.conduct.leaving_forfeits:
            return f"Your hand is not paid yet; leaving forfeits all your wagers ({clauses})."
        return f"Your hand is not settled; it would be finished for you: check, fold ({clauses})."

    def approve(self, waiting: Waiting) -> None:
        """In the terminal you are the floor too."""
        self.look()
        self._prompts.ask(
            ink("You are the floor: ", "bold")
            + f"{money(waiting.amount)} on seat {waiting.seat}’s {NAMES[waiting.wager]}. "
            + "Enter approves",
            "",
            "A payout this large waits for the floor (CR-12); it delays, and never denies.",
        )


def _holding(table: TableView, seat: SeatView) -> Text:
    """What your hand is so far, once there is a board."""
    if not table.board or seat.cards is None:
        return Text()
    return ink(f", with {rank_hand((*seat.cards, *table.board)).words}")
