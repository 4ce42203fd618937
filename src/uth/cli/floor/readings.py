"""`uth readings`: what the other readings of the clauses would have been worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from uth.cli.input.options import complete_house, json_option, refused_at
from uth.cli.input.store_option import db_option, existing_store
from uth.cli.language import language, text
from uth.cli.render.console import print_table
from uth.cli.render.numbers import print_json
from uth.core.money import dollars

if TYPE_CHECKING:
    from uth.exact.solver.solution import Solution
    from uth.reports.readings import HouseReadings, ReadingTotals
    from uth.rulebook.model import Rulebook


@click.command()
@db_option
@click.option(
    "--house",
    shell_complete=complete_house,
    default="",
    metavar="ID",
    help="Only rounds of this house.",
)
@click.option(
    "--exact", is_flag=True, help="Solve the base game for expected differences; takes a while."
)
@json_option
def readings(address: str, house: str, exact: bool, as_json: bool) -> None:
    """Show what other readings of the clauses would have been worth.

    Every recorded round is settled again with the same cards, stakes and decisions under each other
    reading. Rounds that were void, given up or never settled are left out and counted.

    \b
    Example:
      uth readings --db house.db --house california
    """
    import msgspec

    from uth.floor.records.recorded_readings import recorded_readings

    with existing_store(address) as store, store.reading() as reader, refused_at():
        report = recorded_readings(reader, house, _solve if exact else None)
    houses = sorted(report.houses.values(), key=lambda one: one.house)
    if as_json:
        print_json({"houses": msgspec.to_builtins(houses)})
        return
    if not houses:
        click.echo(text("readings.no_rounds"))
    for one in houses:
        _print_house(one)


def _solve(rules: Rulebook) -> Solution:
    from uth.cli.render.progress import solver_progress
    from uth.exact.solver.ante_game import legal_game
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import solve

    with solver_progress("boards", "solve") as report:
        boards = count_boards(report, 3)
        return solve(legal_game(rules, rules.limits.minimum), boards=boards)


def _print_house(house: HouseReadings) -> None:
    from uth.reports.readings import reading_text

    every = house.readings.values()
    title = text("readings.house", house=house.house, name=house.name, rounds=house.rounds)
    if not every:
        click.echo(f"{title}\n{text('readings.none')}")
        return
    columns = text("readings.columns")
    print_table(columns, map(_row, every), title, amounts=(2, 3, 4, 5, 6))
    click.echo(f"{text('readings.same_play')} {text('readings.moved')}")
    for one in every:
        for why, rounds in (("forbidden", one.forbidden), ("opened", one.opened)):
            if rounds:
                name = reading_text(one.name, language())
                click.echo(text(f"readings.{why}", name=name, rounds=rounds))
    if house.left_out:
        click.echo(text("readings.left_out", rounds=house.left_out))


def _row(one: ReadingTotals) -> tuple[str, ...]:
    from uth.reports.readings import expected_text, reading_text

    return (
        reading_text(one.name, language()),
        one.clause,
        f"{one.rounds:,}",
        dollars(one.players),
        dollars(one.bank),
        dollars(one.house),
        dollars(one.players_absolute),
        expected_text(one.expected, language()),
    )
