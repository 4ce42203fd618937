"""`uth advise`: what each legal action is worth in a spot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from uth.cli.house_option import chosen_house, house_option, rules_option
from uth.cli.mathematics import json_option, overridden
from uth.cli.progress import working
from uth.cli.render.numbers import exact, print_json
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
@click.option("--board", default="", metavar="CARDS", help="None, three or five board cards.")
@click.option("--dead", default="", metavar="CARDS", help="Cards seen elsewhere.")
@click.option("--dealer", default="", metavar="CARDS", help="Dealer cards you have seen.")
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
    """Tell the exact value of every action in a spot.

    Values are in antes, over Ante, Blind and Play together. Dead and known cards are known at
    every later decision too. Without a house: the standard game.
    """
    groups = (cards, board, dead, dealer)
    hole, *others = (
        _cards(text, where)
        for text, where in zip(groups, ("--cards", "--board", "--dead", "--dealer"), strict=True)
    )
    rules = overridden(chosen_house(house, file), None, None, None)
    advice = _advice(rules, _spot(hole, *others))
    if as_json:
        print_json(
            {
                "actions": {
                    action.value: {**exact(value), "ev": float(value)}
                    for action, value in advice.values.items()
                },
                "best": advice.best.value,
                "cost": {action.value: float(cost) for action, cost in advice.costs.items()},
            }
        )
    else:
        show(advice)


def _cards(text: str, where: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text)
    except Refusal as no:
        raise no.at(where) from None


def _spot(*cards: tuple[Card, ...]) -> Spot:
    from uth.exact.advice import Spot

    try:
        return Spot(*cards)
    except Refusal as no:
        where = f"--{no.where}" if no.where else ""
        raise Refusal(no.code, no.sentence, where, no.clause) from None


def _advice(rules: GameRules, spot: Spot) -> Advice:
    """From the solution before the flop where nothing else is known, else worked out anew."""
    from uth.exact.advice import Advice
    from uth.exact.advice import advise as work_out
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import BOARDS_PER_PASS, Progress, solve
    from uth.exact.solver.starting_hands import starting_hand_index

    if not (spot.board or spot.dead or spot.dealer):
        with working("Boards", "sum_flush_boards") as tell:
            boards = count_boards(progress=Progress(tell, 2 * BOARDS_PER_PASS))
            solution = solve(rules, endings=False, boards=boards)
        return Advice(solution.hands[starting_hand_index(*spot.hole)].values)
    if spot.board:
        with working("Turns and rivers", "river_counts"):
            return work_out(rules, spot=spot)
    with working("Flops", "preflop_values") as tell:
        return work_out(rules, spot=spot, progress=tell)


def show(advice: Advice) -> None:
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
