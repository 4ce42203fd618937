"""`uth settle` for click: its help; the work is done where the quick path does it."""

from __future__ import annotations

import click

from uth.cli.settle import run


@click.command()
@click.argument("file", default="-")
@click.option("--json", "as_json", is_flag=True, help="The answer is always JSON.")
@click.pass_context
def settle(ctx: click.Context, file: str, as_json: bool) -> None:
    """Tell what a finished round owes.

    FILE holds the round as one JSON object; without it, standard input does. The answer is one
    JSON object: each wager's outcome, what is paid, taken and returned, and by which clause.
    """
    ctx.exit(run(file))
