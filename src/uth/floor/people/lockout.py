"""Lock-out: after some failed attempts the next ones have to wait, longer each time.

Names are locked whether or not they have an account, so that a lock-out reveals nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import HOUR, MINUTE, SECOND, Clock, Millis

if TYPE_CHECKING:
    from uth.floor.people.stored_sessions import StoredAttempts

TRIES = 8
"""How often counting is retried when another attempt is counted at the same moment."""


class Attempts(msgspec.Struct, frozen=True):
    """Recent failures, the time of the last one, and the end of the lock-out."""

    failed: int
    last: Millis
    locked_until: Millis = 0


class LockRules(msgspec.Struct, frozen=True):
    """After `free` attempts each failure doubles the wait; after `forget` without any it resets."""

    free: int = 5
    first: Millis = 30 * SECOND
    longest: Millis = 15 * MINUTE
    forget: Millis = HOUR


class Lockout:
    """Counts attempts before they are made, so that simultaneous ones are not all free."""

    def __init__(self, store: StoredAttempts, clock: Clock, rules: LockRules | None = None) -> None:
        self._store = store
        self._clock = clock
        self._rules = rules or LockRules()

    def begin(self, key: str) -> None:
        """Count an attempt as failed until it succeeds; refused during a lock-out."""
        for _ in range(TRIES):
            now = self._clock()
            attempts = self._store.get(key)
            if attempts is not None and now < attempts.locked_until:
                seconds = -(-(attempts.locked_until - now) // SECOND)
                raise Refusal("sign_in/locked", seconds=seconds)
            current = attempts is not None and not self._expired(attempts, now)
            failed = attempts.failed if attempts is not None and current else 0
            counted = Attempts(failed + 1, now, self._until(failed + 1, now))
            if self._store.swap(key, attempts, counted):
                return
        raise Refusal("sign_in/locked", seconds=1)

    def succeeded(self, key: str) -> None:
        self._store.remove(key)

    def _until(self, failed: int, now: Millis) -> Millis:
        over = failed - self._rules.free
        if over < 0:
            return 0
        wait = self._rules.first << min(over, 30)
        return now + min(wait, self._rules.longest)

    def _expired(self, attempts: Attempts, now: Millis) -> bool:
        return now - max(attempts.last, attempts.locked_until) >= self._rules.forget
