"""Time on the floor: milliseconds since 1970, from a clock that callers pass in.

The journal stores microseconds; `to_micros` and `to_millis` convert.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

Millis = int
"""Milliseconds: a point in time since 1970, or a duration."""

SECOND = 1_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

Clock = Callable[[], Millis]
"""Returns the current time; tests pass a clock of their own instead of `system`."""

_MICROS = 1_000
"""Microseconds in a millisecond."""


def system() -> Millis:
    return time.time_ns() // 1_000_000


def monotonic() -> Millis:
    """Milliseconds since some moment: for limits, which no change of the system's time may move."""
    return time.monotonic_ns() // 1_000_000


def to_micros(at: Millis) -> int:
    return at * _MICROS


def to_millis(at: int) -> Millis:
    return at // _MICROS


def to_date(at: Millis) -> str:
    """The day of a point in time, in UTC, as 2024-06-26."""
    return time.strftime("%Y-%m-%d", time.gmtime(at // SECOND))


def to_utc(millis: Millis) -> datetime:
    """A time as a date and a time of day."""
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=millis)
