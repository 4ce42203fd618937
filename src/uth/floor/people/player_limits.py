"""A player's own limits on loss and time: tightened at once, loosened after a day."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal
from uth.floor.clock import DAY, MINUTE, Clock

Bound = int | None
"""The most that is allowed; None for no limit."""


def looser(one: Bound, other: Bound) -> bool:
    """Whether a bound allows more than another one."""
    return other is not None and (one is None or one > other)


class Limit(msgspec.Struct, frozen=True):
    """A bound in force, and a looser one that comes into force later."""

    bound: Bound = None
    wish: Bound = None
    wish_from: int | None = None
    """When the wish comes true; None where there is none."""

    def at(self, now: int) -> Bound:
        """The bound in force at a time."""
        return self.wish if self.wish_from is not None and now >= self.wish_from else self.bound

    def asked(self, bound: Bound, now: int) -> Limit:
        """The limit after its player asks for a bound.

        A tighter one holds at once and ends any wish for a looser one. A looser one waits for a
        day; asked again, or for less than was asked before, the day goes on.
        """
        current = self.at(now)
        if not looser(bound, current):
            return Limit(bound)
        waiting = self.wish_from is not None and now < self.wish_from
        if waiting and not looser(bound, self.wish):
            return replace(self, bound=current, wish=bound)
        return Limit(current, bound, now + DAY)


class PlayerLimits(msgspec.Struct, frozen=True):
    """The most a player wants to lose, and to play, in any 24 hours."""

    loss: Limit = Limit()
    minutes: Limit = Limit()


class Sitting(msgspec.Struct, frozen=True):
    """A time at the table; `end` is None while it lasts."""

    begin: int
    end: int | None = None


class LimitStore(Protocol):
    """Where limits are kept, and where what was lost and played can be asked."""

    def put(self, player: str, limits: PlayerLimits) -> None: ...

    def get(self, player: str) -> PlayerLimits | None: ...

    def results(self, player: str, after: int) -> Iterable[Cents]:
        """What each round that ended after a time brought the player; fees are losses."""
        ...

    def sittings(self, player: str, after: int) -> Iterable[Sitting]:
        """His times at tables that lasted beyond a time."""
        ...


class LimitsInMemory:
    def __init__(self) -> None:
        self._limits: dict[str, PlayerLimits] = {}
        self._results: dict[str, list[tuple[int, Cents]]] = {}
        self._sittings: dict[str, list[Sitting]] = {}

    def put(self, player: str, limits: PlayerLimits) -> None:
        self._limits[player] = limits

    def get(self, player: str) -> PlayerLimits | None:
        return self._limits.get(player)

    def ended(self, player: str, at: int, result: Cents) -> None:
        """A round ended for a player."""
        self._results.setdefault(player, []).append((at, result))

    def sat(self, player: str, sitting: Sitting) -> None:
        """A time at a table, in place of the same one while it lasted."""
        kept = self._sittings.setdefault(player, [])
        kept[:] = [one for one in kept if one.begin != sitting.begin] + [sitting]

    def results(self, player: str, after: int) -> list[Cents]:
        return [result for at, result in self._results.get(player, ()) if at > after]

    def sittings(self, player: str, after: int) -> list[Sitting]:
        return [one for one in self._sittings.get(player, ()) if one.end is None or one.end > after]


class LimitGuard:
    """Asked before a player stakes anything."""

    def __init__(self, store: LimitStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def limits(self, player: str) -> PlayerLimits:
        return self._store.get(player) or PlayerLimits()

    def ask_loss(self, player: str, bound: Cents | None) -> PlayerLimits:
        """The player sets the most he wants to lose in a day; None to have no limit."""
        limits = self.limits(player)
        asked = limits.loss.asked(_good(bound), self._clock())
        return self._keep(player, replace(limits, loss=asked))

    def ask_minutes(self, player: str, bound: int | None) -> PlayerLimits:
        """The player sets how many minutes he wants to play in a day; None to have no limit."""
        limits = self.limits(player)
        asked = limits.minutes.asked(_good(bound), self._clock())
        return self._keep(player, replace(limits, minutes=asked))

    def _keep(self, player: str, limits: PlayerLimits) -> PlayerLimits:
        self._store.put(player, limits)
        return limits

    def lost(self, player: str) -> Cents:
        """What the last 24 hours cost the player, wins set against losses; never below 0."""
        return max(0, -sum(self._store.results(player, self._clock() - DAY)))

    def played(self, player: str) -> int:
        """Milliseconds at tables within the last 24 hours; two tables at once count once."""
        now = self._clock()
        after, total, covered = now - DAY, 0, now - DAY
        spans = (
            (one.begin, now if one.end is None else one.end)
            for one in self._store.sittings(player, after)
        )
        for begin, end in sorted(spans):
            total += max(0, end - max(begin, covered))
            covered = max(covered, end)
        return total

    def require(self, player: str, at_risk: Cents) -> None:
        """Refuse a stake that a limit does not allow.

        `at_risk` is the most that the player can lose with all that he has staked and is about to
        stake, Play bets to come included: so a hand once begun can always be played to its end.
        """
        limits, now = self.limits(player), self._clock()
        loss, minutes = limits.loss.at(now), limits.minutes.at(now)
        if loss is not None and self.lost(player) + at_risk > loss:
            left = dollars(max(0, loss - self.lost(player)))
            sentence = f"your own limit leaves {left} to lose; this may cost more"
            raise Refusal("limit/loss", sentence, "player")
        if minutes is not None and self.played(player) >= minutes * MINUTE:
            raise Refusal(
                "limit/time", f"your own limit of {minutes} minutes a day is used up", "player"
            )


def _good(bound: int | None) -> int | None:
    if bound is not None and not 0 <= bound <= 10**15:
        raise Refusal("limit/amount", "a limit is a whole number from 0 up", "limit")
    return bound
