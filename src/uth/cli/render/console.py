"""Tables for people; they stay wide enough where the output is not a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

MIN_WIDTH = 110
"""Columns for pipes and files."""

Rows = Iterable[Sequence[str | Text]]


def print_table(
    columns: str,
    rows: Rows,
    title: str = "",
    *,
    lines: bool = True,
    amounts: Sequence[int] = (),
    whole: Sequence[int] = (),
) -> None:
    """Print rows under headings such as `hand|pays`; `amounts` and `whole` are columns.

    Amounts stand on the right, and what is whole never wraps.
    """
    looks = box.HEAVY_HEAD if lines else None
    table = Table(title=title or None, box=looks, show_header=bool(columns))
    for number, name in enumerate(columns.split("|") if columns else ()):
        side: Literal["left", "right"] = "right" if number in amounts else "left"
        table.add_column(name, justify=side, no_wrap=number in whole)
    for row in rows:
        table.add_row(*row)
    console = Console(markup=False, highlight=False, emoji=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = max(console.width, MIN_WIDTH)
    console.print(table)
