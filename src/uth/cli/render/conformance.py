"""What `uth conformance` prints: the matrix as a table, as Markdown or as JSON."""

from __future__ import annotations

import msgspec
from rich.text import Text

from uth.cli.conformance_matrix import ConformanceRow
from uth.cli.language import text
from uth.cli.render.console import Rows, print_table

MOST_LISTED = 3
"""Places, entries and sentences of a clause that Markdown lists; JSON has all."""


def print_matrix(rows: list[ConformanceRow], form: str) -> None:
    if form == "json":
        print(msgspec.json.format(msgspec.json.encode(rows), indent=1).decode())
    elif form == "markdown":
        print(_markdown(rows))
    else:
        print_table(text("conformance.columns"), _rows(rows), text("conformance.title"))


def _markdown(rows: list[ConformanceRow]) -> str:
    heads = text("conformance.markdown_columns").split("|")
    return "\n".join(
        [_cells(heads), _cells(["---"] * len(heads)), *(_cells(_markdown_row(row)) for row in rows)]
    )


def _cells(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _markdown_row(row: ConformanceRow) -> list[str]:
    said = [
        f"{one.document}:{one.line_number} “{one.words}” ← {', '.join(one.mutations) or '—'}"
        for one in row.sentences
    ]
    caught = [f"{rule.test} ← {rule.wrong} (`{rule.name}`)" for rule in row.mutations]
    return [
        row.clause,
        row.wording,
        " ".join(row.how),
        _few(said),
        _few(row.entries),
        _few(row.implemented),
        "<br>".join(caught) or "—",
        _status(row),
    ]


def _few(parts: list[str]) -> str:
    more = f"<br>+{len(parts) - MOST_LISTED}" if len(parts) > MOST_LISTED else ""
    return "<br>".join(parts[:MOST_LISTED]) + more


def _status(row: ConformanceRow) -> str:
    words = text(f"conformance.{row.status.replace(' ', '_')}")
    if row.status != "not shown":
        return words
    unshown = [f"{one.document}:{one.line_number}" for one in row.sentences if not one.mutations]
    return f"**{words}** {', '.join([*row.survived, *unshown])}".rstrip()


def _rows(rows: list[ConformanceRow]) -> Rows:
    for row in rows:
        words = text(f"conformance.{row.status.replace(' ', '_')}")
        shown = Text(words, "red") if row.status == "not shown" else words
        first = row.implemented[0] if row.implemented else ""
        more = f" +{len(row.implemented) - 1}" if len(row.implemented) > 1 else ""
        counts = f"{len(row.tests)}", f"{len(row.mutations)}"
        yield row.clause, " ".join(row.how), row.wording, first + more, *counts, shown
