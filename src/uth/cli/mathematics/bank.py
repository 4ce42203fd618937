"""`uth bank`: what banking a table earns or costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.options import json_option, one_house, refused_at
from uth.cli.input.seat_wagers import WAGERS_METAVAR, parse_amount, parse_seat_wagers
from uth.cli.render.approval import approval_json, print_approval
from uth.cli.render.assumptions import assumptions_json, print_assumptions
from uth.cli.render.bank import print_bank
from uth.cli.render.bank_json import bank_json
from uth.cli.render.numbers import print_json
from uth.cli.render.progress import progress_bar, solver_progress
from uth.cli.round_json import bank_amount
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import changed
from uth.table.wagers import WAGERS, HoldingBonus

if TYPE_CHECKING:
    from uth.exact.banking.bank import SeatWagers
    from uth.exact.compilation import Task

MAX_ROUNDS = 100_000_000


@click.command()
@one_house
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar=WAGERS_METAVAR,
    help='The wagers of one seat, in dollars: "10,trips=5". Repeat for more seats.',
)
@click.option("--bank", "bank_text", metavar="DOLLARS", help="What the player-dealer puts up.")
@click.option(
    "--coverage",
    type=click.Choice(["action", "gross"]),
    help="How far the bank covers wagers (Q-1).",
)
@click.option("--schedule", type=click.IntRange(1, 24), help="The collection schedule (CB-4).")
@click.option(
    "--rounds",
    type=click.IntRange(0, MAX_ROUNDS),
    help="How many rounds to simulate. Without it, enough for a standard error of the mean below "
    "1 % of the lowest Ante.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of the simulation.")
@json_option
def bank(
    rules: Rulebook,
    seats: tuple[str, ...],
    bank_text: str | None,
    coverage: str | None,
    schedule: int | None,
    rounds: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Show what a player-dealer earns or pays a round.

    The figures at the bank come first: exact for one seat, and for more seats if the bank covers
    every deal, else simulated. The exact figures of full cover come second.

    \b
    Example:
      uth bank california --seat 10,trips=5 --seat 25 --bank 500
    """
    rules = _with_settings(rules, coverage, schedule)
    players = _parse_seats(rules, seats)
    amount = _parse_bank(rules, bank_text)
    from uth.exact.banking.at_bank import at_bank
    from uth.exact.banking.bank import bank_figures
    from uth.exact.banking.simulation import simulate
    from uth.exact.bets.position import position_passes
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.house_game import game_rules
    from uth.exact.solver.solve import solve

    with_holdings = {
        tuple(seat.wagers)
        for seat in players
        if any(isinstance(WAGERS[name], HoldingBonus) for name in seat.wagers)
    }
    tasks: list[Task] = ["solve", "simulation", "worst_deal"]
    if with_holdings:
        tasks.append("positions")
    passes = 3 + sum(position_passes(rules, wagers) for wagers in with_holdings)
    with solver_progress("boards", *tasks) as report:
        boards = count_boards(report, passes)
        solution = solve(game_rules(rules), boards=boards)
        figures = bank_figures(rules, solution, players, boards, progress=report)
    priced = tuple(dict.fromkeys(name for seat in players for name in seat.wagers))
    simulated = None
    if rounds != 0:
        with progress_bar("rounds") as report:
            simulated = simulate(figures, amount, rounds, seed, report)
    result = at_bank(figures, amount, simulated)
    if as_json:
        assumed = assumptions_json(rules, priced)
        print_json({**bank_json(result), "assumptions": assumed, **approval_json(rules)})
        return
    print_approval(rules)
    print_bank(result)
    print_assumptions(rules, priced)


def _with_settings(rules: Rulebook, coverage: str | None, schedule: int | None) -> Rulebook:
    if (coverage or schedule) and not rules.player_dealer:
        raise Refusal("bank/house", where="--coverage" if coverage else "--schedule")
    settings: dict[str, dict[str, Any]] = {}
    if coverage is not None:
        settings["bank"] = {"coverage": coverage}
    if schedule is not None:
        settings["collection"] = {"schedule": schedule}
    return changed(rules, settings) if settings else rules


def _parse_bank(rules: Rulebook, text: str | None) -> Cents | None:
    if text is None and rules.player_dealer:
        raise Refusal("bank/missing", where="--bank")
    amount = None if text is None else parse_amount(text, "--bank")
    with refused_at():
        return bank_amount(rules, amount)


def _parse_seats(rules: Rulebook, texts: tuple[str, ...]) -> tuple[SeatWagers, ...]:
    from uth.exact.banking.bank import SeatWagers

    most = rules.layout.places - (1 if rules.player_dealer else 0)
    if not 1 <= len(texts) <= most:
        raise Refusal("bank/seats", most=most, where="--seat")
    seats = []
    for text in texts:
        wagers = parse_seat_wagers(rules, text, "--seat")
        with refused_at("--seat"):
            seats.append(SeatWagers(wagers))
    return tuple(seats)
