"""An option sheet as a page to print (HTML) and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from uth.core.money import dollars
from uth.core.texts import ENGLISH, Catalog, catalog
from uth.reports.houses.option_sheet import OptionSheet, SheetFee, SheetOption

STYLE = """
body { font: 11pt/1.45 Georgia, serif; color: #111; max-width: 44rem; margin: 2rem auto }
h1 { font-size: 1.5rem; margin-bottom: 0 }
h2 { font-size: 1.1rem; margin-top: 1.6rem }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #999; padding: .3rem .5rem; vertical-align: top }
th { text-align: left; background: #eee }
small { color: #555; overflow-wrap: anywhere }
@media print { body { margin: 0; max-width: none } }
"""
CHOSEN, OPEN = "☒", "☐"


def html(sheet: OptionSheet, language: str = ENGLISH) -> str:
    """The sheet as one file without links to others."""
    words = catalog(language)
    body = [f"<h1>{escape(_title(sheet, words))}</h1>", f"<p>{escape(sheet.document)}</p>"]
    for heading, columns, rows in _tables(sheet, words):
        body.append(f"<h2>{escape(heading)}</h2>")
        body.append(_html_table(columns, rows))
    body += [f"<p>{escape(note)}</p>" for note in _notes(sheet, words)]
    body.append(f"<p><small>{escape(_foot(sheet, words))}</small></p>")
    head = f'<meta charset="utf-8"><title>{escape(_title(sheet, words))}</title>'
    return (
        f'<!doctype html>\n<html lang="{language}"><head>{head}<style>{STYLE}</style></head>'
        f"<body>\n{chr(10).join(body)}\n</body></html>\n"
    )


def markdown(sheet: OptionSheet, language: str = ENGLISH) -> str:
    words = catalog(language)
    lines = [f"# {_title(sheet, words)}", "", sheet.document]
    for heading, columns, rows in _tables(sheet, words):
        lines += ["", f"## {heading}", "", _row(columns), _row(["---"] * len(columns))]
        lines += [_row(row) for row in rows]
    for note in _notes(sheet, words):
        lines += ["", note]
    return "\n".join([*lines, "", _foot(sheet, words), ""])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _html_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>\n" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>"


def _title(sheet: OptionSheet, words: Catalog) -> str:
    key = "options.of_table" if sheet.table else "options.of_house"
    return words.text(key, house=sheet.name, table=sheet.table)


def _tables(sheet: OptionSheet, words: Catalog) -> Iterable[tuple[str, list[str], list[list[str]]]]:
    """Heading, columns and rows of each part."""

    def columns(*names: str) -> list[str]:
        return [words.text(f"options.{name}") for name in names]

    yield (
        words.text("options.options"),
        columns("option", "choices", "clause"),
        [[option.name, _choices(option, words), option.clause] for option in sheet.options],
    )
    yield (
        words.text("options.limits"),
        columns("wager", "minimum", "maximum", "clause"),
        [
            [row.name, dollars(row.minimum), dollars(row.maximum), row.clause]
            for row in sheet.limits
        ],
    )
    if sheet.collection:
        yield (
            words.text("options.collection"),
            columns("payer", "basis", "band", "fee"),
            [
                [row.payer, row.basis, _band(row, words), dollars(row.fee)]
                for row in sheet.collection
            ],
        )


def _choices(option: SheetOption, words: Catalog) -> str:
    return " · ".join(
        f"{CHOSEN if choice.chosen else OPEN} {choice.text}"
        + (f" ({words.text('options.departs')})" if choice.departs else "")
        for choice in option.choices
    )


def _band(row: SheetFee, words: Catalog) -> str:
    if row.below is None:
        return words.text("options.from", start=row.start)
    return words.text("options.from_below", start=row.start, below=row.below)


def _notes(sheet: OptionSheet, words: Catalog) -> list[str]:
    """The bounds of limits, when fees are dropped and how many rates there are."""
    notes = [
        words.text("options.bounds", name=row.name, low=row.low, high=row.high, clause=row.clause)
        for row in sheet.bounds
    ]
    if not sheet.collection:
        return [*notes, words.text("options.no_collection")]
    return [*notes, words.text("options.dropped", when=sheet.dropped, rates=sheet.rates)]


def _foot(sheet: OptionSheet, words: Catalog) -> str:
    return words.text("options.foot", clauses=", ".join(sheet.clauses), rulebook=sheet.rulebook)
