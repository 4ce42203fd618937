"""A round's statement: every wager's end in the house's order, with its amounts and its clause."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from uth.cli.terminal import symbols as marks
from uth.cli.terminal.felt import bank_line, covered
from uth.core.cards import Card
from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.view import BankView, TableView

RESULTS = {"win": "wins", "lose": "loses", "tie": "pushes", "folded": "folded"}


@dataclass
class Block:
    """One seat's turn to be settled."""

    seat: int
    player: str
    cards: tuple[Card, ...] | None = None
    hand: str = ""
    result: str = ""
    rows: list[e.Settled] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    bank: BankView | None = None


@dataclass
class RoundStatement:
    """What was turned, settled, paid and collected in one round."""

    rules: Rulebook
    you: str
    round: int = 0
    board: tuple[Card, ...] = ()
    dealer: e.DealerTurned | None = None
    order: tuple[str, ...] = ()
    refunds: list[e.Settled] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    fees: list[e.FeeTaken] = field(default_factory=list)
    moments: list[e.MysteryWon] = field(default_factory=list)
    bank: BankView | None = None
    settled: e.BankSettled | None = None
    clauses: list[str] = field(default_factory=list)

    def hear(self, event: e.Event, table: TableView) -> None:
        """Take down whatever belongs to the round."""
        for clause in getattr(event, "clauses", ()):
            if clause not in self.clauses:
                self.clauses.append(clause)
        match event:
            case e.BetsClosed():
                self.round = event.round
            case e.FeeTaken():
                self.fees.append(event)
            case e.MysteryWon():
                self.moments.append(event)
            case e.DealerTurned():
                self.dealer, self.board = event, table.board
            case e.SettlementBegun():
                self.order = event.clauses
            case e.HandRanked():
                block = self._block(event.seat, event.player)
                block.hand, block.result = event.hand, RESULTS[event.result]
                seat = table.seats[event.seat - 1]
                block.cards = seat.cards if seat else None
            case e.DealerCall() if table.phase == "settling" and event.seat and event.text:
                seat = table.seats[event.seat - 1]
                note = f"{event.text} ({event.clauses[0]})"
                self._block(event.seat, seat.player if seat else "").notes.append(note)
            case e.Settled():
                self._settle(event, table)
            case e.BankSettled():
                self.settled, self.bank = event, table.bank
            case _:
                pass

    def _block(self, seat: int, player: str) -> Block:
        if not self.blocks or self.blocks[-1].seat != seat:
            self.blocks.append(Block(seat, player))
        return self.blocks[-1]

    def _settle(self, row: e.Settled, table: TableView) -> None:
        first = self.rules.settlement.antes_first and self.dealer and not self.dealer.qualifies
        if first and row.wager == "ante" and row.outcome == "push":
            self.refunds.append(row)
            return
        block = self._block(row.seat, row.player)
        block.rows.append(row)
        seat = table.seats[row.seat - 1]
        block.cards = seat.cards if seat else block.cards
        if table.bank.seat:
            block.bank = table.bank

    def net(self, player: str) -> Cents:
        """What the round brought a player: wagers, bank, mystery and fee together."""
        rows = [row for block in self.blocks for row in block.rows if row.player == player]
        total = sum(row.paid - row.taken for row in rows)
        total += sum(won.amount for won in self.moments if won.player == player)
        total -= sum(fee.amount for fee in self.fees if fee.player == player)
        if self.settled and self.settled.player == player:
            total += self.settled.collected - self.settled.paid
        return total

    def lines(self, detail: bool) -> list[RenderableType]:
        """The statement; without detail other seats take a line or two each."""
        assert self.dealer is not None, "a statement is of a round that was dealt"
        found: list[RenderableType] = [self._heading(), self._dealer_line()]
        if self.refunds:
            found.append(self._refund_line())
        for block in self.blocks:
            found += self._block_lines(block, detail)
        return found + self._closing()

    def _heading(self) -> Text:
        way = self.rules.settlement.direction.replace("-", " ").replace(
            "from banker", "from the player-dealer’s left"
        )
        return marks.ink(f"Round {self.round}, settled {way}", "bold") + marks.cited(self.order)

    def _dealer_line(self) -> Text:
        assert self.dealer is not None
        who = "Player-dealer " if self.rules.player_dealer else "Dealer "
        line = (
            marks.ink("Board ") + marks.cards(self.board[:3]) + "  " + marks.cards(self.board[3:])
        )
        line += marks.ink(f"   {who}") + marks.cards(self.dealer.cards) + f" {self.dealer.hand}"
        return line if self.dealer.qualifies else line + marks.ink(", does not play", "yellow")

    def _refund_line(self) -> Text:
        seats = ", ".join(f"seat {row.seat} {marks.money(row.returned)}" for row in self.refunds)
        line = marks.ink(f"Antes go back first: {seats}")
        return line + marks.cited(self.refunds[0].clauses)

    def _block_lines(self, block: Block, detail: bool) -> list[RenderableType]:
        line = marks.ink(f"{block.seat} ", "dim")
        line += marks.ink(block.player, "bold" if block.player == self.you else "")
        if block.cards:
            line += marks.ink("  ") + marks.cards(block.cards)
        line += f"  {block.hand}, {block.result}" if block.hand else "  folded"
        line += marks.ink("  ") + marks.signed(sum(row.paid - row.taken for row in block.rows))
        own = block.player == self.you
        if not detail and not own:
            inline = marks.row(map(_short_row, block.rows), marks.ink(" · ", "dim"))
            return [line, Padding(inline, (0, 0, 0, 2))]
        notes = [marks.ink(f"    {note}", "dim") for note in block.notes if detail]
        if block.bank and detail:
            cover = covered(self.rules, block.bank)
            pay, collect = cover.left_to_pay(), cover.left_to_collect()
            left = f"    the bank still covers {marks.money(pay)} to pay and "
            notes.append(marks.ink(f"{left}{marks.money(collect)} to collect", "dim magenta"))
        return [line, *(_full_row(row) for row in block.rows), *notes]

    def _closing(self) -> list[Text]:
        lines = []
        if self.bank and self.settled:
            lines.append(bank_line(self.rules, self.bank))
            paid, collected = self.settled.paid, self.settled.collected
            lines.append(
                marks.ink(
                    f"● {self.settled.player}: the bank paid {marks.money(paid)} and collected "
                    f"{marks.money(collected)}; {marks.money(self.settled.amount)} goes back",
                    "magenta",
                )
                + marks.cited(self.settled.clauses)
            )
        for fee in self.fees:
            text = f"Collection {marks.money(fee.amount)} from {self._who(fee.player)}, dropped"
            lines.append(marks.cite_into(text, fee.clauses))
        for won in self.moments:
            text = f"★ Mystery: seat {won.seat} won ${marks.exact(won.amount)}"
            lines.append(marks.cite_into(text, won.clauses, "bright_yellow"))
        return lines

    def _who(self, player: str) -> str:
        return "you" if player == self.you else player

    def own_clauses(self) -> list[str]:
        """The first clause behind each of your own wagers' ends."""
        own = [*self.refunds, *(row for block in self.blocks for row in block.rows)]
        return list(dict.fromkeys(row.clauses[0] for row in own if row.player == self.you))


def _name(row: e.Settled) -> str:
    name = marks.NAMES[row.wager]
    return f"{name}, seat {row.source}" if row.source else name


def _ending(row: e.Settled) -> Text:
    """The change, or the word where nothing changes hands."""
    if row.outcome in ("push", "returned"):
        return marks.ink(row.outcome, "cyan")
    return marks.signed(row.paid - row.taken)


def _remark(row: e.Settled) -> str:
    """What is out of the ordinary about an ending."""
    remarks = []
    if row.outcome == "lose" and row.returned:
        remarks.append(f"{marks.plain(row.returned)} back")
    if row.short:
        remarks.append(f"{marks.plain(row.short)} short by {row.short_by}")
    if row.rest:
        remarks.append(f"{row.rest} cent rounded down")
    if row.approval:
        remarks.append("approved by the floor")
    return "; ".join(remarks)


def _short_row(row: e.Settled) -> Text:
    remark = _remark(row)
    line = marks.ink(f"{_name(row)} ") + _ending(row)
    return line + (f", {remark}" if remark else "") + marks.ink(f" {row.clauses[0]}", "dim")


def _full_row(row: e.Settled) -> Text:
    line = marks.ink(f"    {_name(row):<16}{marks.plain(row.stake):>8}  {row.outcome:<9}")
    change = marks.signed(row.paid - row.taken)
    line += marks.ink(" " * max(0, 9 - len(change))) + change
    line += marks.ink(f"  {', '.join(row.clauses)}", "dim")
    remark = _remark(row)
    return line + (marks.ink(f"  {remark}", "yellow") if remark else "")
