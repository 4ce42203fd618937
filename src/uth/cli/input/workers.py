"""`--cluster`, `--workers` and `--checkpoint`: where a long computation runs, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.options import OptionDecorator
from uth.cli.language import refusal_text, text
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.compute.chunks import ChunkRun

INTERRUPTED = 130
MOST_WORKERS = 256


def worker_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options of a command that runs in chunks: `workers` is what they name."""

    @click.option(
        "--cluster",
        metavar="ADDRESS",
        help="The scheduler of a dask.distributed cluster, such as tcp://10.0.0.1:8786, or the "
        "word processes. Without it, threads of this process compute.",
    )
    @click.option(
        "--workers",
        "count",
        type=click.IntRange(1, MOST_WORKERS),
        help="How many threads or processes; by default one for each core. The figures are the "
        "same for any number.",
    )
    @wraps(command)
    def with_workers(cluster: str | None, count: int | None, **rest: Any) -> Any:
        from uth.compute.workers import parse_workers

        workers = parse_workers(cluster, count)
        workers.check()
        return command(workers=workers, **rest)

    return with_workers


checkpoint_option: OptionDecorator = click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save what is done to this file, and go on from it if it exists.",
)


def print_partial(run: ChunkRun[Any]) -> None:
    """Below figures for people: that they are not of the whole run."""
    if run.partial:
        click.echo(text("simulate.partial", done=run.done, chunks=run.chunks))


def exit_code(run: ChunkRun[Any]) -> int:
    """0; if a run ended early, 130 or 2, and one line on standard error that says so."""
    if not run.partial:
        return 0
    click.echo(refusal_text(run.problem or Refusal("usage/stopped")), err=True)
    return 2 if run.problem else INTERRUPTED
