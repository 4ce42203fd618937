"""Random bytes and a clock under the control of a test."""

from __future__ import annotations

import hashlib


class Bytes:
    """Pseudorandom bytes, the same for the same name; it counts the bytes given."""

    def __init__(self, name: str = "tests") -> None:
        self.name = name
        self.given = 0

    def __call__(self, count: int) -> bytes:
        longest = self.given + count
        drawn = hashlib.shake_256(self.name.encode()).digest(longest)[self.given :]
        self.given = longest
        return drawn


class Clock:
    """A clock that the test advances."""

    def __init__(self, now: int = 1_750_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_ms(self, milliseconds: int) -> None:
        self.now += milliseconds

    def pass_s(self, seconds: int) -> None:
        self.pass_ms(seconds * 1000)
