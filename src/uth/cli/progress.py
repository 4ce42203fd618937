"""A progress bar on standard error, for work that takes more than a second."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from uth.cli.extras import need

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Json = dict[str, Any]


PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def working(reason: str, *kernels: str) -> Iterator[Callable[[int, int], None]]:
    """Say why one waits, on standard error: a first compilation always, the rest to a person.

    What is yielded is told how far the work is; the bar appears where it takes over a second.
    """
    need("numpy", "numba", extra="exact")
    from uth.exact.kernels.cache import is_compiled

    if not is_compiled(*kernels):
        click.echo(
            "Compiling the mathematics for this machine, once: about twenty seconds.", err=True
        )
    with bar(reason) as tell:
        yield tell


@contextmanager
def bar(reason: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error after a second; silent where nobody looks."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.completed:,}/{task.total:,}" if console.is_terminal else ""),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    task = progress.add_task(reason, total=1)
    late = Timer(PATIENCE, progress.start)
    late.daemon = True
    late.start()
    try:
        yield lambda done, of: progress.update(task, completed=done, total=of)
    finally:
        late.cancel()
        late.join()
        progress.stop()
