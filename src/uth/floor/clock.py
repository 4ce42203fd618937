"""The time, handed in wherever it is used: whole milliseconds since 1970."""

from __future__ import annotations

import time
from typing import Protocol

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Clock(Protocol):
    """Tells the time in milliseconds; `system` is the only one outside the tests."""

    def __call__(self) -> int: ...


def system() -> int:
    return time.time_ns() // 1_000_000
