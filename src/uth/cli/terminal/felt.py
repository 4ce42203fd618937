"""The felt: six seats in order, the dealer or player-dealer, the board, chips and wagers."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from uth.cli.terminal import display
from uth.cli.terminal.croupier import ShownMeters
from uth.rulebook.model import Rulebook
from uth.table.coverage import Cover
from uth.table.view import BankView, SeatView, TableView
from uth.table.wagers import offered

WIDE = 108
"""The width from which wagers are headed by their full names."""
MAX_WIDTH = 120
PHASES = {
    "betting": "place your bets",
    "closed": "no more bets",
    "preflop": "before the flop",
    "flop": "the flop",
    "river": "turn and river",
    "settling": "settlement",
}


def layout_wagers(rules: Rulebook) -> list[str]:
    """The wagers in the order of the circles on the house's layout."""
    by_label = {label.lower(): name for name, label in display.WAGER_NAMES.items()}
    by_label["five card progressive"] = "progressive"
    labels = [label.lower() for label in rules.layout.circles]
    wagers = [by_label[label] for label in labels if label in by_label]
    return wagers + [
        name
        for name in display.WAGER_NAMES
        if name not in wagers and (name == "play" or offered(rules, name))
    ]


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
    if meters:
        rows.append(meter_text(meters))
    limits = f"{display.money(table.minimum)} to {display.money(table.maximum)}"
    drop_box = f" · drop box {display.money(table.drop_box)}" if table.drop_box else ""
    title = f" {rules.name} · round {table.round} · {PHASES[table.phase]} "
    return Panel(
        Group(*rows),
        title=display.styled(title, "bold"),
        subtitle=display.styled(f" {limits} · {table.colour} deck{drop_box} ", "dim"),
        box=box.ROUNDED,
        border_style="green",
        width=min(width, MAX_WIDTH),
        padding=(0, 1),
    )


def _dealer_and_board(rules: Rulebook, table: TableView) -> Text:
    dealt = any(seat is not None and seat.dealt for seat in table.seats)
    text = display.styled("Player-dealer " if rules.player_dealer else "Dealer ")
    if table.dealer is not None:
        text += display.cards(table.dealer)
    else:
        text += display.backs(2, table.colour) if dealt else display.styled("·· ··", "dim")
    face_down = dealt and rules.dealing.procedure != "hand-held"
    text = text + "      Board " + display.board(table.board, face_down, table.colour)
    text.justify = "center"
    return text


def _seats(rules: Rulebook, table: TableView, you: str, wide: bool) -> Grid:
    names = display.WAGER_NAMES if wide else display.SHORT_WAGER_NAMES
    grid = Grid(box=None, padding=(0, 1, 0, 0), expand=True, header_style="dim")
    grid.add_column("", width=2, no_wrap=True)
    grid.add_column("", min_width=6, no_wrap=True, ratio=1)
    grid.add_column("", width=5, no_wrap=True)
    wagers = layout_wagers(rules)
    for name in wagers:
        grid.add_column(names[name], justify="right", no_wrap=True)
    grid.add_column("", width=6, no_wrap=True)
    grid.add_column("chips", justify="right", no_wrap=True, min_width=8)
    for number, seat in enumerate(table.seats, 1):
        if seat is None:
            grid.add_row(f" {number}", display.styled("open", "dim"))
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
        return display.styled("bank", "bold magenta")
    if seat.multiple == 0:
        return display.styled("fold", "dim")
    if seat.multiple:
        return display.styled(f"{seat.multiple}x", "bold")
    if seat.dealt and not seat.to_act:
        return display.styled("check")
    if not seat.wagers and table.phase != "betting":
        return display.styled("out", "dim")
    return Text()


def bank_cover(rules: Rulebook, bank: BankView) -> Cover:
    """What the bank still covers, as the house reads coverage (Q-1)."""
    cover = Cover(bank.amount, rules.bank.coverage)
    cover.paid, cover.collected = bank.paid, bank.collected
    return cover


def bank_text(rules: Rulebook, bank: BankView) -> Text:
    cover = bank_cover(rules, bank)
    return display.styled(
        f"● Bank {display.money(bank.amount)}, {rules.bank.coverage} cover: "
        f"{display.money(cover.left_to_pay())} left to pay, "
        f"{display.money(cover.left_to_collect())} left to collect",
        "magenta",
    )


def meter_text(meters: ShownMeters) -> Text:
    main, mystery = display.exact(meters.main), display.exact(meters.mystery)
    return display.styled(
        f"★ Progressive ${main} · Mystery ${mystery}, "
        f"must hit by {display.money(meters.must_hit_by)}",
        "bright_yellow",
    )
