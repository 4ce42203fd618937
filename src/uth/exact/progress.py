"""Progress reports from long computations."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeAlias

Report: TypeAlias = Callable[[int, int], None]
"""Called with how much is done, and the total."""


def no_report(done: int, total: int) -> None:
    """Ignore the progress."""


class Progress:
    """Counts finished boards over several passes and reports the count."""

    def __init__(self, report: Report | None = None, total: int = 0) -> None:
        self.report = report
        self.total = total
        self.done: int = 0
        self._lock = Lock()

    @property
    def slices(self) -> int:
        """How many slices each thread works in: more than one only if progress is reported."""
        return 6 if self.report else 1

    def add(self, boards: int) -> None:
        if self.report:
            with self._lock:
                self.done += boards
                self.report(self.done, max(self.total, self.done))


NO_PROGRESS = Progress()
