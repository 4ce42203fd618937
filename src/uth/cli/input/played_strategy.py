"""`--strategy FILE` of `uth advise`: what a strategy file plays in a spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.language import text

if TYPE_CHECKING:
    from uth.exact.solver.spot import Spot


def strategy_action(path: str, spot: Spot) -> str:
    """The action of a strategy file."""
    from uth.cli.simulation.seat_options import read_content
    from uth.exact.simulation.strategy_file import read_strategy

    tables = read_strategy(read_content(path), path).tables
    multiple = tables.multiple(tuple(spot.hole), tuple(spot.board))
    if multiple:
        return f"{multiple}x"
    return "fold" if len(spot.board) == 5 else "check"


def strategy_json(action: str | None) -> dict[str, str]:
    return {} if action is None else {"strategy": action}


def print_strategy(action: str | None) -> None:
    if action is not None:
        click.echo(text("advise.strategy", action=action))
