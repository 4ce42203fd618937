"""`uth bank`: what banking a table earns or costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.table import Table

from uth.cli.mathematics import (
    counting,
    exact,
    json_option,
    named_house,
    need,
    parse_amount,
    parse_seat,
    print_json,
    waiting,
)
from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.table.collection import band_fee, player_fee
from uth.table.wagers import check_wagers

if TYPE_CHECKING:
    from uth.cli.mathematics import Json
    from uth.core.money import Cents
    from uth.exact.bank import BankFigures, Seat, Step
    from uth.exact.bank_rounds import Estimate, SimulatedBank
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

    Exact: the mean under full cover, the fee, each seat's variance, a bound on the worst case.
    Simulated through the table's settlement: the joint spread, short banks, ruin.
    """
    need("numpy", "numba", extra="exact")
    rules = _house(house, coverage, schedule)
    places = _seats(rules, seats)
    amount = _amount(rules, wager)
    from uth.exact.bank import bank_figures
    from uth.exact.bank_rounds import simulate
    from uth.exact.boards import count_boards
    from uth.exact.house import game_rules
    from uth.exact.solving import solve

    kernels = ("follow_flushes",) if any("ultimate_pairs" in at.wagers for at in places) else ()
    with waiting("Solving the game", "tally_flushes", "river_ends", *kernels):
        boards = count_boards()
        solution = solve(game_rules(rules), boards=boards)
        figures = bank_figures(rules, solution, places, boards)
    simulated = None
    if rounds:
        with counting("rounds") as tell:
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


def _seats(rules: Rulebook, words: tuple[str, ...]) -> tuple[Seat, ...]:
    from uth.exact.bank import Seat

    most = rules.layout.places - (1 if rules.player_dealer else 0)
    if not 1 <= len(words) <= most:
        raise Refusal("bank/seats", f"a table here has 1 to {most} seats to bank for", "--seat")
    seats = []
    for word in words:
        wagers = parse_seat(word, "--seat")
        try:
            check_wagers(rules, wagers, rules.limits.minimum, rules.limits.maximum)
            seats.append(Seat(wagers))
        except Refusal as no:
            raise no.at("--seat") from None
    return tuple(seats)


def bank_json(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> Json:
    """Amounts in cents; what is exact and what is simulated stand apart."""
    answer: Json = {
        "house": figures.house.id,
        "unit": "cents",
        "bank": bank,
        "coverage": figures.house.bank.coverage,
        "exact": {
            "action": figures.action,
            "fee": figures.fee,
            "fee_by_action": figures.fee_at(figures.action),
            "mean_before_fee": exact(figures.mean_before_fee),
            "mean": exact(figures.mean),
            "mean_is_for": "full cover",
            "seats": [
                {
                    "staked": seat.staked,
                    "bank_mean": exact(-result.mean),
                    "variance": exact(result.variance),
                    "standard_deviation": result.deviation,
                    "worst_case": exact(worst),
                    "square_fee": band_fee(figures.house.collection.square, seat.staked),
                    "player_fee": player_fee(figures.house.collection, seat.staked),
                }
                for seat, result, worst in zip(
                    figures.seats, figures.results, figures.worst, strict=True
                )
            ],
            "worst_case_bound": exact(figures.worst_bound),
            "fee_steps": [
                {
                    "from": step.start,
                    "fee": step.fee,
                    "covered_from_action": None if step.needed is None else float(step.needed),
                    "below": step.end,
                    "covered_within": step.covered_from is not None,
                    "covered_within_from": (
                        None if step.covered_from is None else float(step.covered_from)
                    ),
                }
                for step in figures.steps
            ],
        },
    }
    if simulated:
        from uth.exact.bank_rounds import SESSION

        answer["simulated"] = {
            "rounds": simulated.rounds,
            "seed": simulated.seed,
            "session_rounds": SESSION,
            "worst": simulated.worst,
            "best": simulated.best,
            **{
                name: {"value": found.value, "standard_error": found.error}
                for name, found in _estimates(simulated)
            },
        }
    return answer


def _estimates(simulated: SimulatedBank) -> list[tuple[str, Estimate]]:
    return [
        ("mean", simulated.mean),
        ("standard_deviation", simulated.deviation),
        ("short_rounds", simulated.short),
        ("uncovered", simulated.uncovered),
        ("whole_bank_lost", simulated.exhausted),
        ("ruin", simulated.ruined),
    ]


def _band(step: Step) -> str:
    start = f"{step.start / 100:,.2f}"
    return f"{start} and more" if step.end is None else f"{start} to below {step.end / 100:,.2f}"


def _covered(step: Step) -> str:
    if step.covered_from is None:
        return "nowhere in this band"
    if step.covered_from <= step.start:
        return "in the whole band"
    return f"from {float(step.covered_from) / 100:,.2f} on"


def _show_other_fees(console: Console, figures: BankFigures) -> None:
    """What is asked for each square, and of the players themselves."""
    collection = figures.house.collection
    for number, (seat, result) in enumerate(zip(figures.seats, figures.results, strict=True), 1):
        if collection.square is not None:
            fee = band_fee(collection.square, seat.staked)
            verdict = "covers" if -result.mean >= fee else "does not cover"
            console.print(
                f"Seat {number}: the bank pays {fee / 100:,.2f} for this square; the "
                f"{float(-result.mean) / 100:,.2f} that the seat loses on average {verdict} it."
            )
        if collection.player is not None:
            fee = player_fee(collection, seat.staked)
            console.print(
                f"Seat {number}: the player himself pays {fee / 100:,.2f}, which the bank neither "
                "owes nor gets."
            )


def _told(value: float | None, money: bool) -> str:
    if value is None:
        return "too few rounds"
    return f"{value / 100:,.3f} $" if money else f"{value * 100:,.3f} %"


def show(figures: BankFigures, bank: Cents | None, simulated: SimulatedBank | None) -> None:
    console = Console(highlight=False)
    table = Table("Figure", "Dollars a round", "Kind", title=f"Banking {figures.house.name}")

    def row(name: str, cents: float, kind: str) -> None:
        table.add_row(name, f"{cents / 100:,.2f}", kind)

    row("Table action", figures.action, "exact")
    row("Fee", figures.fee, "exact")
    row("Mean before the fee, full cover", float(figures.mean_before_fee), "exact")
    row("Mean after the fee, full cover", float(figures.mean), "exact")
    for number, result in enumerate(figures.results, 1):
        row(f"Seat {number}: standard deviation", result.deviation, "exact")
        kind = "bound" if "ultimate_pairs" in figures.seats[number - 1].wagers else "exact"
        row(f"Seat {number}: most it can win", float(figures.worst[number - 1]), kind)
    row("All seats together win at most", float(figures.worst_bound), "bound")
    console.print(table)
    if figures.steps:
        steps = Table("Table action", "Fee", "Does the mean cover it?", title="Where the fee bites")
        for step in figures.steps:
            steps.add_row(_band(step), f"{step.fee / 100:,.2f}", _covered(step))
        console.print(steps)
    _show_other_fees(console, figures)
    if simulated:
        from uth.exact.bank_rounds import SESSION

        shown = "all" if bank is None else f"{bank / 100:,.2f}"
        title = f"Simulated: {simulated.rounds:,} rounds, seed {simulated.seed}, bank {shown}"
        found = Table("Figure", "Value", "Standard error", title=title)
        for name, one in _estimates(simulated):
            money = name in ("mean", "standard_deviation", "uncovered")
            label = name.replace("_", " ")
            if name == "ruin":
                label = f"ruin within {SESSION} rounds, with a reserve of one bank"
            found.add_row(label, _told(one.value, money), _told(one.error, money))
        console.print(found)
