"""`uth par`: the PAR sheet of a house, as files that can be filed."""

from __future__ import annotations

import json
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

import click

from uth.cli.extras import need
from uth.cli.house_option import named_house
from uth.cli.mathematics import json_option
from uth.cli.progress import working
from uth.cli.render.numbers import print_json
from uth.core.money import parse_dollars, print_dollars
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook


@click.command()
@click.argument("house")
@click.option("--out", required=True, metavar="DIR", help="Where the files go.")
@click.option("--ante", metavar="DOLLARS", help="The Ante that amounts are shown for.")
@json_option
def par(house: str, out: str, ante: str | None, as_json: bool) -> None:
    """Write the PAR sheet of HOUSE: HTML, Markdown, JSON and charts.

    PDF too, where WeasyPrint is installed. HOUSE is one of the five, or a .toml file.
    """
    rules = named_house(house)
    amount = _ante(rules, ante)
    need("numpy", "numba", "jinja2", "matplotlib", extra="report")
    from uth.exact.solver.house_game import game_rules

    game_rules(rules)
    with _folder(out) as folder:
        with working(
            "Boards", "tally_flush_boards", "sum_flush_boards", "wager_flush_boards"
        ) as tell:
            files = make(rules, amount, tell)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    if as_json:
        print_json(json.loads(files["par.json"]))
        return
    click.echo(f"The Ante is taken as ${print_dollars(amount)}.")
    for name in files:
        click.echo(folder / name)
    if "par.pdf" not in files:
        click.echo("No PDF: WeasyPrint is not installed.")


@contextmanager
def _folder(out: str) -> Iterator[Path]:
    """Where the files go, made now lest one waits in vain; no new folder stays after a refusal."""
    if not out.strip():
        raise Refusal("output/unwritable", "the folder has no name", "--out")
    folder, new = Path(out), None
    try:
        new = next((one for one in (*reversed(folder.parents), folder) if not one.exists()), None)
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
        yield folder
    except BaseException as error:
        if new is not None and new.is_dir():
            rmtree(new)
        if isinstance(error, OSError):
            raise Refusal(
                "output/unwritable", f"{out} can't be written: {error.strerror}", "--out"
            ) from None
        raise


def _ante(rules: Rulebook, text: str | None) -> Cents:
    """The Ante asked for, or the usual one."""
    from uth.reports.par.antes import check_ante, usual_ante

    if text is None:
        return usual_ante(rules)
    try:
        return check_ante(rules, parse_dollars(text))
    except Refusal as no:
        raise Refusal(no.code, no.sentence, "--ante", no.clause) from None


def _nobody(done: int, of: int) -> None:
    """Nobody watches."""


def make(
    rules: Rulebook, ante: Cents, tell: Callable[[int, int], None] = _nobody
) -> dict[str, bytes]:
    """Every file of the report, by name."""
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.solve import BOARDS_PER_PASS, Progress
    from uth.reports.par import charts as par_charts
    from uth.reports.par import pages as par_pages
    from uth.reports.par.sheet import par_passes, par_sheet

    watch = Progress(tell, par_passes(rules) * BOARDS_PER_PASS)
    data = par_sheet(rules, count_boards(progress=watch), ante).data()
    charts = {"net": par_charts.net_chart(data), "hands": par_charts.hands_chart(data)}
    page = par_pages.html(data, charts)
    named = {name: f"{name}.svg" for name in charts}
    files = {
        "par.html": page.encode(),
        "par.md": par_pages.markdown(data, named).encode(),
        "par.json": json.dumps(data, indent=1, ensure_ascii=False).encode(),
        **{f"{name}.svg": chart.encode() for name, chart in charts.items()},
    }
    if par_pages.can_make_pdf():
        files["par.pdf"] = par_pages.pdf(page)
    return files
