"""`uth advise`: what each action is worth in a spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.input.base_game import base_game
from uth.cli.input.house_option import chosen_house, house_option, rules_option
from uth.cli.input.json_option import json_option
from uth.cli.input.option_refusals import refused_at
from uth.cli.progress import solver_progress
from uth.cli.render.advise import advice_json, print_advice
from uth.cli.render.numbers import print_json
from uth.core.cards import parse_cards
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.core.cards import Card
    from uth.exact.advice import Advice, Spot
    from uth.exact.solver.game_rules import GameRules


@click.command()
@house_option
@rules_option
@click.option("--cards", required=True, metavar="CARDS", help='Your two cards: "Kh 4d".')
@click.option("--board", default="", metavar="CARDS", help="No, three or five board cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards that you have seen elsewhere.")
@click.option("--dealer", default="", metavar="CARDS", help="Dealer cards that you have seen.")
@json_option
def advise(
    house: str | None,
    file: str | None,
    cards: str,
    board: str,
    dead: str,
    dealer: str,
    as_json: bool,
) -> None:
    """Show the exact value of every action in a spot.

    Values are in antes, over Ante, Blind and Play together. Seen cards stay known at every later
    decision. Without a house, the standard game is used.
    """
    spot = _spot(
        _parse("--cards", cards),
        _parse("--board", board),
        _parse("--dead", dead),
        _parse("--dealer", dealer),
    )
    advice = _advice(base_game(chosen_house(house, file)), spot)
    if as_json:
        print_json(advice_json(advice))
    else:
        print_advice(advice)


def _parse(option: str, text: str) -> tuple[Card, ...]:
    with refused_at(option):
        return parse_cards(text)


def _spot(*cards: tuple[Card, ...]) -> Spot:
    from uth.exact.advice import Spot

    try:
        return Spot(*cards)
    except Refusal as refusal:
        where = f"--{refusal.where}" if refusal.where else ""
        raise Refusal(refusal.code, refusal.sentence, where, refusal.clause) from None


def _advice(rules: GameRules, spot: Spot) -> Advice:
    """Before the flop, with no seen cards, from the solved game; otherwise for this spot alone."""
    from uth.exact.advice import Advice
    from uth.exact.advice import advise as solve_spot
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import BOARDS_PER_PASS, Progress, solve
    from uth.exact.solver.starting_hands import starting_hand_index

    if not (spot.board or spot.dead or spot.dealer):
        with solver_progress("Boards", "strategy") as report:
            boards = count_boards(progress=Progress(report, 2 * BOARDS_PER_PASS))
            solution = solve(rules, endings=False, boards=boards)
        return Advice(solution.hands[starting_hand_index(*spot.hole)].values)
    if spot.board:
        with solver_progress("Turns and rivers", "river_advice", "flop_advice"):
            return solve_spot(rules, spot=spot)
    with solver_progress("Flops", "preflop_advice") as report:
        return solve_spot(rules, spot=spot, progress=report)
