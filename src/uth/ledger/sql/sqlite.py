"""The embedded store: one file, durable after every commit, without a server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.pool import QueuePool

from uth.ledger.sql.sql_statements import Insert
from uth.ledger.sql.store import Hook, SqlStore, failures, no_hook

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cache_size=-65536",
    "PRAGMA wal_autocheckpoint=8000",
)
"""Changed pages are copied into the file when 32 MB of them wait: the same ones change often."""
WAIT = 30
"""Seconds that a writer waits for another process's transaction."""

CLOCK: sa.ColumnElement[int] = sa.literal_column(
    "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", sa.BigInteger
)
"""The host's clock in milliseconds; SQLite 3.40 has no better expression."""


def sqlite_engine(path: Path | str) -> sa.Engine:
    """Connections without implicit transactions.

    The one used last is used next: another one's cached pages are no longer those of the file.
    """
    keep_private(Path(path))
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_use_lifo=True,
        connect_args={"check_same_thread": False, "timeout": WAIT, "isolation_level": None},
    )
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def keep_private(path: Path) -> None:
    """Create the file so that only its owner may read it: it contains undealt decks."""
    with suppress(OSError):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare(connection: Any, record: object) -> None:
    for pragma in PRAGMAS:
        connection.execute(pragma)


def _begin(connection: sa.Connection) -> None:
    """A writer takes the write lock at once: a transaction that has read may not get it."""
    writes = connection.get_execution_options().get("uth_writes")
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if writes else "BEGIN")


class SqliteStore(SqlStore):
    """A store in a file. Its commits share one connection of the driver: taking one from the pool
    and returning it would cost as much as writing a few rows.
    """

    def __init__(
        self, engine: sa.Engine, insert: Insert, clock: sa.ColumnElement[int], hook: Hook
    ) -> None:
        super().__init__(engine, insert, clock, hook)
        self._mutex = Lock()
        self._connection: Any = None

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        with self._mutex, failures(self.engine):
            if self._connection is None:
                self._connection = self.engine.raw_connection()
            connection = self._connection
            try:
                with closing(connection.cursor()) as cursor:
                    cursor.execute("BEGIN IMMEDIATE")
                    yield cursor
                connection.commit()
            except BaseException:
                self._disconnect()  # what is not committed is rolled back
                raise

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def close(self) -> None:
        with self._mutex:
            self._disconnect()
        super().close()


def sqlite_store(engine: sa.Engine, hook: Hook = no_hook) -> SqliteStore:
    return SqliteStore(engine, insert, CLOCK, hook)
