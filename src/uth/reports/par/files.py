"""A PAR sheet as files: every one of them by name, or one by its form."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uth.core.money import print_dollars
from uth.core.refusal import Refusal

if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.exact.solver.boards import Boards
    from uth.exact.solver.solution import Solution
    from uth.rulebook.model import Rulebook

USUAL_ANTE = 2500
MEDIA = {
    "html": ("html", "text/html"),
    "markdown": ("md", "text/markdown"),
    "json": ("json", "application/json"),
}
"""Form → how the file's name ends, and its media type."""


def usual_ante(rules: Rulebook) -> Cents:
    """The usual Ante as near as limits and chips let it be (Q-10, Q-16)."""
    low, high, chip = rules.limits.minimum, rules.limits.maximum, rules.limits.chip
    return max(min(USUAL_ANTE, high) // chip * chip, low)


def check_ante(rules: Rulebook, amount: Cents) -> Cents:
    """An Ante that the house takes, or a refusal."""
    low, high, chip = rules.limits.minimum, rules.limits.maximum, rules.limits.chip
    if not low <= amount <= high:
        raise Refusal(
            "par/ante",
            f"an Ante here is ${print_dollars(low)} to ${print_dollars(high)}",
            "ante",
            next(iter(rules.cite("wagers.limits")), ""),
        )
    if amount % chip:
        raise Refusal(
            "par/chip",
            f"{print_dollars(amount)} is not a multiple of the smallest chip, "
            f"{print_dollars(chip)}",
            "ante",
            next(iter(rules.cite("wagers.chip")), ""),
        )
    return amount


def one_file(rules: Rulebook, solution: Solution, boards: Boards, ante: Cents, form: str) -> str:
    """The sheet in one form; Markdown goes without the charts."""
    from uth.reports.par.sheet import ParSheet

    data = ParSheet(rules, solution, boards, ante).data()
    if form == "json":
        return json.dumps(data, indent=1, ensure_ascii=False)
    from uth.reports.par import pages as par_pages

    if form == "markdown":
        return par_pages.markdown(data, {})
    from uth.reports.par import charts as par_charts

    charts = {"net": par_charts.net_chart(data), "hands": par_charts.hands_chart(data)}
    return par_pages.html(data, charts)
