"""The statement of a round: how every wager ended, in the house's order, with its clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from uth.cli.terminal import display
from uth.cli.terminal.felt import bank_cover, bank_text
from uth.core.cards import Card
from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.view import BankView, TableView

RESULTS = {"win": "wins", "lose": "loses", "tie": "pushes", "folded": "folded"}


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
            case e.SettlementBegun():
                self.order_clauses = event.clauses
            case e.HandRanked():
                statement = self._seat(event.seat, event.player)
                statement.hand, statement.result = event.hand, RESULTS[event.result]
                seat = table.seats[event.seat - 1]
                statement.cards = seat.cards if seat else None
            case e.DealerCall() if table.phase == "settling" and event.seat and event.text:
                seat = table.seats[event.seat - 1]
                note = f"{event.text} ({event.clauses[0]})"
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
        assert self.dealer is not None, "a statement is of a round that was dealt"
        rows: list[RenderableType] = [self._heading(), self._dealer_row(self.dealer)]
        if self.refunds:
            rows.append(self._refund_row())
        for seat in self.seats:
            rows += self._seat_rows(seat, detail)
        return rows + self._closing_rows()

    def _heading(self) -> Text:
        direction = self.rules.settlement.direction.replace("-", " ").replace(
            "from banker", "from the player-dealer’s left"
        )
        text = display.styled(f"Round {self.round}, settled {direction}", "bold")
        return text + display.citation(self.order_clauses)

    def _dealer_row(self, dealer: e.DealerTurned) -> Text:
        name = "Player-dealer " if self.rules.player_dealer else "Dealer "
        text = display.styled("Board ") + display.cards(self.board[:3]) + "  "
        text += display.cards(self.board[3:])
        text += display.styled(f"   {name}") + display.cards(dealer.cards) + f" {dealer.hand}"
        return text if dealer.qualifies else text + display.styled(", does not qualify", "yellow")

    def _refund_row(self) -> Text:
        seats = ", ".join(f"seat {row.seat} {display.money(row.returned)}" for row in self.refunds)
        text = display.styled(f"Antes go back first: {seats}")
        return text + display.citation(self.refunds[0].clauses)

    def _seat_rows(self, seat: SeatStatement, detail: bool) -> list[RenderableType]:
        own = seat.player == self.you
        text = display.styled(f"{seat.seat} ", "dim")
        text += display.styled(seat.player, "bold" if own else "")
        if seat.cards:
            text += display.styled("  ") + display.cards(seat.cards)
        text += f"  {seat.hand}, {seat.result}" if seat.hand else "  folded"
        text += display.styled("  ") + display.signed(seat.net())
        if not detail and not own:
            wagers = display.joined(map(_short_row, seat.settled), display.styled(" · ", "dim"))
            return [text, Padding(wagers, (0, 0, 0, 2))]
        notes = [display.styled(f"    {note}", "dim") for note in seat.notes if detail]
        if seat.bank and detail:
            cover = bank_cover(self.rules, seat.bank)
            pay, collect = map(display.money, (cover.left_to_pay(), cover.left_to_collect()))
            left = f"    the bank still covers {pay} to pay and {collect} to collect"
            notes.append(display.styled(left, "dim magenta"))
        return [text, *(_full_row(row) for row in seat.settled), *notes]

    def _closing_rows(self) -> list[Text]:
        """The bank, the fees and the mystery."""
        rows = []
        if self.bank and self.bank_settled:
            rows.append(bank_text(self.rules, self.bank))
            settled = self.bank_settled
            paid, collected = display.money(settled.paid), display.money(settled.collected)
            text = (
                f"● {settled.player}: the bank paid {paid} and collected {collected}; "
                f"{display.money(settled.amount)} goes back"
            )
            rows.append(display.styled(text, "magenta") + display.citation(settled.clauses))
        for fee in self.fees:
            payer = "you" if fee.player == self.you else fee.player
            text = f"Collection {display.money(fee.amount)} from {payer}, dropped"
            rows.append(display.styled(text) + display.citation(fee.clauses))
        for mystery in self.mysteries:
            text = f"★ Mystery: seat {mystery.seat} won ${display.exact(mystery.amount)}"
            rows.append(display.styled(text, "bright_yellow") + display.citation(mystery.clauses))
        return rows


def _wager_name(row: e.Settled) -> str:
    name = display.WAGER_NAMES[row.wager]
    return f"{name}, seat {row.source}" if row.source else name


def _change(row: e.Settled) -> Text:
    """The gain or loss, or the outcome if no money moved."""
    if row.outcome in ("push", "returned"):
        return display.styled(row.outcome, "cyan")
    return display.signed(row.paid - row.taken)


def _remark(row: e.Settled) -> str:
    """What is unusual about how a wager ended."""
    remarks = []
    if row.outcome == "lose" and row.returned:
        remarks.append(f"{display.plain(row.returned)} back")
    if row.short:
        remarks.append(f"{display.plain(row.short)} short by {row.short_by}")
    if row.rest:
        remarks.append(f"{row.rest} cent rounded down")
    if row.approval:
        remarks.append("approved by the floor")
    return "; ".join(remarks)


def _short_row(row: e.Settled) -> Text:
    remark = _remark(row)
    text = display.styled(f"{_wager_name(row)} ") + _change(row)
    return text + (f", {remark}" if remark else "") + display.styled(f" {row.clauses[0]}", "dim")


def _full_row(row: e.Settled) -> Text:
    stake = display.plain(row.stake)
    text = display.styled(f"    {_wager_name(row):<16}{stake:>8}  {row.outcome:<9}")
    change = display.signed(row.paid - row.taken)
    text += display.styled(" " * max(0, 9 - len(change))) + change
    text += display.styled(f"  {', '.join(row.clauses)}", "dim")
    remark = _remark(row)
    return text + (display.styled(f"  {remark}", "yellow") if remark else "")
