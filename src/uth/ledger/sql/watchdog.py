"""A line to PostgreSQL that is given up when the other end says nothing for too long.

A network may swallow all that is sent and still seem to be there: no driver notices that, and one
who waits for such a line waits for ever. Reads are given up call by call, for an audit may take
long as a whole; what is committed is also given up as a whole (`uth.ledger.sql.store`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from os import dup
from socket import SHUT_RDWR, socket
from threading import Lock, Thread
from typing import Any

import psycopg

EVERY = 0.2
"""Seconds between two looks at the lines that are waited for."""


class Watchdog:
    """One thread for all lines, so that asking costs next to nothing."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[int, float] = {}
        """Until when each line, by its file's number, is waited for."""
        self._running = False

    @contextmanager
    def over(self, line: int, seconds: float) -> Iterator[None]:
        """Hang up on a line unless this is over in time."""
        with self._lock:
            self._waiting[line] = time.monotonic() + seconds
            if not self._running:
                self._running = True
                Thread(target=self._look, name="uth-patience", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._waiting.pop(line, None)

    def _look(self) -> None:
        while True:
            time.sleep(EVERY)
            self.hang_up_late()

    def hang_up_late(self) -> None:
        with self._lock:
            late = [line for line, until in self._waiting.items() if until < time.monotonic()]
            for line in late:
                del self._waiting[line]
                hang_up(line)


def hang_up(line: int) -> None:
    with suppress(OSError), socket(fileno=dup(line)) as found:
        found.shutdown(SHUT_RDWR)


WATCH = Watchdog()


class WatchedConnection(psycopg.Connection[Any]):
    """A connection on which no single call takes for ever."""

    patience = 5.0

    def wait(self, *words: Any, **named: Any) -> Any:
        """All that the driver ever waits for goes through here."""
        if self.patience == math.inf:
            return super().wait(*words, **named)
        with WATCH.over(self.pgconn.socket, self.patience):
            return super().wait(*words, **named)
