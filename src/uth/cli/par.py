"""`uth par`: the PAR sheet of a house, as files that can be filed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from uth.cli.mathematics import json_option, named_house, need, print_json, waiting
from uth.core.money import parse_dollars, print_dollars
from uth.core.refusal import Refusal

if TYPE_CHECKING:
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
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(
            "output/unwritable", f"{out} can't be made: {error.strerror}", "--out"
        ) from None
    with waiting("Working out the PAR sheet", "tally_flushes", "gather_flushes"):
        files = make(rules, amount)
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


def _ante(rules: Rulebook, text: str | None) -> Cents:
    """The Ante asked for, or the usual one."""
    from uth.exact.par_files import check_ante, usual_ante

    if text is None:
        return usual_ante(rules)
    try:
        return check_ante(rules, parse_dollars(text))
    except Refusal as no:
        raise Refusal(no.code, no.sentence, "--ante", no.clause) from None


def make(rules: Rulebook, ante: Cents) -> dict[str, bytes]:
    """Every file of the report, by name."""
    from uth.exact import par_charts, par_pages
    from uth.exact.boards import count_boards
    from uth.exact.par import par_sheet

    data = par_sheet(rules, count_boards(), ante).data()
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
