"""The person at the screen: asked for each decision, which is sent as a command."""

from __future__ import annotations

from rich.text import Text

from uth.cli.terminal import entries
from uth.cli.terminal.croupier import Croupier
from uth.cli.terminal.display import WAGER_NAMES, money, plain, styled
from uth.cli.terminal.prompts import Prompts, question
from uth.cli.terminal.screen import Screen
from uth.coach import thumb as bots
from uth.core.money import Cents
from uth.core.ranking import rank_hand
from uth.table import commands as c
from uth.table.view import SeatView, TableView, Waiting

WAGERS_HELP = (
    "Type your Ante; the Blind equals it. Bonus bets follow by name: 10 trips 5 bad 5, or short "
    "10 t5 b5 (u Ultimate Pairs, p Progressive). Enter repeats the last bet, s sits this round out."
)
ACTIONS_HELP = (
    "4 or 3: play four or three times your Ante before the flop; 2 after the flop; 1 at the end. "
    "c checks, f folds. One Play bet a round. Enter does what a common rule of thumb would do."
)
BANK_HELP = (
    "The player-dealer pays the winners and collects from the losers, up to the amount of the "
    "bank. Type an amount to take the bank, d to decline it or pass it on."
)


class TerminalPlayer:
    """Sees the table only through `view`, and acts only by commands."""

    def __init__(self, croupier: Croupier, screen: Screen, prompts: Prompts, chips: Cents) -> None:
        self.name = croupier.viewer
        self.sits_out = False
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
        default = self._default_bank()
        text = (
            styled("The bank is offered to you. ", "bold magenta")
            + f"An amount takes it (you have {money(self._own_seat().chips)}), d declines."
        )
        self._prompts.ask_until_accepted(
            question(text, default), default, BANK_HELP, self._answer_bank
        )
        self._screen.clear_announcements()

    def _default_bank(self) -> str:
        """The last bank, else a sensible one, as far as your chips allow."""
        rules, minimum = self._croupier.rules, self._croupier.view().minimum
        sensible = bots.bank(rules, minimum, self._own_seat().chips)
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
        self._prompts.ask(
            styled(
                "Nobody banks, so there is no round (Q-11). Enter offers the bank again.", "bold"
            ),
            "",
            "After two rounds in a row, a banker waits until somebody else has banked (CA-7.11).",
        )

    def confirms_bank(self) -> bool:
        """You see what is staked before "No more bets", and may still give the bank back."""
        self.show_table()
        table = self._croupier.view()
        action = sum(sum(seat.wagers.values()) for seat in table.seats if seat)
        answer = self._prompts.ask(
            styled("You bank ", "bold")
            + f"{money(table.bank.amount)} against {money(action)} of action. "
            + "Enter: no more bets, g gives the bank back",
            "",
            "After “No more bets” you bank this round (CA-6.4, Q-11).",
        )
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
        limits = f"{money(seat.minimum)} to {money(table.maximum)}"
        text = (
            styled("Your wagers, ", "bold")
            + f"{limits}; you have {money(seat.chips)}. s sits out, ? helps."
        )
        self._prompts.ask_until_accepted(
            question(text, default), default, WAGERS_HELP, self._answer_wagers
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
        default = plain(self._buy_in_amount)
        chips = money(self._own_seat().chips)
        text = (
            styled(f"You have {chips}, too little for a wager. ", "bold")
            + "Buy chips (play money), or q to leave."
        )
        self._prompts.ask_until_accepted(
            question(text, default),
            default,
            "Type an amount in dollars.",
            lambda answer: self._croupier.send(c.AddChips(self.name, entries.parse_amount(answer))),
        )

    # --- in the round ----------------------------------------------------------------------

    def ask_action(self, table: TableView, seat: SeatView, actions: list[str]) -> None:
        """Only the actions that are open on this street are offered."""
        self.show_table()
        ante = seat.wagers["ante"]
        choices = " · ".join(
            f"{action} ({money(int(action[:-1]) * ante)})" if action[-1] == "x" else action
            for action in actions
        )
        default = bots.decide(table, seat, actions)
        self._prompts.leave_warning = self._leave_warning()
        text = styled("Your move", "bold") + _current_hand(table, seat) + f": {choices}"
        self._prompts.ask_until_accepted(
            question(text, default),
            default,
            ACTIONS_HELP,
            lambda answer: self._croupier.send(c.Act(self.name, entries.parse_action(answer))),
        )
        self._screen.clear_announcements()

    def _leave_warning(self) -> str:
        rules = self._croupier.rules
        clauses = ", ".join(rules.cite("seat.leaving"))
        if rules.conduct.leaving_forfeits:
            return f"Your hand is not paid yet; leaving forfeits all your wagers ({clauses})."
        return f"If you leave now, your hand is finished for you: check, then fold ({clauses})."

    def ask_approval(self, waiting: Waiting) -> None:
        """In the terminal you are the floor too."""
        self.show_table()
        self._prompts.ask(
            styled("You are the floor: ", "bold")
            + f"{money(waiting.amount)} on seat {waiting.seat}’s {WAGER_NAMES[waiting.wager]}. "
            + "Enter approves",
            "",
            "A payout this large waits for the floor (CR-12). It is only delayed, never denied.",
        )


def _current_hand(table: TableView, seat: SeatView) -> Text:
    """The hand that you hold so far, once there is a board."""
    if not table.board or seat.cards is None:
        return Text()
    return styled(f", with {rank_hand((*seat.cards, *table.board)).words}")
