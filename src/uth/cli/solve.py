"""`uth solve`: the exact value of the game and how to play it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from uth.cli.house_option import chosen_house, house_option, rules_option
from uth.cli.mathematics import json_option, overridden
from uth.cli.progress import working
from uth.cli.render.numbers import decimal, exact, percent, print_json

if TYPE_CHECKING:
    from uth.cli.mathematics import Json
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook


@click.command()
@house_option
@rules_option
@click.option("--blind", metavar="ODDS", help='Royal flush down to straight: "500,50,10,3,3/2,1".')
@click.option("--play", metavar="RAISES", help='Raises on offer before the flop: "4,3".')
@click.option("--qualify", type=click.Choice(["pair", "none"]), help="What the dealer needs.")
@json_option
def solve(
    house: str | None,
    file: str | None,
    blind: str | None,
    play: str | None,
    qualify: str | None,
    as_json: bool,
) -> None:
    """Solve the game: optimal play and its exact value.

    Without a house: UTH-01 and no side bets. A Blind odd of 0 pushes.
    """
    book = chosen_house(house, file)
    rules = overridden(book, blind, play, qualify)
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import BOARDS_PER_PASS, Progress
    from uth.exact.solver.solve import solve as find

    began = time.perf_counter()
    with working("Boards", "tally_flush_boards", "sum_flush_boards") as tell:
        solution = find(rules, boards=count_boards(progress=Progress(tell, 3 * BOARDS_PER_PASS)))
        side_bets = side_bet_json(book, solution) if book else {}
    seconds = time.perf_counter() - began
    if as_json:
        print_json(solution_json(solution, side_bets, seconds))
    else:
        show(solution, side_bets, seconds)


def solution_json(solution: Solution, side_bets: Json, seconds: float) -> Json:
    """The answer, as the contract has it."""
    from uth.exact.solver.outcomes import DEALS

    return {
        "ev": exact(solution.ev),
        "house_edge": float(solution.house_edge),
        "element_of_risk": float(solution.element_of_risk),
        "average_wager": float(solution.average_wager),
        "standard_deviation": solution.moments.deviation,
        "skewness": solution.moments.skewness,
        "actions": {action.value: float(often) for action, often in solution.frequencies.items()},
        "endings": {
            action.value: {result.value: float(often) for result, often in ends.items()}
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


def side_bet_json(house: Rulebook, solution: Solution) -> Json:
    """Edge and hit rate of every bonus wager that the house offers."""
    from uth.exact.bets.house_bets import house_bets

    return {
        bet.name: {"edge": float(bet.returns.edge), "hit_rate": float(bet.returns.hit_rate)}
        for bet in house_bets(house, solution)
    }


def show(solution: Solution, side_bets: Json, seconds: float) -> None:
    """For people."""
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
    actions = Table("Action", "How often", "win", "tie", "loss", title="What is done")
    for action, often in solution.frequencies.items():
        ends = solution.endings.get(action)
        parts = [percent(part / often, 2) for part in ends.values()] if ends and often else []
        actions.add_row(action.value, percent(often), *parts)
    console.print(actions)
    if side_bets:
        bonus = Table("Bonus wager", "House edge", "Hit rate", title="Bonus wagers")
        for name, figures in side_bets.items():
            bonus.add_row(
                name.replace("_", " "),
                f"{figures['edge'] * 100:.4f} %",
                f"{figures['hit_rate'] * 100:.4f} %",
            )
        console.print(bonus)
    console.print(f"Solved in {seconds:.2f} s, exactly, over 27,813,810,024,000 deals.")
