"""The floor counts in milliseconds; the journal keeps microseconds."""

from __future__ import annotations

Millis = int
"""Milliseconds since 1970, or how many of them something takes."""
MICROS = 1_000


def to_micros(at: Millis) -> int:
    """A time as the journal keeps it."""
    return at * MICROS


def to_millis(at: int) -> Millis:
    """A time that the journal kept."""
    return at // MICROS
