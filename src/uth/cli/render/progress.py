"""A progress bar on standard error, for work that takes more than a second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from uth.cli.language import text
from uth.exact.progress import Report

if TYPE_CHECKING:
    from uth.exact.compilation import Task

DELAY = 1.0
"""Seconds before the bar appears."""


@contextmanager
def solver_progress(counted: str, *tasks: Task) -> Iterator[Report]:
    """A progress bar for tasks of the solver; a notice says so if it must be compiled first."""
    from uth.exact.compilation import needs_compiling

    if needs_compiling(*tasks):
        click.echo(text("compile.notice"), err=True)
    with progress_bar(counted) as report:
        yield report


@contextmanager
def progress_bar(counted: str) -> Iterator[Report]:
    """A bar that appears after a second, and only in a terminal; a total of 0 is unknown."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    task = progress.add_task(text(f"progress.{counted}"), total=None, count="")
    timer = Timer(DELAY, progress.start)
    timer.daemon = True
    timer.start()

    def report(done: int, total: int) -> None:
        count = f"{done:,}/{total:,}" if total else f"{done:,}"
        progress.update(task, completed=done, total=total or None, count=count)

    try:
        yield report
    finally:
        timer.cancel()
        timer.join()
        progress.stop()
