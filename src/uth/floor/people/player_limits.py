"""A player's own limits on losses and time: tighter at once, looser after a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.clock import DAY, MINUTE, Clock, Millis

if TYPE_CHECKING:
    from uth.floor.people.limit_tracking import StoredLimits

MOST = 10**15
"""The largest bound."""
Bound = int | None
"""The most that is allowed; None means no limit."""


def looser(one: Bound, other: Bound) -> bool:
    """Whether a bound allows more than another."""
    return other is not None and (one is None or one > other)


class Limit(msgspec.Struct, frozen=True):
    """The bound in force, and a looser one that takes effect later."""

    bound: Bound = None
    wish: Bound = None
    wish_from: Millis | None = None
    """When the looser bound takes effect; None if there is none."""

    def at(self, now: Millis) -> Bound:
        """The bound in force at this time."""
        return self.wish if self.wish_from is not None and now >= self.wish_from else self.bound

    def request(self, bound: Bound, now: Millis) -> Limit:
        """The limit after its player requests a bound.

        A tighter bound takes effect at once and cancels a pending looser one. A looser bound takes
        effect after a day; requesting it again, or a tighter one than before, does not restart
        the day.
        """
        current = self.at(now)
        if not looser(bound, current):
            return Limit(bound)
        waiting = self.wish_from is not None and now < self.wish_from
        if waiting and not looser(bound, self.wish):
            return replace(self, bound=current, wish=bound)
        return Limit(current, bound, now + DAY)


class PlayerLimits(msgspec.Struct, frozen=True):
    """The most that a player wants to lose, and to play, in any 24 hours."""

    loss: Limit = Limit()
    minutes: Limit = Limit()


class Sitting(msgspec.Struct, frozen=True):
    """A stay at a table; `end` is None while it lasts."""

    begin: Millis
    end: Millis | None = None


class LimitGuard:
    """Checks limits before a player stakes anything."""

    def __init__(self, store: StoredLimits, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def limits(self, player: str) -> PlayerLimits:
        return self._store.get(player) or PlayerLimits()

    def request(self, player: str, **bounds: int | None) -> PlayerLimits:
        """The player requests the most to lose, or to play in minutes, in a day; None for none."""
        limits, now = self.limits(player), self._clock()
        for name, bound in bounds.items():
            if bound is not None and not 0 <= bound <= MOST:
                raise Refusal("limit/amount", where="limit")
            limits = replace(limits, **{name: getattr(limits, name).request(bound, now)})
        self._store.put(player, limits)
        return limits

    def lost(self, player: str) -> Cents:
        """The player's net loss in the last 24 hours; never below 0."""
        return max(0, -sum(self._store.results(player, self._clock() - DAY)))

    def played(self, player: str) -> Millis:
        """Time at tables within the last 24 hours; two tables at once count once."""
        now = self._clock()
        after, total, covered = now - DAY, 0, now - DAY
        spans = (
            (sitting.begin, now if sitting.end is None else sitting.end)
            for sitting in self._store.sittings(player, after)
        )
        for begin, end in sorted(spans):
            total += max(0, end - max(begin, covered))
            covered = max(covered, end)
        return total

    def require(self, player: str, at_risk: Cents) -> None:
        """Refuse a stake that a limit does not allow.

        `at_risk` is the most that the player can lose with everything staked now, including Play
        bets to come, so that a hand once begun can always be finished.
        """
        limits, now = self.limits(player), self._clock()
        loss, minutes = limits.loss.at(now), limits.minutes.at(now)
        if loss is not None and self.lost(player) + at_risk > loss:
            left = max(0, loss - self.lost(player))
            raise Refusal("limit/loss", left=left, at_risk=at_risk, where="player")
        if minutes is not None and self.played(player) >= minutes * MINUTE:
            raise Refusal("limit/time", minutes=minutes, where="player")
