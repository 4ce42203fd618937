"""The statement of a round: how every wager ended, in the house's order, with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from uth.cli.language import remarks, text, texts, wager_text
from uth.cli.terminal import display
from uth.cli.terminal.announcements import announcement, call_text
from uth.cli.terminal.felt import bank_text, cover_facts, dealer_name
from uth.core.cards import Card
from uth.core.money import Cents
from uth.core.texts import hand_text
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.view import BankView, TableView


@dataclass
class SeatStatement:
    """The settlement of one seat."""

    seat: int
    player: str
    cards: tuple[Card, ...] | None = None
    hand: str = ""
    result: str = ""
    settled: list[e.Settled] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    bank: BankView | None = None

    def net(self) -> Cents:
        return sum(row.paid - row.taken for row in self.settled)


@dataclass
class RoundStatement:
    """What was turned, settled, paid and collected in one round."""

    rules: Rulebook
    you: str
    round: int = 0
    board: tuple[Card, ...] = ()
    dealer: e.DealerTurned | None = None
    order_clauses: tuple[str, ...] = ()
    refunds: list[e.Settled] = field(default_factory=list)
    """Antes that go back before the seats are settled."""
    seats: list[SeatStatement] = field(default_factory=list)
    fees: list[e.FeeTaken] = field(default_factory=list)
    mysteries: list[e.MysteryWon] = field(default_factory=list)
    bank: BankView | None = None
    bank_settled: e.BankSettled | None = None
    clauses: list[str] = field(default_factory=list)

    def add(self, event: e.Event, table: TableView) -> None:
        """Record an event, if it belongs to the statement."""
        for clause in getattr(event, "clauses", ()):
            if clause not in self.clauses:
                self.clauses.append(clause)
        match event:
            case e.BetsClosed():
                self.round = event.round
            case e.FeeTaken():
                self.fees.append(event)
            case e.MysteryWon():
                self.mysteries.append(event)
            case e.DealerTurned():
                self.dealer, self.board = event, table.board
            case e.DealerNotTurned():
                self.board = table.board
            case e.SettlementBegun():
                self.order_clauses = event.clauses
            case e.HandRanked():
                statement = self._seat(event.seat, event.player)
                statement.hand, statement.result = event.hand, event.result
                seat = table.seats[event.seat - 1]
                statement.cards = seat.cards if seat else None
            case e.DealerCall() if table.phase == "settling" and event.seat:
                seat = table.seats[event.seat - 1]
                note = f"{call_text(event)} ({event.clauses[0]})"
                self._seat(event.seat, seat.player if seat else "").notes.append(note)
            case e.Settled():
                self._add_settled(event, table)
            case e.BankSettled():
                self.bank_settled, self.bank = event, table.bank
            case _:
                pass

    def _seat(self, seat: int, player: str) -> SeatStatement:
        if not self.seats or self.seats[-1].seat != seat:
            self.seats.append(SeatStatement(seat, player))
        return self.seats[-1]

    def _add_settled(self, row: e.Settled, table: TableView) -> None:
        first = self.rules.settlement.antes_first and self.dealer and not self.dealer.qualifies
        if first and row.wager == "ante" and row.outcome == "push":
            self.refunds.append(row)
            return
        statement = self._seat(row.seat, row.player)
        statement.settled.append(row)
        seat = table.seats[row.seat - 1]
        statement.cards = seat.cards if seat else statement.cards
        if table.bank.seat:
            statement.bank = table.bank

    def net(self, player: str) -> Cents:
        """What a player won or lost in the round: wagers, bank, mystery and fee together."""
        total = sum(
            row.paid - row.taken
            for seat in self.seats
            for row in seat.settled
            if row.player == player
        )
        total += sum(mystery.amount for mystery in self.mysteries if mystery.player == player)
        total -= sum(fee.amount for fee in self.fees if fee.player == player)
        if self.bank_settled and self.bank_settled.player == player:
            total += self.bank_settled.collected - self.bank_settled.paid
        return total

    def own_clauses(self) -> list[str]:
        """The first clause behind the end of each of your own wagers."""
        rows = [*self.refunds, *(row for seat in self.seats for row in seat.settled)]
        return list(dict.fromkeys(row.clauses[0] for row in rows if row.player == self.you))

    # --- as text ---------------------------------------------------------------------------

    def rows(self, detail: bool) -> list[RenderableType]:
        """The statement; without detail, other players' seats take one or two rows each."""
        rows: list[RenderableType] = [self._heading(), self._dealer_row()]
        if self.refunds:
            rows.append(self._refund_row())
        for seat in self.seats:
            rows += self._seat_rows(seat, detail)
        return rows + self._closing_rows()

    def _heading(self) -> Text:
        facts = {"round": self.round, "direction": self.rules.settlement.direction}
        return display.styled(text("terminal.settled", **facts), "bold") + display.citation(
            self.order_clauses
        )

    def _dealer_row(self) -> Text:
        """The board and the dealer's hand, unless that stayed face down."""
        dealer = self.dealer
        board = f"{display.cards_text(self.board[:3])}  {display.cards_text(self.board[3:])}"
        row = f"{text('terminal.board')} {board}   {dealer_name(self.rules)} "
        if dealer is None:
            return display.styled(row + text("terminal.face_down"))
        row += f"{display.cards_text(dealer.cards)} {hand_text(dealer.hand, texts())}"
        not_qualified = "" if dealer.qualifies else f", {text('terminal.not_qualified')}"
        return display.styled(row) + display.styled(not_qualified, "yellow")

    def _refund_row(self) -> Text:
        seats = [text("terminal.refund", seat=r.seat, amount=r.returned) for r in self.refunds]
        sentence = text("terminal.antes_first", seats=seats)
        return display.styled(sentence) + display.citation(self.refunds[0].clauses)

    def _seat_rows(self, seat: SeatStatement, detail: bool) -> list[RenderableType]:
        own = seat.player == self.you
        result = text(f"terminal.result.{seat.result or 'folded'}")
        words = [display.cards_text(seat.cards)] if seat.cards else []
        words.append(f"{hand_text(seat.hand, texts())}, {result}" if seat.hand else result)
        row = display.styled(f"{seat.seat} ", "dim")
        row += display.styled(seat.player, "bold" if own else "")
        row += display.styled("".join(f"  {word}" for word in (*words, "")))
        row += display.signed(seat.net())
        if not detail and not own:
            wagers = display.joined(map(_short_row, seat.settled), " · ")
            return [row, Padding(wagers, (0, 0, 0, 2))]
        notes = [display.styled(f"    {note}", "dim") for note in seat.notes if detail]
        if seat.bank and detail:
            left = text("terminal.cover", **cover_facts(self.rules, seat.bank))
            notes.append(display.styled(f"    {left}", "dim magenta"))
        return [row, *map(_full_row, seat.settled), *notes]

    def _closing_rows(self) -> list[Text]:
        """The bank, the fees and the mystery."""
        rows = []
        if self.bank and self.bank_settled:
            rows.append(bank_text(self.rules, self.bank))
        for event in (self.bank_settled, *self.fees, *self.mysteries):
            row = announcement(event, self.you) if event else None
            rows += [row] if row else []
        return rows


def _wager_name(row: e.Settled) -> str:
    name = wager_text(row.wager)
    return text("terminal.from_seat", wager=name, seat=row.source) if row.source else name


def _remark(row: e.Settled) -> str:
    """What is unusual about how a wager ended."""
    back = row.outcome == "lose" and row.returned
    returned = [text("terminal.back", returned=row.returned)] if back else []
    return "; ".join(returned + remarks(row))


def _short_row(row: e.Settled) -> Text:
    """A wager with its gain or loss, or with its outcome if no money moved."""
    remark = _remark(row)
    moved = row.outcome not in ("push", "returned")
    change = display.signed(row.paid - row.taken)
    result = change if moved else display.styled(text(f"outcome_word.{row.outcome}"), "cyan")
    ending = display.styled(f", {remark}" if remark else "")
    clause = display.styled(f" {row.clauses[0]}", "dim")
    return display.styled(f"{_wager_name(row)} ") + result + ending + clause


def _full_row(row: e.Settled) -> Text:
    stake, outcome = display.plain(row.stake), text(f"outcome_word.{row.outcome}")
    change, remark = display.signed(row.paid - row.taken), _remark(row)
    return (
        display.styled(f"    {_wager_name(row):<16}{stake:>8}  {outcome:<9}")
        + display.styled(" " * max(0, 9 - len(change)))
        + change
        + display.styled(f"  {', '.join(row.clauses)}", "dim")
        + display.styled(f"  {remark}" if remark else "", "yellow")
    )
