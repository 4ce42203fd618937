"""What `uth solve` prints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

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
    table = Table(title="The game, solved", show_header=False)
    table.add_row("EV per Ante", f"{solution.ev}")
    table.add_row("House edge, of the Ante", percent(solution.house_edge, 5))
    table.add_row("Element of risk, of all wagered", percent(solution.element_of_risk, 5))
    table.add_row("Average wager", f"{float(solution.average_wager):.6f} antes")
    table.add_row("Standard deviation", f"{solution.moments.deviation:.4f} antes")
    table.add_row("Skewness", f"{solution.moments.skewness:.2f}")
    raising = sum(hand.holdings for hand in solution.hands if hand.best.multiple)
    table.add_row("Raise with", f"{raising} of 1,326 hands")
    console.print(table)
    actions = Table("Action", "Frequency", "Win", "Tie", "Loss", title="Actions")
    for action, frequency in solution.frequencies.items():
        ends = solution.endings.get(action)
        parts = (
            [percent(part / frequency, 2) for part in ends.values()] if ends and frequency else []
        )
        actions.add_row(action.value, percent(frequency), *parts)
    console.print(actions)
    if side_bets:
        bonuses = Table("Bonus wager", "House edge", "Hit rate", title="Bonus wagers")
        for name, figures in side_bets.items():
            bonuses.add_row(
                name.replace("_", " "), percent(figures["edge"]), percent(figures["hit_rate"])
            )
        console.print(bonuses)
    console.print(f"Solved exactly in {seconds:.2f} s, over 27,813,810,024,000 deals.")
