"""The embedded store: one file, durable after every commit, without a server."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.pool import QueuePool

from uth.ledger.sql.store import Hook, SqlStore, no_hook

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA trusted_schema=OFF",
)
WAIT = 30
"""Seconds that a writer waits for another process's transaction."""

CLOCK: sa.ColumnElement[int] = sa.literal_column(
    "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)", sa.BigInteger
)
"""The host's clock in milliseconds; SQLite 3.40 has no better expression."""


def sqlite_engine(path: Path | str) -> sa.Engine:
    """Connections without implicit transactions."""
    keep_private(Path(path))
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
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


def sqlite_store(engine: sa.Engine, hook: Hook = no_hook) -> SqlStore:
    return SqlStore(engine, insert, CLOCK, hook)
