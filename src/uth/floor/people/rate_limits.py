"""Rate limits: a token bucket per caller, in whole numbers, bounded in memory."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import SECOND, Clock, Millis

LONGEST_DELAY = 4.0
"""Seconds for which a connection is not read: less than an idle one is held open."""
MOST_NETWORKS = 50_000
"""How many networks are remembered; the least recently seen is forgotten."""


class Rate(msgspec.Struct, frozen=True):
    """`burst` at once, and `tokens` more every `per` milliseconds."""

    burst: int
    tokens: int
    per: Millis = SECOND

    def __post_init__(self) -> None:
        if min(self.burst, self.tokens, self.per) < 1:
            raise ValueError("burst, tokens and per are at least 1")


class RateLimit:
    """Token buckets by key. When there are too many, the least recently used one is dropped.

    A level counts in 1/`per` of a token, so that the inflow is a whole number without rounding.
    """

    def __init__(self, rate: Rate, clock: Clock, most: int = 50_000) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._levels: OrderedDict[str, tuple[int, int]] = OrderedDict()

    def take(self, key: str) -> Millis:
        """Take a token and return 0, or take none and return how long to wait."""
        level, now = self._level(key)
        missing = self._rate.per - level
        self._levels[key] = (level if missing > 0 else -missing, now)
        self._levels.move_to_end(key)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)
        return self._wait(missing)

    def _level(self, key: str) -> tuple[int, Millis]:
        rate, now = self._rate, self._clock()
        full = rate.burst * rate.per
        level, since = self._levels.get(key, (full, now))
        now = max(now, since)
        return min(full, level + (now - since) * rate.tokens), now

    def _wait(self, missing: int) -> Millis:
        return -(-missing // self._rate.tokens) if missing > 0 else 0

    def check(self, key: str) -> None:
        """Refuse if there is no token to take; take none."""
        self._refuse(self._wait(self._rate.per - self._level(key)[0]))

    def require(self, key: str) -> None:
        """Take a token, or refuse."""
        self._refuse(self.take(key))

    @staticmethod
    def _refuse(wait: Millis) -> None:
        if wait:
            seconds = -(-wait // SECOND)
            raise Refusal("rate/too_many", seconds=seconds)


class Pacing:
    """When the next request of a network is read: a queue in which each takes its share of time."""

    def __init__(self, requests: int, burst: int) -> None:
        self._each = 1 / requests
        self._ahead = burst / requests
        self._ends: OrderedDict[str, float] = OrderedDict()
        """When all that each network has sent so far will have had its time."""

    def delay(self, network: str, now: float) -> float:
        """Count one more, and return for how many seconds nothing is read from its sender."""
        end = max(self._ends.get(network, now), now) + self._each
        wait = end - now - self._ahead
        self._ends[network] = min(end, now + self._ahead + LONGEST_DELAY)
        self._ends.move_to_end(network)
        if len(self._ends) > MOST_NETWORKS:
            self._ends.popitem(last=False)
        return min(max(wait, 0.0), LONGEST_DELAY)
