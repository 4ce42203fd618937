"""Players who come, go, and hold their seats."""

from __future__ import annotations

from uth.core.money import Cents
from uth.table.events.event import ChipsEvent, PlayerEvent, SeatEvent


class PlayerSeated(SeatEvent, frozen=True):
    chips: Cents


class PlayerJoined(ChipsEvent, frozen=True):
    pass


class ChipsAdded(ChipsEvent, frozen=True):
    pass


class PlayerLeaving(PlayerEvent, frozen=True):
    """Left in mid-round: the hand is finished as if they were disconnected."""


class PlayerLeft(ChipsEvent, frozen=True):
    pass


class PlayerDisconnected(PlayerEvent, frozen=True):
    pass


class PlayerReconnected(PlayerEvent, frozen=True):
    pass


class SeatHeld(SeatEvent, frozen=True):
    minutes: int
    by: str


class SeatReleased(SeatEvent, frozen=True):
    by: str
