"""Whether a house keeps up with those who are here, by how long its latest answers took."""

from __future__ import annotations

from collections import deque

from uth.floor.clock import SECOND, Clock

LATE = 0.5
"""Seconds from which on an answer came late."""
LATELY = 10
"""Seconds that count."""
FEW = 50
"""Fewer answers than this in that time say nothing."""
SHARE = 4
"""One late answer in so many, and there are more here than the house can serve."""


class OverloadMonitor:
    """Counts answers by the second; what is longer ago does not count any more."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seconds: deque[tuple[int, int, int]] = deque(maxlen=LATELY)
        """Which second, how many answers, and how many of them were late."""

    def took(self, seconds: float) -> None:
        now, late = self._clock() // SECOND, int(seconds >= LATE)
        count = 0
        if self._seconds and self._seconds[-1][0] == now:
            _, count, before = self._seconds.pop()
            late += before
        self._seconds.append((now, count + 1, late))

    def hurried(self) -> bool:
        since = self._clock() // SECOND - LATELY
        lately = [row for row in self._seconds if row[0] > since]
        answers, late = sum(row[1] for row in lately), sum(row[2] for row in lately)
        return answers >= FEW and late * SHARE >= answers
