"""A copy of one moment as a SQLite file, without the cards of rounds that are not settled."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from uth.core.refusal import Refusal
from uth.ledger.journal.heads import sync_folder
from uth.ledger.journal.store import StreamRow
from uth.ledger.sql import schema as t
from uth.ledger.sql.migrate import migrate
from uth.ledger.sql.reader import PAGE, SqlReader
from uth.ledger.sql.sqlite import sqlite_engine
from uth.ledger.sql.store import Failed, SqlStore, asked

PLAIN = (
    t.rulebooks,
    t.events,
    t.postings,
    t.accounts,
    t.redactions,
    t.rounds,
    t.round_players,
)
"""Copied as they are; secrets and answers only as far as their rounds are settled."""


HIDING = ("table/", "fair/", "meter/")
"""How streams begin that hold something back."""


def backup(store: SqlStore, path: Path) -> None:
    """Write the copy aside and move it into place when it is whole and durable."""
    if path.exists():
        raise Refusal("backup/exists", "there is a file of this name already", str(path))
    aside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        aside.touch(0o600, exist_ok=False)
        _write(store, aside)
        os.replace(aside, path)
        sync_folder(path.parent)
    except OSError as error:
        raise Refusal("backup/unwritable", error.strerror or str(error), str(path)) from None
    except Failed as no:
        sentence = f"the copy could not be made ({no.why})"
        raise Refusal("backup/failed", sentence, str(path)) from no
    finally:
        with suppress(OSError):
            for left in (aside, *(aside.with_name(aside.name + end) for end in ("-wal", "-shm"))):
                left.unlink(missing_ok=True)


def _write(store: SqlStore, aside: Path) -> None:
    engine = sqlite_engine(aside)
    try:
        migrate(engine)
        with (
            asked(engine.execution_options(uth_writes=True)) as target,
            store.reading() as reader,
        ):
            assert isinstance(reader, SqlReader)
            _copy(reader, target)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        engine.dispose()


def _copy(reader: SqlReader, target: sa.Connection) -> None:
    free = {"owner": "", "epoch": 0, "expires": 0}
    _fill(target, t.streams, ({**row._asdict(), **free} for row in reader.rows(t.streams)))
    for table in PLAIN:
        _fill(target, table, (row._asdict() for row in reader.rows(table)))
    public = {row.stream: _public_until(reader, row) for row in reader.streams()}
    _fill(target, t.secrets, _told(reader, t.secrets, public))
    _fill(target, t.answers, _told(reader, t.answers, public))
    left_out = {
        (row.stream, row.version)
        for table in (t.secrets, t.answers)
        for row in reader.rows(table)
        if row.stream and row.version > public.get(row.stream, 0)
    }
    new = sorted(left_out - reader.redacted())
    _fill(target, t.redactions, ({"stream": stream, "version": at} for stream, at in new))


def _public_until(reader: SqlReader, row: StreamRow) -> int:
    """What the cage and the floor book hides nothing; only rounds and meters wait for their end."""
    return reader.public_until(row.stream) if row.stream.startswith(HIDING) else row.version


def _told(reader: SqlReader, table: sa.Table, public: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Rows of settled rounds; an answer may show its player's cards, so it is held alike."""
    for row in reader.rows(table):
        if row.version <= public.get(row.stream, 0):
            yield row._asdict()


def _fill(target: sa.Connection, table: sa.Table, rows: Iterable[dict[str, Any]]) -> None:
    rows = iter(rows)
    while chunk := list(islice(rows, PAGE)):
        target.execute(sa.insert(table), chunk)
