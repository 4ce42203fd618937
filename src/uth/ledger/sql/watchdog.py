"""A connection to PostgreSQL that is closed when the server does not answer in time.

A network may drop all packets while the connection seems to be alive. Drivers do not notice that,
and a caller would wait forever. A read is limited call by call, since a whole audit may take long;
a commit is limited as a whole as well (`uth.ledger.sql.store`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import dup
from socket import SHUT_RDWR, socket
from threading import Lock, Thread
from typing import Any

import psycopg

INTERVAL = 0.2
"""Seconds between two checks of the deadlines."""


class Watchdog:
    """One thread that watches all connections, so that a time limit costs almost nothing."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._deadlines: dict[int, float] = {}
        """The deadline of each connection, by its file descriptor."""
        self._running = False

    @contextmanager
    def limit(self, descriptor: int, seconds: float) -> Iterator[None]:
        """Hang up on a connection unless the block ends in time."""
        with self._lock:
            self._deadlines[descriptor] = time.monotonic() + seconds
            if not self._running:
                self._running = True
                Thread(target=self._watch, name="uth-watchdog", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._deadlines.pop(descriptor, None)

    def _watch(self) -> None:
        while True:
            time.sleep(INTERVAL)
            self.hang_up_late()

    def hang_up_late(self) -> None:
        with self._lock:
            now = time.monotonic()
            late = [descriptor for descriptor, end in self._deadlines.items() if end < now]
            for descriptor in late:
                del self._deadlines[descriptor]
                hang_up(descriptor)


def hang_up(descriptor: int) -> None:
    """Shut a connection down; whoever waits for it gets an error."""
    with suppress(OSError), socket(fileno=dup(descriptor)) as connection:
        connection.shutdown(SHUT_RDWR)


WATCHDOG = Watchdog()


class WatchedConnection(psycopg.Connection[Any]):
    """A connection whose calls have a time limit."""

    timeout: float = 5.0

    def wait(self, *words: Any, **named: Any) -> Any:
        """The driver calls this whenever it waits for the server."""
        with WATCHDOG.limit(self.pgconn.socket, self.timeout):
            return super().wait(*words, **named)
