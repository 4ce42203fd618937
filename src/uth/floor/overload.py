"""Detects overload by how long the latest answers took."""

from __future__ import annotations

from collections import deque

from uth.floor.clock import SECOND, Clock

LATE = 0.5
"""An answer that takes this many seconds is late."""
WINDOW = 10
"""How many of the last seconds count."""
FEW = 50
"""With fewer answers than this there is no overload."""
SHARE = 4
"""Overload begins when one answer in this many is late."""


class OverloadMonitor:
    """Counts answers and late answers per second over the window."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seconds: deque[tuple[int, int, int]] = deque(maxlen=WINDOW)
        """Second, answers, late answers."""

    def took(self, seconds: float) -> None:
        now, late = self._clock() // SECOND, int(seconds >= LATE)
        count = 0
        if self._seconds and self._seconds[-1][0] == now:
            _, count, before = self._seconds.pop()
            late += before
        self._seconds.append((now, count + 1, late))

    def overloaded(self) -> bool:
        since = self._clock() // SECOND - WINDOW
        rows = [row for row in self._seconds if row[0] > since]
        answers, late = sum(row[1] for row in rows), sum(row[2] for row in rows)
        return answers >= FEW and late * SHARE >= answers
