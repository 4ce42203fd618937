"""The lock of the processes that serve a house on a database server; taken again if lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Any

import psycopg
import sqlalchemy as sa

from uth.core.refusal import Refusal
from uth.ledger.sql.postgres import postgres_engine
from uth.ledger.sql.store import StoreFailure, failures
from uth.ledger.sql.watchdog import WatchedConnection

LOCK = 0x757468_02
"""The number of the lock, in the database of the house."""
INTERVAL = 2.0
"""Seconds between two checks that the lock is still held."""
ATTEMPTS = 10
"""Failed attempts to take the lock again, after which somebody else must hold it: by then the
server has ended our own broken connection."""


class AdvisoryLock:
    """Ends with its connection, and therefore with the process that holds it."""

    def __init__(self, url: sa.URL, *, shared: bool) -> None:
        self._url = url
        self._function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
        self._connection = _connect(url)
        self._held = False

    def take(self) -> bool:
        row = self._connection.execute(f"SELECT {self._function}({LOCK})").fetchone()
        self._held = row is not None and bool(row[0])
        return self._held

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def watched(self, lost: Callable[[], None]) -> Iterator[None]:
        """Keep holding the lock; `lost` is called when somebody else holds it."""
        over = Event()
        thread = Thread(target=self._watch, args=(over, lost), name="uth-serving", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _watch(self, over: Event, lost: Callable[[], None]) -> None:
        left = ATTEMPTS
        while left and not over.wait(INTERVAL):
            with suppress(Refusal, psycopg.Error):  # while the server is down, nobody serves
                left = ATTEMPTS if self._is_held() else left - 1
        if not left:
            lost()

    def _is_held(self) -> bool:
        if self._held:
            with suppress(psycopg.Error):
                self._connection.execute("SELECT 1")
                return True
            self._held = False
            self._connection.close()
        if self._connection.closed:
            self._connection = _connect(self._url)
        return self.take()


def _connect(url: sa.URL) -> WatchedConnection:
    engine = postgres_engine(url)
    try:
        with failures(engine):
            pooled: Any = engine.raw_connection()
            connection: WatchedConnection = pooled.driver_connection
            pooled.detach()
            connection.autocommit = True
    except StoreFailure as failure:
        raise Refusal("store/not_opened", reason=failure.reason) from failure
    finally:
        engine.dispose()
    return connection
