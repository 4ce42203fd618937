"""`uth settle` with click, for `--help` and options; `fast_settle` does the work."""

from __future__ import annotations

import click

from uth.cli.fast_settle import run
from uth.cli.input.options import always_json_option, own_rules, rules_option


@click.command()
@click.argument("round_file", metavar="FILE", default="-")
@rules_option
@always_json_option
@click.pass_context
def settle(ctx: click.Context, round_file: str, file: str | None, as_json: bool) -> None:
    """Settle a finished round.

    FILE holds the round as one JSON object; without FILE, standard input is read. The answer is
    one JSON object: each wager's outcome, what is paid, taken and returned, and the clause that
    says so. With `--rules`, the round is settled by your own house; then it need not name one.

    \b
    Examples:
      uth settle round.json
      uth settle round.json --rules my-house.toml
    """
    ctx.exit(run(round_file, own_rules(file, round_file)))
