"""A console that stays wide enough where the output is not a terminal."""

from __future__ import annotations

from rich.console import Console

MIN_WIDTH = 110
"""Columns for pipes and files."""


def wide_console() -> Console:
    console = Console(markup=False, highlight=False, emoji=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = max(console.width, MIN_WIDTH)
    return console
