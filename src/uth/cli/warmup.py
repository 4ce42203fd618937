"""`uth warmup`: compile the kernels once, so that nobody waits for it later."""

from __future__ import annotations

import subprocess
import sys
import time

import click

from uth.cli.extras import need
from uth.cli.mathematics import json_option
from uth.cli.progress import bar
from uth.cli.render.numbers import print_json

PARTS = ("solve", "rest")
"""Compiled in processes of their own, because a compiler uses one core."""


@click.command()
@click.option("--part", type=click.Choice(PARTS), hidden=True)
@json_option
def warmup(part: str | None, as_json: bool) -> None:
    """Compile the kernels for this machine, once."""
    need("numpy", "numba", extra="exact")
    if part is not None:
        compile_part(part)
        return
    began = time.perf_counter()
    click.echo("Compiling the mathematics for this machine, once.", err=True)
    command = [sys.executable, "-m", "uth", "warmup", "--part"]
    workers = [subprocess.Popen([*command, name]) for name in PARTS]
    from uth.exact.kernels.cache import DIRECTORY, is_compiled
    from uth.exact.warmup import kernel_names

    names = kernel_names()
    with bar("Kernels") as tell:
        while any(worker.poll() is None for worker in workers):
            tell(sum(is_compiled(name) for name in names), len(names))
            time.sleep(0.5)
    if any(worker.returncode for worker in workers):
        raise click.ClickException("a kernel did not compile")
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"directory": str(DIRECTORY), "seconds": round(seconds, 3)})
    else:
        click.echo(f"Ready after {seconds:.1f} s; kept in {DIRECTORY}.")


def compile_part(part: str) -> None:
    """Run each kernel once, on the smallest work that there is."""
    from uth.exact import warmup as warming

    warming.compile_solver() if part == "solve" else warming.compile_others()
