"""The lock of those who serve a house on a database server, taken again when its line was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

import psycopg
import sqlalchemy as sa

from uth.core.refusal import Refusal
from uth.ledger.sql.postgres import asked_once, postgres_engine
from uth.ledger.sql.store import Failed
from uth.ledger.sql.watchdog import WatchedConnection

LOCK = 0x757468_02
"""Of the house that the connection is for."""
EVERY = 2.0
"""Seconds between two looks whether the lock is still ours."""
LOOKS = 10
"""In so many the server has noticed that our own lost line is gone: then somebody else has it."""


class Advisory:
    """Ends with its connection, and so with the process that holds it, however that ends."""

    def __init__(self, url: sa.URL, *, shared: bool) -> None:
        self._url = url
        self._how = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
        self._connection = _connected(url)
        self._held = False

    def take(self) -> bool:
        row = self._connection.execute(f"SELECT {self._how}({LOCK})").fetchone()
        self._held = row is not None and bool(row[0])
        return self._held

    def close(self) -> None:
        self._connection.close()

    @contextmanager
    def kept(self, lost: Callable[[], None]) -> Iterator[None]:
        """Look after it; `lost` is called when somebody else has it."""
        over = Event()
        thread = Thread(target=self._keep, args=(over, lost), name="uth-serving", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _keep(self, over: Event, lost: Callable[[], None]) -> None:
        left = LOOKS
        while left and not over.wait(EVERY):
            with suppress(Refusal, psycopg.Error):  # where the server is away, nobody serves
                left = LOOKS if self._ours() else left - 1
        if not left:
            lost()

    def _ours(self) -> bool:
        if self._held:
            with suppress(psycopg.Error):
                self._connection.execute("SELECT 1")
                return True
            self._held = False
            self._connection.close()
        if self._connection.closed:
            self._connection = _connected(self._url)
        return self.take()


def _connected(url: sa.URL) -> WatchedConnection:
    engine = postgres_engine(url)
    try:
        with asked_once(engine) as fairy:
            connection: WatchedConnection = fairy.driver_connection
            fairy.detach()
            connection.autocommit = True
    except Failed as no:
        raise Refusal(no.code, f"the store can't be opened ({no.why})") from no
    finally:
        engine.dispose()
    return connection
