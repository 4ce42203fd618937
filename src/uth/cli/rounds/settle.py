"""`uth settle` with click, for `--help` and options; `fast_settle` does the work."""

from __future__ import annotations

import click

from uth.cli.fast_settle import run
from uth.cli.input.options import always_json_option


@click.command()
@click.argument("file", default="-")
@always_json_option
@click.pass_context
def settle(ctx: click.Context, file: str, as_json: bool) -> None:
    """Settle a finished round.

    FILE holds the round as one JSON object; without FILE, standard input is read. The answer is
    one JSON object: each wager's outcome, what is paid, taken and returned, and the clause that
    says so.

    \b
    Example:
      uth settle round.json
    """
    ctx.exit(run(file))
