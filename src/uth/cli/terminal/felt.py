"""The felt: six places in order, the dealer or player-dealer, the board, chips and wagers."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from uth.cli.terminal import symbols as marks
from uth.cli.terminal.croupier import ShownMeters
from uth.rulebook.model import Rulebook
from uth.table.coverage import Cover
from uth.table.view import BankView, SeatView, TableView
from uth.table.wagers import offered

WIDE = 108
"""From this width on the circles bear their whole names."""
PHASES = {
    "betting": "place your bets",
    "closed": "no more bets",
    "preflop": "before the flop",
    "flop": "the flop",
    "river": "turn and river",
    "settling": "settlement",
}


def circles(rules: Rulebook) -> list[str]:
    """The wagers of the layout, in the order the house's cloth has them."""
    by_label = {marks.NAMES[name].lower(): name for name in marks.NAMES}
    by_label["five card progressive"] = "progressive"
    found = [by_label[label.lower()] for label in rules.layout.circles if label.lower() in by_label]
    return found + [
        name
        for name in marks.NAMES
        if name not in found and (name == "play" or offered(rules, name))
    ]


def felt(
    rules: Rulebook, table: TableView, you: str, meters: ShownMeters | None, width: int
) -> RenderableType:
    """The whole table as the viewer sees it."""
    lines: list[RenderableType] = []
    if rules.layout.inscription:
        lines.append(Text(rules.layout.inscription, "italic green", justify="center"))
    lines += [_middle(rules, table), Text(), _places(rules, table, you, width >= WIDE)]
    lines += _below(rules, table, meters)
    limits = f"{marks.money(table.minimum)} to {marks.money(table.maximum)}"
    drop_box = f" · drop box {marks.money(table.drop_box)}" if table.drop_box else ""
    title = f" {rules.name} · round {table.round} · {PHASES[table.phase]} "
    return Panel(
        Group(*lines),
        title=marks.ink(title, "bold"),
        subtitle=marks.ink(f" {limits} · {table.colour} deck{drop_box} ", "dim"),
        box=box.ROUNDED,
        border_style="green",
        width=min(width, 120),
        padding=(0, 1),
    )


def _dealt(table: TableView) -> bool:
    return any(seat is not None and seat.dealt for seat in table.seats)


def _middle(rules: Rulebook, table: TableView) -> Text:
    dealt = _dealt(table)
    dealer = marks.ink("Player-dealer " if rules.player_dealer else "Dealer ")
    if table.dealer is not None:
        dealer += marks.cards(table.dealer)
    else:
        dealer += marks.backs(2, table.colour) if dealt else marks.ink("·· ··", "dim")
    lying = dealt and rules.dealing.procedure != "hand-held"
    middle = dealer + "      Board " + marks.board(table.board, lying, table.colour)
    middle.justify = "center"
    return middle


def _places(rules: Rulebook, table: TableView, you: str, wide: bool) -> Grid:
    names = marks.NAMES if wide else marks.SHORT
    grid = Grid(box=None, padding=(0, 1, 0, 0), expand=True, header_style="dim")
    grid.add_column("", width=2, no_wrap=True)
    grid.add_column("", min_width=6, no_wrap=True, ratio=1)
    grid.add_column("", width=5, no_wrap=True)
    layout = circles(rules)
    for name in layout:
        grid.add_column(names[name], justify="right", no_wrap=True)
    grid.add_column("", width=6, no_wrap=True)
    grid.add_column("chips", justify="right", no_wrap=True, min_width=8)
    for number, seat in enumerate(table.seats, 1):
        if seat is None:
            grid.add_row(f" {number}", marks.ink("open", "dim"))
        else:
            _place(grid, table, seat, layout, seat.player == you)
    return grid


def _place(grid: Grid, table: TableView, seat: SeatView, layout: list[str], yours: bool) -> None:
    banks = table.bank.seat == seat.seat
    mark = "●" if banks else "▸" if seat.to_act or table.bank.offered == seat.seat else " "
    if seat.cards is not None:
        hand = marks.cards(seat.cards)
    elif seat.dealt:
        hand = marks.backs(2, table.colour)
    else:
        hand = Text()
    staked = {**seat.wagers, "play": seat.play}
    amounts = [
        marks.ink(marks.plain(staked[name]), "yellow")
        if staked.get(name)
        else marks.ink("·", "dim")
        for name in layout
    ]
    grid.add_row(
        f"{mark}{seat.seat}",
        marks.ink(seat.player, "bold bright_green" if yours else ""),
        hand,
        *amounts,
        _state(table, seat, banks),
        marks.ink(marks.exact(seat.chips)),
    )


def _state(table: TableView, seat: SeatView, banks: bool) -> Text:
    if banks:
        return marks.ink("bank", "bold magenta")
    if seat.multiple == 0:
        return marks.ink("fold", "dim")
    if seat.multiple:
        return marks.ink(f"{seat.multiple}x", "bold")
    if seat.dealt and not seat.to_act:
        return marks.ink("check")
    if not seat.wagers and table.phase != "betting":
        return marks.ink("out", "dim")
    return Text()


def _below(rules: Rulebook, table: TableView, meters: ShownMeters | None) -> list[RenderableType]:
    lines: list[RenderableType] = []
    if table.bank.seat:
        lines.append(bank_line(rules, table.bank))
    if meters:
        lines.append(meter_line(meters))
    return lines


def covered(rules: Rulebook, bank: BankView) -> Cover:
    """How far the bank still reaches, in the house's reading of it (Q-1)."""
    cover = Cover(bank.amount, rules.bank.coverage)
    cover.paid, cover.collected = bank.paid, bank.collected
    return cover


def bank_line(rules: Rulebook, bank: BankView) -> Text:
    cover = covered(rules, bank)
    return marks.ink(
        f"● Bank {marks.money(bank.amount)}, {rules.bank.coverage} cover: "
        f"{marks.money(cover.left_to_pay())} left to pay, "
        f"{marks.money(cover.left_to_collect())} left to collect",
        "magenta",
    )


def meter_line(meters: ShownMeters) -> Text:
    return marks.ink(
        f"★ Progressive ${marks.exact(meters.main)} · Mystery ${marks.exact(meters.mystery)}, "
        f"must hit by {marks.money(meters.must_hit_by)}",
        "bright_yellow",
    )
