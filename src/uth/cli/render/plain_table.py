"""A small table as `console.print_table` draws it, without the time that loading rich takes."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

BOLD, PLAIN = "\x1b[1m", "\x1b[0m"
HEAD, BODY = "┃", "│"


def print_plain_table(columns: str, rows: Sequence[Sequence[str]], marked: int) -> None:
    """Print rows under headings such as `hand|pays`; the marked row is bold on a terminal."""
    names = columns.split("|")
    widths = [max(map(len, cells)) for cells in zip(names, *rows, strict=True)]
    terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    width = sum(widths) + 3 * len(widths) + 1
    drawn = (sys.stdout.encoding or "").lower().startswith("utf")
    if not drawn or (terminal and os.get_terminal_size().columns < width):
        from uth.cli.render.console import print_table

        print_table(columns, rows)
        return
    lines = [_rule("┏┳┓", "━", widths), _row(names, widths, HEAD, bold=terminal)]
    lines.append(_rule("┡╇┩", "━", widths))
    for number, row in enumerate(rows):
        lines.append(_row(row, widths, BODY, bold=terminal and number == marked))
    lines.append(_rule("└┴┘", "─", widths))
    print(*lines, sep="\n")


def _rule(corners: str, stroke: str, widths: Iterable[int]) -> str:
    return corners[0] + corners[1].join(stroke * (width + 2) for width in widths) + corners[2]


def _row(cells: Iterable[str], widths: Iterable[int], bar: str, *, bold: bool) -> str:
    padded = [f" {cell.ljust(width)} " for cell, width in zip(cells, widths, strict=True)]
    shown = [f"{BOLD}{cell}{PLAIN}" for cell in padded] if bold else padded
    return bar + bar.join(shown) + bar
