"""`uth search`: all Blind pay tables of a grid within a band of edge and spread."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from uth.cli.input.base_game import base_game, qualify_option
from uth.cli.input.options import chosen_house, house_option, json_option, rules_option
from uth.cli.input.workers import exit_code, worker_options
from uth.cli.language import text
from uth.cli.render.console import print_table
from uth.cli.render.numbers import Json, decimal, exact, percent, print_json
from uth.cli.render.progress import solver_progress
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.compute.workers import Workers
    from uth.exact.search.blind_grid import BlindGrid, FittingTable, ValueBand
    from uth.exact.solver.game_rules import GameRules

NUMBER = r"[0-9]{1,6}(?:/[0-9]{1,4}|\.[0-9]{1,6})?"
ODDS = re.compile(rf"({NUMBER})(?:\.\.({NUMBER})(?::({NUMBER}))?)?")
BAND = re.compile(rf"(-?{NUMBER})\.\.(-?{NUMBER})")
MOST_TABLES = 2_000_000
MOST_SOLVES = 500
MOST_SHOWN = 20


def parse_axis(word: str) -> tuple[Fraction, ...]:
    """`3`, `1..3` in steps of 1, or `1..3:1/2`; several are separated by `|`."""
    odds: set[Fraction] = set()
    for part in word.split("|"):
        match = ODDS.fullmatch(part.strip())
        if match is None or any(number and re.search(r"/0+$", number) for number in match.groups()):
            raise Refusal("search/odds", odds=part.strip(), where="--blind")
        least = Fraction(match[1])
        greatest, step = Fraction(match[2] or match[1]), Fraction(match[3] or 1)
        if greatest < least or step == 0 or (greatest - least) / step > MOST_TABLES:
            raise Refusal("search/odds", odds=part.strip(), where="--blind")
        odds |= {least + step * at for at in range(int((greatest - least) / step) + 1)}
    return tuple(sorted(odds))


def parse_grid(words: str) -> BlindGrid:
    """Six odds or ranges of odds, royal flush first."""
    from uth.exact.search.blind_grid import BlindGrid
    from uth.exact.search.blind_planes import LINES

    axes = tuple(parse_axis(word) for word in words.split(","))
    if len(axes) != LINES:
        raise Refusal("solve/blind_count", count=len(axes), where="--blind")
    grid = BlindGrid(axes)
    if grid.size > MOST_TABLES:
        raise Refusal("search/size", count=grid.size, most=MOST_TABLES, where="--blind")
    if not grid.fits:
        raise Refusal("solve/blind_too_fine", where="--blind")
    return grid


def parse_band(words: str, unit: int, where: str) -> ValueBand:
    """`1.5..2.5`."""
    from uth.exact.search.blind_grid import ValueBand

    match = BAND.fullmatch(words.strip())
    if match is None or any(re.search(r"/0+$", number) for number in match.groups()):
        raise Refusal("search/band", band=words, where=where)
    band = ValueBand(Fraction(match[1]) / unit, Fraction(match[2]) / unit)
    if band.greatest < band.least:
        raise Refusal("search/band", band=words, where=where)
    return band


@click.command()
@click.option(
    "--target-edge",
    required=True,
    metavar="BAND",
    help="The house edge in percent of the Ante: 1.5..2.5.",
)
@click.option(
    "--blind",
    required=True,
    metavar="GRID",
    help='Odds or ranges, royal flush down to straight: "500,50,10|20,2..4,1..2:1/4,1". '
    "A range has steps of 1, or of what follows the colon.",
)
@click.option("--spread", metavar="BAND", help="The standard deviation in antes: 4.8..5.2.")
@click.option("--play", metavar="RAISES", help='The raises before the flop: "4,3" or "5".')
@qualify_option
@house_option
@rules_option
@worker_options
@json_option
def search(
    target_edge: str,
    blind: str,
    spread: str | None,
    play: str | None,
    qualify: str | None,
    house: str | None,
    file: str | None,
    workers: Workers,
    as_json: bool,
) -> int:
    """Find all Blind pay tables of a grid within a band of edge and spread.

    Every figure is exact. Only odds that can change a decision need a solution of their own (in the
    standard game four of a kind); solutions are remembered for the next search.

    \b
    Examples:
      uth search --target-edge 1.5..2.5 --blind "500,50,10,2..4:1/2,1..2:1/4,1"
      uth search --target-edge 2..3 --spread 4.5..5 --blind "100..500:100,50,10|20,3,3/2,1" --json
    """
    edge_band = parse_band(target_edge, 100, "--target-edge")
    spread_band = parse_band(spread, 1, "--spread") if spread is not None else None
    grid = parse_grid(blind)
    rules = base_game(chosen_house(house, file), play=play, qualify=qualify)
    if not rules.below_cap:
        raise Refusal("search/game")
    started = time.perf_counter()
    with solver_progress("solutions", "solve") as report:
        solved = KnownPlanes(rules, workers, report)
        result = solved.search(grid, edge_band, spread_band)
    seconds = time.perf_counter() - started
    if result is not None:
        print_search(result, grid, solved, seconds, as_json=as_json)
    return exit_code(solved.run) if solved.run is not None else 0


@dataclass(frozen=True)
class FoundTables:
    """The pay tables that fit, of so many that were searched."""

    fitting: list[FittingTable]
    searched: int


class KnownPlanes:
    """Solved games by pay table; each is remembered in the user's cache."""

    def __init__(self, rules: GameRules, workers: Workers, report: Any) -> None:
        self.rules = rules
        self.workers = workers
        self.report = report
        self.solves: int = 0
        self.known: int = 0
        self.run: Any = None

    def search(
        self, grid: BlindGrid, edge: ValueBand, spread: ValueBand | None
    ) -> FoundTables | None:
        """The pay tables that fit; if it was interrupted, those of the games solved so far.

        None if it is not even known which lines matter.
        """
        from uth.exact.search.blind_planes import BlindPlane

        (first,) = self.parts_of([None])
        if first is None:
            return None
        matters = tuple(map(bool, first))
        bases = grid.bases(matters)
        if len(bases) > MOST_SOLVES:
            raise Refusal("search/solves", count=len(bases), most=MOST_SOLVES, where="--blind")
        planes = {
            base: BlindPlane.of_parts(numbers)
            for base, numbers in zip(bases, self.parts_of(list(bases)), strict=True)
            if numbers is not None
        }
        searched = grid.size // len(bases) * len(planes)
        return FoundTables(grid.fitting(planes, matters, edge, spread), searched)

    def parts_of(self, bases: list[Any]) -> list[list[int] | None]:
        """The planes of pay tables, known ones from the cache; None: which lines matter.

        Those that were not solved when it was interrupted are None in the answer.
        """
        from uth.cli.protection.known_results import saved_run
        from uth.compute.chunks import run_chunks
        from uth.compute.interrupts import stop_on_interrupt
        from uth.exact.search.blind_planes import plane_parts

        files = [saved_run(f"plane {self.rules} {base}") for base in bases]
        fitting = [file.load(1) if file else None for file in files]
        missing = [at for at, saved in enumerate(fitting) if saved is None]
        self.known += len(bases) - len(missing)
        results: list[Any] = [None if saved is None else saved[1] for saved in fitting]
        none: list[list[int]] = []
        tables = tuple(bases[at] or () for at in missing)
        numbered = [0] if bases == [None] else [at + 1 for at in range(len(missing))]

        def remember(planes: list[list[int]], numbers: list[int]) -> list[list[int]]:
            """Each solution as it comes, so that a kill loses only those under way."""
            if (file := files[missing[len(planes)]]) is not None:
                file.save(1, 1, numbers, last=True)
            return [*planes, numbers]

        with stop_on_interrupt() as stop:
            run = run_chunks(
                partial(_numbered, plane_parts, self.rules, tables, tuple(numbered)),
                chunks=len(missing),
                start=none,
                combine=remember,
                workers=self.workers,
                stop=stop,
                report=lambda run: self.report(run.done, run.chunks),
            )
        for at, numbers in zip(missing, run.value, strict=False):
            results[at] = numbers
            self.solves += 1
        if run.partial:
            self.run = run
        return results


def _numbered(
    work: Any, rules: GameRules, tables: Any, numbers: tuple[int, ...], chunk: int
) -> Any:
    """One chunk by its number in a list."""
    return work(rules, tables, numbers[chunk])


def print_search(
    result: FoundTables,
    grid: BlindGrid,
    solved: KnownPlanes,
    seconds: float,
    *,
    as_json: bool,
) -> None:
    fitting = result.fitting
    if as_json:
        tables: list[Json] = [
            {
                "blind": [decimal(odds) for odds in table.blind],
                "ev": exact(table.ev),
                "house_edge": float(-table.ev),
                "standard_deviation": table.deviation,
            }
            for table in fitting
        ]
        print_json(
            {
                "tables": grid.size,
                "searched": result.searched,
                "partial": solved.run is not None,
                "found": tables,
                "solved": solved.solves,
                "known": solved.known,
                "seconds": round(seconds, 6),
                "per_minute": round(result.searched / seconds * 60),
            }
        )
        return
    rows = (
        (", ".join(map(str, table.blind)), percent(-table.ev, 5), f"{table.deviation:.4f}")
        for table in fitting[:MOST_SHOWN]
    )
    print_table(text("search.columns"), rows, text("search.title"))
    click.echo(
        text(
            "search.summary",
            fitting=len(fitting),
            tables=result.searched,
            shown=min(len(fitting), MOST_SHOWN),
            solved=solved.solves,
            seconds=f"{seconds:.1f}",
        )
    )
    if solved.run is not None:
        click.echo(text("search.partial", searched=result.searched, tables=grid.size))
