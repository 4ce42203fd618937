"""The felt: six seats in order, the dealer or player-dealer, the board, chips and wagers."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from uth.cli.language import house_name, language, text, texts, wager_text
from uth.cli.terminal import display
from uth.cli.terminal.croupier import ShownMeters
from uth.core.money import Cents
from uth.reports.assumptions import assumption_facts
from uth.rulebook.model import Rulebook
from uth.rulebook.procedures import PROCEDURES
from uth.table.settling.cover import Cover
from uth.table.settling.seat_cover import seat_covers
from uth.table.view import BankView, SeatView, TableView
from uth.table.wagers import by_circle, offered_wagers

WIDE = 108
"""The width from which wagers are headed by their full names."""
MAX_WIDTH = 120


def layout_wagers(rules: Rulebook) -> list[str]:
    """The wagers in the order of the circles on the house's layout."""
    printed = [wager.name for circle in rules.layout.circles if (wager := by_circle(circle))]
    offered = [wager.name for wager in offered_wagers(rules) if wager.circle]
    return list(dict.fromkeys(printed + offered))


def draw_felt(
    rules: Rulebook, table: TableView, you: str, meters: ShownMeters | None, width: int
) -> RenderableType:
    """The whole table as the viewer sees it."""
    rows: list[RenderableType] = []
    if rules.layout.inscription:
        rows.append(Text(rules.layout.inscription, "italic green", justify="center"))
    rows += [_dealer_and_board(rules, table), Text(), _seats(rules, table, you, width >= WIDE)]
    if table.bank.seat:
        rows.append(bank_text(rules, table.bank))
    if (covered := seat_cover_text(rules, table, you)) is not None:
        rows.append(covered)
    if meters:
        rows.append(meter_text(meters))
    rows += [
        Text(text("assumption.line", reading=fact.id, text=fact.text), "dim italic")
        for fact in assumption_facts(rules, language())
    ]
    title = text("terminal.title", house=house_name(rules), round=table.round, phase=table.phase)
    facts = {"minimum": table.minimum, "maximum": table.maximum, "colour": table.colour}
    below = text("terminal.limits", **facts)
    if table.rack.cards:
        below += text("terminal.rack", cards=table.rack.cards, colour=table.rack.colour)
    if table.shuffler != "main":
        below += text("terminal.shuffler", shuffler=table.shuffler)
    if table.drop_box:
        below += text("terminal.drop_box", amount=table.drop_box)
    return Panel(
        Group(*rows),
        title=display.styled(f" {title} ", "bold"),
        subtitle=display.styled(f" {below} ", "dim"),
        box=box.ROUNDED,
        border_style="green",
        width=min(width, MAX_WIDTH),
        padding=(0, 1),
    )


def _dealer_and_board(rules: Rulebook, table: TableView) -> Text:
    dealt = any(seat is not None and seat.dealt for seat in table.seats)
    row = display.styled(f"{dealer_name(rules)} ")
    if table.dealer is not None:
        row += display.cards(table.dealer)
    else:
        row += display.backs(2, table.colour) if dealt else display.styled("·· ··", "dim")
    face_down = dealt and not PROCEDURES[rules.dealing.procedure].board_in_hand
    row = row + f"      {text('terminal.board')} "
    row += display.board(table.board, face_down, table.colour)
    row.justify = "center"
    return row


def dealer_name(rules: Rulebook) -> str:
    return text("terminal.player_dealer" if rules.player_dealer else "terminal.dealer")


def _seats(rules: Rulebook, table: TableView, you: str, wide: bool) -> Grid:
    grid = Grid(box=None, padding=(0, 1, 0, 0), expand=True, header_style="dim")
    grid.add_column("", width=2, no_wrap=True)
    grid.add_column("", min_width=6, no_wrap=True, ratio=1)
    grid.add_column("", width=5, no_wrap=True)
    wagers = layout_wagers(rules)
    for name in wagers:
        short = texts().first(f"wager_short.{name}", f"wager.{name}")
        grid.add_column(wager_text(name) if wide else short, justify="right", no_wrap=True)
    grid.add_column("", width=6, no_wrap=True)
    grid.add_column(text("terminal.chips"), justify="right", no_wrap=True, min_width=8)
    for number, seat in enumerate(table.seats, 1):
        if seat is None:
            grid.add_row(f" {number}", display.styled(text("terminal.open_seat"), "dim"))
        else:
            grid.add_row(*_seat_cells(table, seat, wagers, seat.player == you))
    return grid


def _seat_cells(
    table: TableView, seat: SeatView, wagers: list[str], yours: bool
) -> list[str | Text]:
    banks = table.bank.seat == seat.seat
    to_act = seat.to_act or table.bank.offered == seat.seat
    marker = "●" if banks else "▸" if to_act else " "
    if seat.cards is not None:
        hand = display.cards(seat.cards)
    elif seat.dealt:
        hand = display.backs(2, table.colour)
    else:
        hand = Text()
    stakes = {**seat.wagers, "play": seat.play}
    amounts = [
        display.styled(display.plain(stakes[name]), "yellow")
        if stakes.get(name)
        else display.styled("·", "dim")
        for name in wagers
    ]
    return [
        f"{marker}{seat.seat}",
        display.styled(seat.player, "bold bright_green" if yours else ""),
        hand,
        *amounts,
        _seat_state(table, seat, banks),
        display.styled(display.exact(seat.chips)),
    ]


def _seat_state(table: TableView, seat: SeatView, banks: bool) -> Text:
    if banks:
        return display.styled(text("terminal.state.bank"), "bold magenta")
    if seat.multiple == 0:
        return display.styled(text("terminal.state.fold"), "dim")
    if seat.multiple:
        return display.styled(f"{seat.multiple}x", "bold")
    if seat.dealt and not seat.to_act:
        return display.styled(text("terminal.state.check"))
    if not seat.wagers and table.phase != "betting":
        return display.styled(text("terminal.state.out"), "dim")
    return Text()


def cover_facts(rules: Rulebook, bank: BankView) -> dict[str, Cents]:
    """What the bank still covers, as the house reads coverage (Q-1)."""
    cover = Cover(bank.amount, rules.bank.coverage)
    cover.paid, cover.collected = bank.paid, bank.collected
    return {"pay": cover.left_to_pay(), "collect": cover.left_to_collect()}


def bank_text(rules: Rulebook, bank: BankView) -> Text:
    sentence = text(
        "terminal.bank",
        amount=bank.amount,
        coverage=rules.bank.coverage,
        **cover_facts(rules, bank),
    )
    return display.styled(sentence, "magenta")


def seat_cover_text(rules: Rulebook, table: TableView, you: str) -> Text | None:
    """How much of your wagers the bank will cover, while they may still be changed."""
    if table.phase != "betting" or not table.bank.seat:
        return None
    seats = [seat for seat in table.seats if seat is not None and seat.wagers]
    spots = {
        seat.seat: [seat.wagers, *(backing.wagers for backing in seat.back_line)] for seat in seats
    }
    own = {seat.seat for seat in seats if seat.player == you}
    for cover in seat_covers(rules, table.bank.seat, table.bank.amount, spots):
        if cover.seat in own:
            kind = "whole" if cover.worst == cover.staked else "part"
            facts = {"worst": cover.worst, "best": cover.best, "staked": cover.staked}
            return display.styled(text(f"terminal.covered.{kind}", **facts), "magenta")
    return None


def meter_text(meters: ShownMeters) -> Text:
    sentence = text(
        "terminal.meters",
        main=display.exact(meters["main"]),
        mystery=display.exact(meters["mystery"]),
        must_hit_by=meters["must_hit_by"],
    )
    return display.styled(sentence, "bright_yellow")
