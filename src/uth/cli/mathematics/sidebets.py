"""`uth sidebets`: exact figures for every bonus wager of a house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.input.options import json_option, one_house
from uth.cli.input.seat_wagers import WAGERS_METAVAR, parse_amount, parse_seat_wagers
from uth.cli.render.approval import approval_json, print_approval
from uth.cli.render.assumptions import assumptions_json, print_assumptions
from uth.cli.render.bindings import print_binding_lines
from uth.cli.render.numbers import print_json
from uth.cli.render.progress import solver_progress
from uth.cli.render.sidebets import bet_json, house_json, position_json, print_bet, print_house
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook

if TYPE_CHECKING:
    from uth.exact.compilation import Task

BASE = ("ante", "blind")


@click.command()
@one_house
@click.option(
    "--position",
    metavar=WAGERS_METAVAR,
    help='All wagers of one seat, in dollars: "25,trips=5,bad_beat=5". Adds covariances.',
)
@click.option("--meter", metavar="DOLLARS", help="The amount on the Progressive meter.")
@json_option
def sidebets(rules: Rulebook, position: str | None, meter: str | None, as_json: bool) -> None:
    """Show edge, hit rate and variance of every bonus wager.

    HOUSE is one of the five houses, or the path of your own (.toml).

    \b
    Examples:
      uth sidebets hollywood-pa
      uth sidebets hollywood-pa --position "25,trips=5,ultimate_pairs=5" --json
    """
    wagers = parse_seat_wagers(rules, position, "--position") if position is not None else {}
    jackpot = _parse_meter(rules, meter)
    from uth.exact.bets.combined_play import COMBINED_PASSES, combined_play
    from uth.exact.bets.house_bets import house_bets
    from uth.exact.bets.position import PositionFinder, position_passes
    from uth.exact.solver.ante_game import legal_game
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.house_game import beaten_hand_wager
    from uth.exact.solver.solve import solve

    tasks: list[Task] = ["solve", "positions"] if wagers else ["solve"]
    passes = 3 + position_passes(rules, wagers)
    passes += COMBINED_PASSES if beaten_hand_wager(rules) else 0
    with solver_progress("boards", *tasks) as report:
        boards = count_boards(report, passes)
        ante = wagers.get("ante", rules.limits.minimum)
        solution = solve(legal_game(rules, ante), boards=boards)
        bets = house_bets(rules, solution, jackpot)
        figures = house_json(rules, combined_play(rules, solution, boards))
        whole = None
        if wagers:
            bonuses = {name: stake for name, stake in wagers.items() if name not in BASE}
            finder = PositionFinder(rules, boards, solution)
            seed = rules.progressive.seed
            whole = finder.find(wagers["ante"], bonuses, seed if jackpot is None else jackpot)
            figures["position"] = position_json(whole)
    if as_json:
        assumed = {"assumptions": assumptions_json(rules), **approval_json(rules)}
        print_json({**{bet.name: bet_json(rules, bet) for bet in bets}, **figures, **assumed})
        return
    print_approval(rules)
    for bet in bets:
        print_bet(rules, bet)
    print_house(figures)
    if whole is not None:
        print_binding_lines(whole.binds, ante)
    print_assumptions(rules)


def _parse_meter(rules: Rulebook, text: str | None) -> Cents | None:
    if text is None:
        return None
    if not rules.progressive.offered:
        raise Refusal("meter/not_here", where="--meter")
    return parse_amount(text, "--meter")
