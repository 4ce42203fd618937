"""What `uth conformance` prints: the matrix as a table, as Markdown or as JSON."""

from __future__ import annotations

import msgspec
from rich.text import Text

from uth.cli.conformance_matrix import ConformanceLine
from uth.cli.language import text
from uth.cli.render.console import Rows, print_table


def print_matrix(rows: list[ConformanceLine], form: str) -> None:
    if form == "json":
        print(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode())
    elif form == "markdown":
        print(_markdown(rows))
    else:
        print_table(text("conformance.columns"), _rows(rows), text("conformance.title"))


def _markdown(rows: list[ConformanceLine]) -> str:
    lines = ["| clause | wording | how | implemented | tests |", "|---|---|---|---|---|"]
    for row in rows:
        wording = row.wording.replace("|", "\\|")
        files = ", ".join(row.implemented[:3]) + (" …" if len(row.implemented) > 3 else "")
        tests = "<br>".join(row.tests) or "—"
        if not row.shown:
            tests += f" **{text('conformance.not_shown')}**"
        lines.append(f"| {row.clause} | {wording} | {' '.join(row.how)} | {files} | {tests} |")
    return "\n".join(lines)


def _rows(rows: list[ConformanceLine]) -> Rows:
    for row in rows:
        tests = f"{len(row.tests)}" if row.shown else Text(text("conformance.not_shown"), "red")
        first = row.implemented[0] if row.implemented else ""
        more = f" +{len(row.implemented) - 1}" if len(row.implemented) > 1 else ""
        yield row.clause, " ".join(row.how), row.wording, first + more, tests
