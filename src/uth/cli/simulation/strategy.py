"""`uth strategy`: a strategy as a file, and the exact value of one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from uth import __version__
from uth.cli.input.ante import ante_option, parse_ante
from uth.cli.input.options import chosen_house, house_option, json_option, rules_option
from uth.cli.language import text
from uth.cli.render.numbers import exact, percent, print_json
from uth.cli.render.progress import solver_progress
from uth.cli.simulation.seat_options import read_content
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from fractions import Fraction

    from uth.exact.simulation.strategy_value import StrategyValue


@click.command()
@house_option
@rules_option
@ante_option
@click.option(
    "--strategy",
    "kind",
    type=click.Choice(["optimal", "simple"]),
    default="optimal",
    show_default=True,
    help="Which strategy to write.",
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write it here."
)
@click.option(
    "--value", type=click.Path(), metavar="FILE", help="Compute the exact value of this file."
)
@json_option
def strategy(
    house: str | None,
    file: str | None,
    ante: str | None,
    kind: str,
    out: Path | None,
    value: str | None,
    as_json: bool,
) -> None:
    """Write every decision of a strategy to a file, or price such a file exactly.

    A file has the decision of each of 169 hands before the flop, 1,286,792 classes on the flop and
    10,033,062 on the river. `uth simulate` and `uth advise` play by it, examples/check_strategy.py
    reads it without this program. Without a house, the game is the standard one.

    \b
    Examples:
      uth strategy --house california --out best.uths
      uth strategy --value mine.uths --house california --json
    """
    if out is None and value is None:
        raise click.UsageError("Missing option '--out' or '--value'.")
    if out is not None and value is not None:
        raise Refusal("usage/wrong", options=["--out", "--value"])
    from uth.cli.input.base_game import base_game
    from uth.exact.simulation.strategies import check_offered
    from uth.exact.simulation.strategy_file import read_strategy, write_strategy
    from uth.exact.simulation.strategy_tables import best_tables, simple_tables
    from uth.exact.simulation.strategy_value import strategy_value
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import solve
    from uth.rulebook.canonical import digest

    rulebook = chosen_house(house, file)
    game = base_game(rulebook, ante=parse_ante(rulebook, ante))
    tables = None
    if value is not None:
        tables = read_strategy(read_content(value), value).tables
        if rulebook is None:
            game = tables.rules
        check_offered(tables, game, value)
    with solver_progress("boards", "solve", "tables") as report:
        boards = count_boards(report, passes=3)
        best = solve(game, endings=False, boards=boards)
        if tables is None:
            optimal = kind == "optimal"
            tables = best_tables(best, boards) if optimal else simple_tables(game, boards)
        priced = strategy_value(tables, game, boards)
    answer = _answer(priced, best.ev)
    if out is not None:
        facts: dict[str, Any] = {"strategy": kind, "ev": exact(priced.ev), "version": __version__}
        if rulebook is not None:
            facts |= {"house": rulebook.id, "rulebook": digest(rulebook)}
        content = write_strategy(tables, facts)
        _write(out, content)
        answer |= {"out": str(out), "bytes": len(content)}
    if as_json:
        print_json(answer)
        return
    click.echo(text("strategy.value", ev=str(priced.ev), edge=percent(-priced.ev, 6)))
    click.echo(text("strategy.loss", loss=percent(best.ev - priced.ev, 6)))
    if out is not None:
        click.echo(text("strategy.written", name=str(out), bytes=answer["bytes"]))


def _answer(priced: StrategyValue, best: Fraction) -> dict[str, Any]:
    """The exact value in antes, what it costs against best play, and the actions."""
    return {
        "ev": exact(priced.ev),
        "house_edge": float(-priced.ev),
        "standard_deviation": priced.moments.deviation,
        "loss": {**exact(best - priced.ev), "antes": float(best - priced.ev)},
        "actions": {action.value: float(often) for action, often in priced.frequencies.items()},
    }


def _write(path: Path, content: bytes) -> None:
    part = path.with_name(f"{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        reason = str(error.strerror or error).lower()
        raise Refusal("export/unwritable", reason=reason, where=str(path)) from None
