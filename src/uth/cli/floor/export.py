"""`uth export`: the hand history of a store, written to a file."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, TypeVar

import click

from uth.cli.input.options import json_option, suggest
from uth.cli.input.store_option import db_option, existing_store
from uth.cli.language import text
from uth.cli.render.numbers import print_answer
from uth.cli.render.progress import progress_bar
from uth.core.refusal import Refusal, Refusals
from uth.exact.progress import Report

T = TypeVar("T")
STDOUT = "-"
FORMATS = {
    ".csv": "csv",
    ".jsonl": "jsonl",
    ".parquet": "parquet",
    ".phh": "phh",
    ".phhs": "phh",
    ".txt": "notation",
    ".uth": "notation",
}
"""The format by the ending of a file's name; JSON lines for any other."""


@click.command()
@click.argument("file", type=click.Path())
@db_option
@click.option(
    "--format",
    "form",
    shell_complete=suggest(lambda: sorted({*FORMATS.values()})),
    help="notation, jsonl, parquet, csv or phh.  [default: by the ending of FILE, else jsonl]",
)
@click.option(
    "--rows",
    default="rounds",
    shell_complete=suggest(lambda: ["rounds", "wagers"]),
    help="In parquet and csv, a row for each of rounds or wagers.  [default: rounds]",
)
@click.option("--table", default="", help="Only hands of this table.")
@click.option("--player", default="", help="Only hands that this player took part in.")
@click.option(
    "--since", type=click.DateTime(), help="Only hands that ended at this time or later, UTC."
)
@click.option("--until", type=click.DateTime(), help="Only hands that ended before this time, UTC.")
@json_option
def export(
    *,
    file: str,
    address: str,
    form: str | None,
    rows: str,
    table: str,
    player: str,
    since: datetime | None,
    until: datetime | None,
    as_json: bool,
) -> None:
    """Write settled hands to a new FILE, or to standard output for -.

    \b
    Examples:
      uth export hands.parquet --db house.db
      uth export wagers.csv --rows wagers
      uth export - --table main | head
    """
    from uth.floor.records.hand_export import export as write
    from uth.floor.records.hand_export import media_of
    from uth.floor.records.hand_history import hands

    form = form or FORMATS.get(Path(file).suffix.lower(), "jsonl")
    media_of(form)
    start, end = _millis(since) or 0, _millis(until)
    if file != STDOUT and Path(file).exists():
        raise Refusal("export/exists", where=file)
    with (
        existing_store(address) as store,
        store.reading() as reader,
        _output(file) as out,
        progress_bar("hands") as report,
    ):
        rounds = hands(reader, table=table, player=player, since=start, until=end)
        count = write(_counted(rounds, report), form, out, rows)
    if file != STDOUT:
        answer = {"file": file, "format": form, "hands": count}
        print_answer(answer, text("export.written", hands=count, file=file), as_json)


@contextmanager
def _output(file: str) -> Iterator[BinaryIO]:
    """A new file, removed again after an error; or standard output."""
    if file == STDOUT:
        yield sys.stdout.buffer
        return
    path = Path(file)
    try:
        with path.open("xb") as out:
            yield out
    except (Refusal, Refusals, KeyboardInterrupt):
        path.unlink(missing_ok=True)
        raise
    except OSError as error:
        if not isinstance(error, FileExistsError):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        raise Refusal("export/unwritable", reason=error.strerror, where=file) from None


def _counted(rows: Iterable[T], report: Report) -> Iterator[T]:
    for number, row in enumerate(rows, 1):
        report(number, 0)
        yield row


def _millis(time: datetime | None) -> int | None:
    """Milliseconds since the epoch."""
    return None if time is None else int(time.replace(tzinfo=UTC).timestamp()) * 1_000
