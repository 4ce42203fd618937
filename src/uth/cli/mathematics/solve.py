"""`uth solve`: optimal play and the exact value of the game."""

from __future__ import annotations

import time

import click

from uth.cli.input.ante import ante_option, parse_ante
from uth.cli.input.base_game import base_game, departing_options, qualify_option
from uth.cli.input.options import chosen_house, house_option, json_option, rules_option
from uth.cli.render.approval import approval_json, print_approval
from uth.cli.render.assumptions import assumptions_json, print_assumptions
from uth.cli.render.bindings import bindings_json, print_bindings
from uth.cli.render.numbers import print_json
from uth.cli.render.progress import solver_progress
from uth.cli.render.solve import print_solution, side_bets_json, solution_json


@click.command()
@house_option
@rules_option
@ante_option
@click.option(
    "--blind",
    metavar="ODDS",
    help='Blind odds, royal flush down to straight: "500,50,10,3,3/2,1". Odds of 0 push.',
)
@click.option("--play", metavar="RAISES", help='The raises before the flop: "4,3".')
@qualify_option
@json_option
def solve(
    house: str | None,
    file: str | None,
    ante: str | None,
    blind: str | None,
    play: str | None,
    qualify: str | None,
    as_json: bool,
) -> None:
    """Solve the game: optimal play and its exact value.

    Without a house, the game is solved under pay table UTH-01 and without side bets. In a house,
    it is the game at an Ante, for one seat alone, with the caps and ceilings that bind there.

    \b
    Examples:
      uth solve --house hollywood-pa
      uth solve --blind "500,50,10,3,3/2,1" --play 4,3 --json
    """
    rulebook = chosen_house(house, file)
    staked = parse_ante(rulebook, ante)
    rules = base_game(rulebook, ante=staked, blind=blind, play=play, qualify=qualify)
    departing = (
        departing_options(rulebook, blind=blind, play=play, qualify=qualify) if rulebook else ()
    )
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import solve as solve_game

    started = time.perf_counter()
    with solver_progress("boards", "solve") as report:
        solution = solve_game(rules, boards=count_boards(report, passes=3))
        side_bets = side_bets_json(rulebook, solution) if rulebook else {}
    seconds = time.perf_counter() - started
    priced = ("play", "blind", *side_bets)
    if as_json:
        facts = bindings_json(rulebook, staked)
        facts["assumptions"] = assumptions_json(rulebook, priced) if rulebook else []
        facts |= approval_json(rulebook, departing)
        print_json({**solution_json(solution, side_bets, seconds), **facts})
        return
    bank = rulebook.bank.kind if rulebook else "house"
    print_approval(rulebook, departing)
    print_solution(solution, side_bets, seconds, bank)
    print_bindings(rulebook, staked)
    if rulebook:
        print_assumptions(rulebook, priced)
