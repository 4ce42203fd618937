"""The store that several nodes share: leases fence them off from each other's tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from uth.ledger.journal.batch import Committed, Result
from uth.ledger.sql.store import Failed, Hook, SqlStore, no_hook
from uth.ledger.sql.watchdog import WatchedConnection

CHANNEL = "uth"

CLOCK: sa.ColumnElement[int] = sa.literal_column(
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint", sa.BigInteger
)
"""The server's clock at this moment, not at the beginning of the transaction."""

PATIENCE: dict[str, Any] = {
    "connect_timeout": 3,
    "keepalives_idle": 2,
    "keepalives_interval": 1,
    "keepalives_count": 3,
    "tcp_user_timeout": 5_000,
    "options": "-c lock_timeout=3s -c idle_in_transaction_session_timeout=5s"
    " -c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3"
    " -c synchronous_commit=on -c timezone=UTC",
}
"""A node that is cut off must notice within seconds, as must the server, which else would keep the
locks of one that vanished."""
LIMITING = (17,)
"""The first server that ends a transaction after a time also in the middle of what was sent
together, where it does not count as idle."""


def postgres_engine(url: sa.URL) -> sa.Engine:
    """psycopg 3; readers see one moment, writers the newest rows that they lock."""
    engine = sa.create_engine(url.set(drivername="postgresql+psycopg"), connect_args=PATIENCE)
    sa.event.listen(engine, "begin", _begin)
    sa.event.listen(engine, "do_connect", _connect)
    return engine


def _connect(
    dialect: sa.Dialect, record: Any, words: Any, named: dict[str, Any]
) -> psycopg.Connection[Any]:
    return WatchedConnection.connect(*words, **named)


def _begin(connection: sa.Connection) -> None:
    """Readers see one moment; a commit that we would give up, the server gives up too."""
    options = connection.get_execution_options()
    if not options.get("uth_writes"):
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        return
    patience, version = options.get("uth_patience"), connection.dialect.server_version_info
    if patience and version and version >= LIMITING:
        connection.exec_driver_sql(f"SET LOCAL transaction_timeout = {round(patience * 1_000)}")


class PostgresStore(SqlStore):
    """Tells the other nodes what was appended, as part of the commit that appends it."""

    patience = 10.0

    def _announce(self, cursor: Any, results: Sequence[Result]) -> None:
        told = [
            (CHANNEL, f"{head.stream} {head.version}")
            for result in results
            if isinstance(result, Committed)
            for head in result.heads
        ]
        if told:
            cursor.executemany("SELECT pg_notify(%s, %s)", told)

    def listen(self) -> News:
        return News(self.engine)


class News:
    """What any node appends from now on; whoever was cut off reads the streams instead."""

    def __init__(self, engine: sa.Engine) -> None:
        with asked_once(engine) as fairy:
            self._connection: WatchedConnection = fairy.driver_connection
            self._connection.patience = math.inf
            fairy.detach()
            self._connection.autocommit = True
            self._connection.execute(f"LISTEN {CHANNEL}")

    def wait(self, seconds: float) -> list[tuple[str, int]]:
        """The streams that have grown, with their versions; none when nothing came in time."""
        try:
            found = list(self._connection.notifies(timeout=seconds, stop_after=1))
        except psycopg.Error as error:
            raise Failed(error) from error
        return [(stream, int(version)) for stream, version in (n.payload.split() for n in found)]

    def close(self) -> None:
        self._connection.close()


@contextmanager
def asked_once(engine: sa.Engine) -> Iterator[Any]:
    """A connection of one's own; where there is none, a refusal says so."""
    try:
        yield engine.raw_connection()
    except (sa.exc.SQLAlchemyError, psycopg.Error) as error:
        raise Failed(error) from error


def postgres_store(engine: sa.Engine, hook: Hook = no_hook) -> PostgresStore:
    return PostgresStore(engine, insert, CLOCK, hook)
