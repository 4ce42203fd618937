"""What `uth solve` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.language import text, wager_text
from uth.cli.render.console import Rows, print_table
from uth.cli.render.numbers import Json, decimal, exact, percent
from uth.rulebook.model import Rulebook

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution


def solution_json(solution: Solution, side_bets: Json, seconds: float) -> Json:
    from uth.exact.solver.outcomes import DEALS

    return {
        "ev": exact(solution.ev),
        **solution.figures,
        "endings": {
            action.value: {result.value: float(frequency) for result, frequency in ends.items()}
            for action, ends in solution.endings.items()
        },
        "net": [{"net": decimal(net), "count": count} for net, count in solution.net.items()],
        "deals": DEALS,
        "starting_hands": {hand.name: hand.figures for hand in reversed(solution.hands)},
        "side_bets": side_bets,
        "seconds": round(seconds, 6),
    }


def side_bets_json(house: Rulebook, solution: Solution) -> Json:
    """House edge and hit rate of every bonus wager that the house offers."""
    from uth.exact.bets.house_bets import house_bets

    return {
        bet.name: {"edge": float(bet.returns.edge), "hit_rate": float(bet.returns.hit_rate)}
        for bet in house_bets(house, solution)
    }


def print_solution(solution: Solution, side_bets: Json, seconds: float, bank: str) -> None:
    """The figures in words; `bank` is who has the edge."""
    raising = sum(hand.holdings for hand in solution.hands if hand.best.multiple)
    values = (
        f"{solution.ev}",
        percent(solution.house_edge, 5),
        percent(solution.element_of_risk, 5),
        text("solve.antes", antes=f"{float(solution.average_wager):.6f}"),
        text("solve.antes", antes=f"{solution.moments.deviation:.4f}"),
        f"{solution.moments.skewness:.2f}",
        text("solve.of_hands", hands=raising),
    )
    figures = zip(text(f"solve.figures.{bank}").split("|"), values, strict=True)
    print_table("", figures, text("solve.title"))
    print_table(text("solve.action_columns"), _action_rows(solution), text("solve.actions"))
    if side_bets:
        bonuses = (
            (wager_text(name), percent(figures["edge"]), percent(figures["hit_rate"]))
            for name, figures in side_bets.items()
        )
        print_table(text(f"solve.bonus_columns.{bank}"), bonuses, text("solve.bonuses"))
    click.echo(text("solve.solved", seconds=f"{seconds:.2f}"))


def _action_rows(solution: Solution) -> Rows:
    for action, frequency in solution.frequencies.items():
        ends = solution.endings.get(action, {}) if frequency else {}
        parts = (percent(part / frequency, 2) for part in ends.values())
        yield action.value, percent(frequency), *parts
