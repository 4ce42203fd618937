"""`uth par`: the PAR sheet of a house, as files."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryFile

import click

from uth.cli.input.options import json_option, one_house, refused_at
from uth.cli.language import text
from uth.cli.render.approval import print_approval
from uth.cli.render.numbers import print_json
from uth.cli.render.progress import solver_progress
from uth.core.money import Cents, parse_dollars
from uth.core.refusal import Refusal
from uth.exact.progress import Report
from uth.rulebook.model import Rulebook


@click.command()
@one_house
@click.option("--out", required=True, metavar="DIR", help="The folder to write to.")
@click.option("--ante", metavar="DOLLARS", help="The Ante for which amounts are shown.")
@json_option
def par(rules: Rulebook, out: str, ante: str | None, as_json: bool) -> None:
    """Write the PAR sheet of a house.

    The files are HTML, Markdown, JSON and charts, and a PDF if WeasyPrint is installed. HOUSE is
    one of the five houses, or the path of your own (.toml).

    \b
    Example:
      uth par hollywood-pa --out par
    """
    amount = _parse_ante(rules, ante)
    from uth.exact.solver.house_game import game_rules

    game_rules(rules)
    today = datetime.now(UTC).date().isoformat()
    with _output_folder(out) as folder:
        with solver_progress("boards", "solve", "positions") as report:
            files = make_files(rules, amount, today, report)
        for name, content in files.items():
            (folder / name).write_bytes(content)
    if as_json:
        print_json(json.loads(files["par.json"]))
        return
    print_approval(rules)
    click.echo(text("par.amounts", ante=amount))
    for name in files:
        click.echo(folder / name)
    if "par.pdf" not in files:
        click.echo(text("par.no_pdf"))


@contextmanager
def _output_folder(out: str) -> Iterator[Path]:
    """The folder, made and tried before the long work; a new one is removed after an error."""
    if not out.strip():
        raise Refusal("output/unwritable", reason=os.strerror(errno.ENOENT), where="--out")
    folder, created = Path(out), None
    try:
        parents = (*reversed(folder.parents), folder)
        created = next((path for path in parents if not path.exists()), None)
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder):
            pass
        yield folder
    except BaseException as error:
        if created is not None and created.is_dir():
            rmtree(created)
        if isinstance(error, OSError):
            raise Refusal("output/unwritable", reason=error.strerror, where="--out") from None
        raise


def _parse_ante(rules: Rulebook, ante: str | None) -> Cents:
    from uth.reports.par.antes import check_ante, usual_ante

    if ante is None:
        return usual_ante(rules)
    with refused_at("--ante"):
        return check_ante(rules, parse_dollars(ante))


def make_files(rules: Rulebook, ante: Cents, date: str, report: Report) -> dict[str, bytes]:
    """The content of every file, by name."""
    from uth.exact.solver.boards import count_boards
    from uth.exact.solver.house_game import game_rules
    from uth.exact.solver.solve import solve
    from uth.reports.par import charts as par_charts
    from uth.reports.par import pages as par_pages
    from uth.reports.par.sheet import ParSheet, par_passes

    boards = count_boards(report, par_passes(rules))
    data = ParSheet(rules, solve(game_rules(rules), boards=boards), boards, ante, date).data()
    charts = {"net": par_charts.net_chart(data), "hands": par_charts.hands_chart(data)}
    page = par_pages.html(data, charts)
    chart_files = {name: f"{name}.svg" for name in charts}
    files = {
        "par.html": page.encode(),
        "par.md": par_pages.markdown(data, chart_files).encode(),
        "par.json": json.dumps(data, indent=1, ensure_ascii=False).encode(),
        **{f"{name}.svg": chart.encode() for name, chart in charts.items()},
    }
    if par_pages.can_make_pdf():
        files["par.pdf"] = par_pages.pdf(page)
    return files
