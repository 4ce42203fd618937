"""What `uth solve` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from uth.cli.language import headings, text, wager_text
from uth.cli.render.numbers import decimal, exact, percent

if TYPE_CHECKING:
    from typing import Any

    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

    Json = dict[str, Any]


def solution_json(solution: Solution, side_bets: Json, seconds: float) -> Json:
    from uth.exact.solver.outcomes import DEALS

    return {
        "ev": exact(solution.ev),
        "house_edge": float(solution.house_edge),
        "element_of_risk": float(solution.element_of_risk),
        "average_wager": float(solution.average_wager),
        "standard_deviation": solution.moments.deviation,
        "skewness": solution.moments.skewness,
        "actions": {
            action.value: float(frequency) for action, frequency in solution.frequencies.items()
        },
        "endings": {
            action.value: {result.value: float(frequency) for result, frequency in ends.items()}
            for action, ends in solution.endings.items()
        },
        "net": [{"net": decimal(net), "count": count} for net, count in solution.net.items()],
        "deals": DEALS,
        "starting_hands": {
            hand.name: {
                **{action.value: float(value) for action, value in hand.values.items()},
                "best": hand.best.value,
            }
            for hand in reversed(solution.hands)
        },
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


def print_solution(solution: Solution, side_bets: Json, seconds: float) -> None:
    console = Console(highlight=False)
    table = Table(title=text("solve.title"), show_header=False)
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
    for name, value in zip(headings("solve.figures"), values, strict=True):
        table.add_row(name, value)
    console.print(table)
    actions = Table(*headings("solve.action_columns"), title=text("solve.actions"))
    for action, frequency in solution.frequencies.items():
        ends = solution.endings.get(action)
        parts = (
            [percent(part / frequency, 2) for part in ends.values()] if ends and frequency else []
        )
        actions.add_row(action.value, percent(frequency), *parts)
    console.print(actions)
    if side_bets:
        bonuses = Table(*headings("solve.bonus_columns"), title=text("solve.bonuses"))
        for name, figures in side_bets.items():
            edge, hit_rate = percent(figures["edge"]), percent(figures["hit_rate"])
            bonuses.add_row(wager_text(name), edge, hit_rate)
        console.print(bonuses)
    console.print(text("solve.solved", seconds=f"{seconds:.2f}"))
