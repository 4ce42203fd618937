"""`uth advise`: what each action is worth in a spot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from rich.text import Text

from uth.cli.input.ante import ante_option, parse_ante
from uth.cli.input.base_game import base_game
from uth.cli.input.options import chosen_house, house_option, json_option, refused_at, rules_option
from uth.cli.language import text
from uth.cli.mathematics.progress import solver_progress
from uth.cli.render.bindings import bindings_json, print_bindings
from uth.cli.render.console import Rows, print_table
from uth.cli.render.numbers import exact, print_json
from uth.core.cards import Card, parse_cards

if TYPE_CHECKING:
    from uth.exact.advice import Advice, Spot
    from uth.exact.solver.game_rules import GameRules


@click.command()
@house_option
@rules_option
@ante_option
@click.option("--cards", required=True, metavar="CARDS", help='Your two cards: "Kh 4d".')
@click.option("--board", default="", metavar="CARDS", help="No, three or five board cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that you have seen elsewhere.")
@click.option("--dealer", default="", metavar="CARDS", help="Dealer cards that you have seen.")
@json_option
def advise(
    house: str | None,
    file: str | None,
    ante: str | None,
    cards: str,
    board: str,
    dead: str,
    dealer: str,
    as_json: bool,
) -> None:
    """Show the exact value of every action in a spot.

    Values are in antes, over Ante, Blind and Play together. Seen cards stay known at every later
    decision. Without a house, the standard game is used; in a house, the game at the Ante.
    """
    spot = _spot(
        _parse("--cards", cards),
        _parse("--board", board),
        _parse("--dead", dead),
        _parse("--dealer", dealer),
    )
    rulebook = chosen_house(house, file)
    staked = parse_ante(rulebook, ante)
    advice = _advice(base_game(rulebook, ante=staked), spot)
    if as_json:
        print_json({**advice_json(advice), **bindings_json(rulebook, staked)})
    else:
        print_table(text("advise.columns"), advice_rows(advice))
        print_bindings(rulebook, staked)


def advice_json(advice: Advice) -> dict[str, Any]:
    return {
        "actions": {
            action.value: {**exact(value), "ev": float(value)}
            for action, value in advice.values.items()
        },
        "best": advice.best.value,
        "cost": {action.value: float(cost) for action, cost in advice.costs.items()},
    }


def advice_rows(advice: Advice) -> Rows:
    for action, value in advice.values.items():
        best = action is advice.best
        cost = "" if best else f"{float(advice.costs[action]):.6f}"
        cells = (f"{action.value}{' ←' if best else ''}", f"{float(value):+.6f}", f"{value}", cost)
        yield [Text(cell, "bold" if best else "") for cell in cells]


def _parse(option: str, cards: str) -> tuple[Card, ...]:
    with refused_at(option):
        return parse_cards(cards)


def _spot(*cards: tuple[Card, ...]) -> Spot:
    from uth.exact.advice import Spot

    with refused_at():
        return Spot(*cards)


def _advice(rules: GameRules, spot: Spot) -> Advice:
    """Before the flop, with no seen cards, from the solved game; otherwise for this spot alone."""
    from uth.exact.advice import advise as solve_spot
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import solve
    from uth.exact.solver.starting_hands import starting_hand_index

    if not (spot.board or spot.dead or spot.dealer):
        with solver_progress("boards", "strategy") as report:
            solution = solve(rules, endings=False, boards=count_boards(report, passes=2))
        return solution.hands[starting_hand_index(*spot.hole)]
    if spot.board:
        with solver_progress("turns", "river_advice", "flop_advice"):
            return solve_spot(rules, spot=spot)
    with solver_progress("flops", "preflop_advice") as report:
        return solve_spot(rules, spot=spot, progress=report)
