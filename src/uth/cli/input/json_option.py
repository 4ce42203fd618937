"""`--json`: print an answer as JSON."""

from __future__ import annotations

import click

json_option = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")

always_json_option = click.option(
    "--json", "as_json", is_flag=True, help="Has no effect: the answer is always JSON."
)
