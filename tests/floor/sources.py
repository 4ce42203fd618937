"""What enters the floor from outside, under control: random bytes and the time."""

from __future__ import annotations

import hashlib


class Bytes:
    """Bytes that look random and come again with the same name; it counts what it gave."""

    def __init__(self, name: str = "tests") -> None:
        self.name = name
        self.given = 0

    def __call__(self, count: int) -> bytes:
        longest = self.given + count
        found = hashlib.shake_256(self.name.encode()).digest(longest)[self.given :]
        self.given = longest
        return found


class Clock:
    """Milliseconds that pass when the test says so."""

    def __init__(self, now: int = 1_700_000_000_000) -> None:
        self.now = now

    def __call__(self) -> int:
        return self.now

    def pass_ms(self, milliseconds: int) -> None:
        self.now += milliseconds

    def pass_s(self, seconds: int) -> None:
        self.pass_ms(seconds * 1000)
