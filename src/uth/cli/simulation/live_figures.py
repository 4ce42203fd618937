"""The figures of a simulation as they converge: in the terminal, and as JSON."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from uth.cli.language import text, wager_text
from uth.cli.render.console import print_table

if TYPE_CHECKING:
    from uth.compute.chunks import ChunkRun
    from uth.exact.simulation.totals import Figures, MeanEstimate

Z95 = 1.959963984540054
REFRESH = 8

Show = Callable[["Figures", "ChunkRun[Any]"], None]


def estimate_json(estimate: MeanEstimate) -> dict[str, float]:
    return {"mean": estimate.mean, "stderr": estimate.stderr}


def figures_json(figures: Figures) -> dict[str, Any]:
    """Means in antes, a bonus wager's in its own stake; `net` is the base game."""
    table = figures.table
    wagers = {name: estimate_json(one) for name, one in figures.wagers.items()}
    base = {name: wagers.pop(name) for name in ("ante", "play", "blind")}
    answer: dict[str, Any] = {
        "net": estimate_json(figures.net),
        "wagers": wagers,
        "actions": figures.actions,
        "base": base,
    }
    if table.house.player_dealer:
        answer["bank"] = {
            "amount_cents": table.bank,
            **estimate_json(figures.bank),
            "short_rounds": figures.short,
            "uncovered": figures.uncovered,
        }
        answer["collection_cents"] = {"player": table.player_fee, "banker": table.banker_fee}
    if figures.totals.meters:
        answer["meters"] = {
            "jackpots": figures.totals.jackpots,
            "mysteries": figures.totals.mysteries,
            "main_cents": figures.totals.meters.main / 10_000,
        }
    return answer


def figure_rows(figures: Figures, exact: float | None = None) -> Iterator[list[str]]:
    """Name, mean, half of the 95 % interval, and the exact mean if it is known."""
    yield _row(text("simulate.net"), figures.net, exact)
    for name, estimate in figures.wagers.items():
        label = text("simulate.mystery") if name == "mystery" else wager_text(name)
        yield _row(label, estimate, None)
    if figures.table.house.player_dealer:
        yield _row(text("simulate.bank"), figures.bank, None)


def _row(name: str, estimate: MeanEstimate, exact: float | None) -> list[str]:
    half = Z95 * estimate.stderr
    known = "" if exact is None else f"{exact * 100:+.4f} %"
    return [name, f"{estimate.mean * 100:+.4f} %", f"± {half * 100:.4f} %", known]


def action_text(figures: Figures) -> str:
    shares = (f"{name} {share * 100:.2f} %" for name, share in figures.actions.items())
    return "   ".join(shares)


def print_figures(figures: Figures, seconds: float, exact: float | None) -> None:
    rows = list(figure_rows(figures, exact))
    print_table(text("simulate.columns"), rows, amounts=(1, 2, 3))
    print(action_text(figures))
    rate = round(figures.hands / seconds) if seconds else 0
    print(text("simulate.rate", hands=figures.hands, seconds=f"{seconds:.1f}", rate=f"{rate:,}"))


@contextmanager
def live_figures(exact: float | None = None) -> Iterator[Show]:
    """Shows figures on standard error as they come, if it is a terminal."""
    console = Console(stderr=True, markup=False, highlight=False, emoji=False)
    if not console.is_terminal:
        yield lambda _figures, _run: None
        return
    started = time.monotonic()
    with Live(console=console, transient=True, refresh_per_second=REFRESH) as live:

        def show(figures: Figures, run: ChunkRun[Any]) -> None:
            table = Table()
            for name in text("simulate.columns").split("|"):
                table.add_column(name)
            for row in figure_rows(figures, exact):
                table.add_row(*row)
            rate = figures.hands / max(1e-9, time.monotonic() - started)
            facts = {"hands": figures.hands, "done": run.done, "chunks": run.chunks}
            below = text("simulate.progress", **facts, rate=f"{rate:,.0f}")
            live.update(Group(table, Text(action_text(figures)), Text(below)))

        yield show
