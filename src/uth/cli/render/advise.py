"""What `uth advise` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from uth.cli.render.numbers import exact

if TYPE_CHECKING:
    from uth.exact.advice import Advice


def advice_json(advice: Advice) -> dict[str, Any]:
    return {
        "actions": {
            action.value: {**exact(value), "ev": float(value)}
            for action, value in advice.values.items()
        },
        "best": advice.best.value,
        "cost": {action.value: float(cost) for action, cost in advice.costs.items()},
    }


def print_advice(advice: Advice) -> None:
    table = Table("Action", "EV in antes", "exactly", "costs")
    for action, value in advice.values.items():
        best = action is advice.best
        table.add_row(
            f"{action.value}{' ←' if best else ''}",
            f"{float(value):+.6f}",
            str(value),
            "" if best else f"{float(advice.costs[action]):.6f}",
            style="bold" if best else "",
        )
    Console(highlight=False).print(table)
