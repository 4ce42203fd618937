"""`uth warmup`: compile the solver's kernels ahead of time."""

from __future__ import annotations

import subprocess
import sys
import time

import click

from uth.cli.input.options import json_option
from uth.cli.language import text
from uth.cli.render.numbers import print_json
from uth.cli.render.progress import progress_bar
from uth.core.refusal import Refusal


@click.command()
@json_option
def warmup(as_json: bool) -> None:
    """Compile the solver for this machine, once.

    \b
    Example:
      uth warmup
    """
    from uth.exact.compilation import cache_directory
    from uth.exact.warmup import PARTS, compiled_kernels

    started = time.perf_counter()
    click.echo(text("compile.once"), err=True)
    command = [sys.executable, "-m", "uth.exact.warmup"]
    workers = [subprocess.Popen([*command, name], start_new_session=True) for name in PARTS]
    try:
        with progress_bar("kernels") as report:
            while any(worker.poll() is None for worker in workers):
                report(*compiled_kernels())
                time.sleep(0.5)
    except KeyboardInterrupt:  # which only this process was sent
        for worker in workers:
            worker.terminate()
            worker.wait()
        raise
    if any(worker.returncode for worker in workers):
        raise Refusal("install/not_compiled")
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"directory": str(cache_directory()), "seconds": round(seconds, 3)})
    else:
        click.echo(text("compile.ready", seconds=f"{seconds:.1f}", folder=cache_directory()))
