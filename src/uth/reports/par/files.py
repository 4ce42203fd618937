"""A PAR sheet as a file in one format."""

from __future__ import annotations

import json

from uth.core.money import Cents
from uth.exact.solver.boards import Boards
from uth.exact.solver.solution import Solution
from uth.rulebook.model import Rulebook

FORMATS = {
    "html": ("html", "text/html"),
    "markdown": ("md", "text/markdown"),
    "json": ("json", "application/json"),
}
"""Format → file extension and media type."""


def par_file(
    rules: Rulebook, solution: Solution, boards: Boards, ante: Cents, *, form: str, date: str
) -> str:
    """The sheet in one format; Markdown has no charts."""
    from uth.reports.par.sheet import ParSheet

    data = ParSheet(rules, solution, boards, ante, date).data()
    if form == "json":
        return json.dumps(data, indent=1, ensure_ascii=False)
    from uth.reports.par import pages as par_pages

    if form == "markdown":
        return par_pages.markdown(data, {})
    from uth.reports.par import charts as par_charts

    charts = {"net": par_charts.net_chart(data), "hands": par_charts.hands_chart(data)}
    return par_pages.html(data, charts)
