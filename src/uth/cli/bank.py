"""`uth bank`: what banking a table earns or costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.extras import need
from uth.cli.house_option import named_house
from uth.cli.mathematics import json_option, parse_amount, parse_seat
from uth.cli.progress import bar, working
from uth.cli.render.bank import bank_json, show
from uth.cli.render.numbers import print_json
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.table.wagers import check_wagers

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.banking.bank import SeatWagers
    from uth.rulebook.model import Rulebook

MOST_ROUNDS = 10_000_000


@click.command()
@click.argument("house")
@click.option(
    "--seat", "seats", multiple=True, metavar="ANTE[,BONUS=STAKE…]", help='"10,trips=5" in dollars.'
)
@click.option("--bank", "wager", metavar="DOLLARS", help="What the player-dealer puts up.")
@click.option("--coverage", type=click.Choice(["gross", "action", "net"]), help="Reading of Q-1.")
@click.option("--schedule", type=click.IntRange(1, 24), help="A collection schedule (CB-4).")
@click.option("--rounds", type=click.IntRange(0, MOST_ROUNDS), default=2000, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@json_option
def bank(
    house: str,
    seats: tuple[str, ...],
    wager: str | None,
    coverage: str | None,
    schedule: int | None,
    rounds: int,
    seed: int,
    as_json: bool,
) -> None:
    """Tell what a player-dealer earns or pays a round.

    Exact: the mean under full cover, the fee, each seat's variance, the worst case.
    Simulated through the table's settlement: the joint spread, short banks, ruin.
    """
    need("numpy", "numba", extra="exact")
    rules = _house(house, coverage, schedule)
    places = _seats(rules, seats)
    amount = _amount(rules, wager)
    from uth.exact.banking.bank import bank_figures
    from uth.exact.banking.simulation import simulate
    from uth.exact.bets.position import position_passes
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.house_game import game_rules
    from uth.exact.solver.solve import BOARDS_PER_PASS, Progress, solve

    paired = {tuple(at.wagers) for at in places if "ultimate_pairs" in at.wagers}
    kernels = ("wager_flush_boards",) if paired else ()
    passes = 3 + sum(position_passes(wagers) for wagers in paired)
    with working(
        "Boards", "tally_flush_boards", "river_counts", "search_holdings", *kernels
    ) as tell:
        boards = count_boards(progress=Progress(tell, passes * BOARDS_PER_PASS))
        solution = solve(game_rules(rules), boards=boards)
        figures = bank_figures(rules, solution, places, boards, progress=tell)
    simulated = None
    if rounds:
        with bar("Rounds") as tell:
            simulated = simulate(figures, solution, amount, rounds, seed, tell)
    if as_json:
        print_json(bank_json(figures, amount, simulated))
    else:
        show(figures, amount, simulated)


def _house(word: str, coverage: str | None, schedule: int | None) -> Rulebook:
    rules = named_house(word)
    if (coverage or schedule) and not rules.player_dealer:
        raise Refusal(
            "bank/house", f"in {rules.id} the house banks; coverage and schedules are for a player"
        )
    if coverage is not None:
        rules = rules.replace(bank=rules.bank.replace(coverage=coverage))
    if schedule is not None:
        raw = store.raw_house("california-bad-beat")
        raw["collection"]["schedule"] = {"value": schedule, "clause": "CB-4"}
        rules = rules.replace(collection=store.load_raw(raw).collection)
    return rules


def _amount(rules: Rulebook, wager: str | None) -> Cents | None:
    if wager is None:
        if rules.player_dealer:
            raise Refusal("bank/none", "a player-dealer puts up a bank", "--bank")
        return None
    if not rules.player_dealer:
        raise Refusal("bank/house", f"in {rules.id} the house banks and covers all", "--bank")
    amount = parse_amount(wager, "--bank")
    if amount < rules.limits.minimum:
        raise Refusal("bank/minimum", "the bank is below the table minimum", "--bank", "Q-11")
    return amount


def _seats(rules: Rulebook, words: tuple[str, ...]) -> tuple[SeatWagers, ...]:
    from uth.exact.banking.bank import SeatWagers

    most = rules.layout.places - (1 if rules.player_dealer else 0)
    if not 1 <= len(words) <= most:
        raise Refusal("bank/seats", f"a table here has 1 to {most} seats to bank for", "--seat")
    seats = []
    for word in words:
        wagers = parse_seat(word, "--seat")
        try:
            check_wagers(rules, wagers, rules.limits.minimum, rules.limits.maximum)
            seats.append(SeatWagers(wagers))
        except Refusal as no:
            raise no.at("--seat") from None
    return tuple(seats)
