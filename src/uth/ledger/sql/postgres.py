"""The store that several nodes share; leases keep them from writing to each other's tables."""

from __future__ import annotations

from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from uth.ledger.sql.store import Hook, SqlStore, no_hook
from uth.ledger.sql.watchdog import WatchedConnection

CLOCK: sa.ColumnElement[int] = sa.literal_column(
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint", sa.BigInteger
)
"""The server's current time, not the time at which the transaction began."""

CONNECT_ARGS: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
    "options": "-c lock_timeout=3s -c idle_in_transaction_session_timeout=5s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
    " -c synchronous_commit=on -c timezone=UTC",
}
"""A disconnected node must notice within seconds; so must the server, or the locks would remain."""
TRANSACTION_TIMEOUT_SINCE = (17,)
"""The first server version with `transaction_timeout`, which also ends a transaction that stops in
the middle of a pipeline, where it does not count as idle."""


def postgres_engine(url: sa.URL) -> sa.Engine:
    """Connections by psycopg 3: readers see a snapshot, writers the latest rows they lock."""
    engine = sa.create_engine(url.set(drivername="postgresql+psycopg"), connect_args=CONNECT_ARGS)
    sa.event.listen(engine, "begin", _begin)
    sa.event.listen(engine, "do_connect", _connect)
    return engine


def _connect(
    dialect: sa.Dialect, record: Any, words: Any, named: dict[str, Any]
) -> psycopg.Connection[Any]:
    return WatchedConnection.connect(*words, **named)


def _begin(connection: sa.Connection) -> None:
    """Set the isolation of readers, and the server's own time limit for commits."""
    options = connection.get_execution_options()
    if not options.get("uth_writes"):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return
    timeout, version = options.get("uth_timeout"), connection.dialect.server_version_info
    if timeout and version and version >= TRANSACTION_TIMEOUT_SINCE:
        connection.exec_driver_sql(f"SET LOCAL transaction_timeout = {round(timeout * 1_000)}")


class PostgresStore(SqlStore):
    """A store on a server, whose commits have a time limit."""

    timeout: float | None = 10.0


def postgres_store(engine: sa.Engine, hook: Hook = no_hook) -> PostgresStore:
    return PostgresStore(engine, insert, CLOCK, hook)
