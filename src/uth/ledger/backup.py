"""A backup: a SQLite file with one consistent state, without the cards of unsettled rounds."""

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
from uth.ledger.sql.store import SqlStore, StoreFailure, transaction

COPIED = (
    t.rulebooks,
    t.events,
    t.postings,
    t.accounts,
    t.redactions,
    t.rounds,
    t.round_players,
)
"""Tables copied unchanged; of secrets and answers only those of settled rounds are copied."""
HIDING = ("table/", "fair/", "meter/")
"""The prefixes of streams with secrets."""


def backup(store: SqlStore, path: Path) -> None:
    """Write the copy to a temporary file, and rename it when it is complete and durable."""
    if path.exists():
        raise Refusal("backup/exists", where=str(path))
    temporary = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        temporary.touch(0o600, exist_ok=False)
        _write(store, temporary)
        os.replace(temporary, path)
        sync_folder(path.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal("backup/unwritable", reason=reason, where=str(path)) from None
    except StoreFailure as failure:
        raise Refusal("backup/failed", reason=failure.reason, where=str(path)) from failure
    finally:
        with suppress(OSError):
            for end in ("", "-wal", "-shm"):
                temporary.with_name(temporary.name + end).unlink(missing_ok=True)


def _write(store: SqlStore, path: Path) -> None:
    engine = sqlite_engine(path)
    try:
        migrate(engine)
        with (
            transaction(engine.execution_options(uth_writes=True)) as target,
            store.reading() as reader,
        ):
            assert isinstance(reader, SqlReader)
            _copy(reader, target)
        with engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        engine.dispose()


def _copy(reader: SqlReader, target: sa.Connection) -> None:
    no_lease = {"owner": "", "epoch": 0, "expires": 0}
    _insert(target, t.streams, ({**row._asdict(), **no_lease} for row in reader.rows(t.streams)))
    for table in COPIED:
        _insert(target, table, (row._asdict() for row in reader.rows(table)))
    public = {row.stream: _public_until(reader, row) for row in reader.streams()}
    left_out = set[tuple[str, int]]()
    for table in (t.secrets, t.answers):
        _insert(target, table, _public_rows(reader, table, public, left_out))
    new = sorted(left_out - reader.redacted())
    _insert(target, t.redactions, ({"stream": stream, "version": at} for stream, at in new))


def _public_until(reader: SqlReader, row: StreamRow) -> int:
    """The version up to which a stream is public; other streams than these hide nothing."""
    return reader.public_until(row.stream) if row.stream.startswith(HIDING) else row.version


def _public_rows(
    reader: SqlReader, table: sa.Table, public: dict[str, int], left_out: set[tuple[str, int]]
) -> Iterator[dict[str, Any]]:
    """The rows of settled rounds; an answer may show its player's cards, like a secret."""
    for row in reader.rows(table):
        if row.version <= public.get(row.stream, 0):
            yield row._asdict()
        else:
            left_out.add((row.stream, row.version))


def _insert(target: sa.Connection, table: sa.Table, rows: Iterable[dict[str, Any]]) -> None:
    rows = iter(rows)
    while page := list(islice(rows, PAGE)):
        target.execute(sa.insert(table), page)
