"""Rate limits: a bucket of tokens for each caller, counted in whole numbers, bounded in memory."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import SECOND, Clock


class Rate(msgspec.Struct, frozen=True):
    """`burst` at once, and `tokens` more in every `per` milliseconds."""

    burst: int
    tokens: int
    per: int = SECOND

    def __post_init__(self) -> None:
        if min(self.burst, self.tokens, self.per) < 1:
            raise ValueError("a rate lets through at least one, sometime")


class RateLimit:
    """Who calls too often waits. A bucket that nobody used for longest gives way when full.

    A level counts in 1/`per` of a token, so that what flows in is whole and nothing is rounded.
    """

    def __init__(self, rate: Rate, clock: Clock, most: int = 50_000) -> None:
        self._rate = rate
        self._clock = clock
        self._most = most
        self._levels: OrderedDict[str, tuple[int, int]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, key: str, cost: int = 1) -> int:
        """Take tokens and return 0; or take none and return how many milliseconds to wait."""
        rate, now = self._rate, self._clock()
        if not 0 < cost <= rate.burst:
            raise ValueError(f"a cost lies between 1 and {rate.burst}")
        full = rate.burst * rate.per
        level, since = self._levels.pop(key, (full, now))
        now = max(now, since)
        level = min(full, level + (now - since) * rate.tokens)
        missing = cost * rate.per - level
        self._levels[key] = (level if missing > 0 else -missing, now)
        if len(self._levels) > self._most:
            self._levels.popitem(last=False)
        return -(-missing // rate.tokens) if missing > 0 else 0

    def require(self, key: str, cost: int = 1) -> None:
        """Take tokens, or refuse."""
        wait = self.take(key, cost)
        if wait:
            seconds = -(-wait // SECOND)
            raise Refusal("rate/too_many", f"too many at once; try again in {seconds} seconds")
