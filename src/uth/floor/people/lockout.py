"""Lock-out: after some failed attempts the next ones wait, longer each time.

Names are locked whether or not there is such an account, so that a lock-out tells nothing.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import HOUR, MINUTE, SECOND, Clock

TRIES = 8
"""How often an attempt is counted anew when another was counted at the same moment."""


class Attempts(msgspec.Struct, frozen=True):
    """How often it failed lately, when last, and until when it is locked."""

    failed: int
    last: int
    locked_until: int = 0


class AttemptStore(Protocol):
    """Where failed attempts are counted."""

    def get(self, key: str) -> Attempts | None: ...

    def swap(self, key: str, before: Attempts | None, after: Attempts) -> bool:
        """Put the new count in place of the one that was read; False where another was quicker."""
        ...

    def remove(self, key: str) -> None: ...


class LockRules(msgspec.Struct, frozen=True):
    """So many attempts are free; each further one doubles the wait; quiet for a while forgets."""

    free: int = 5
    first: int = 30 * SECOND
    longest: int = 15 * MINUTE
    forget: int = HOUR


class Lockout:
    """Counts attempts before they are made, so that many at once are not all free."""

    def __init__(self, store: AttemptStore, clock: Clock, rules: LockRules | None = None) -> None:
        self._store = store
        self._clock = clock
        self._rules = rules or LockRules()

    def begin(self, key: str) -> None:
        """An attempt: refused while locked, and else counted as failed until it succeeds."""
        for _ in range(TRIES):
            now = self._clock()
            found = self._store.get(key)
            if found is not None and now < found.locked_until:
                seconds = -(-(found.locked_until - now) // SECOND)
                raise Refusal(
                    "sign_in/locked", f"too many failed attempts; try again in {seconds} seconds"
                )
            failed = found.failed if found is not None and not self._forgotten(found, now) else 0
            counted = Attempts(failed + 1, now, self._until(failed + 1, now))
            if self._store.swap(key, found, counted):
                return
        raise Refusal("sign_in/locked", "too many attempts at once; try again in 1 second")

    def succeeded(self, key: str) -> None:
        self._store.remove(key)

    def _until(self, failed: int, now: int) -> int:
        over = failed - self._rules.free
        if over < 0:
            return 0
        wait = self._rules.first << min(over, 30)
        return now + min(wait, self._rules.longest)

    def _forgotten(self, found: Attempts, now: int) -> bool:
        return now - max(found.last, found.locked_until) >= self._rules.forget
