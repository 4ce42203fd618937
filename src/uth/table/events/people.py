"""Players who come, go, and hold their seats."""

from __future__ import annotations

from uth.core.money import Cents
from uth.table.events.event import ChipsEvent, PlayerEvent, SeatEvent


class PlayerSeated(SeatEvent, frozen=True):
    """A player has taken a seat."""

    chips: Cents


class PlayerJoined(ChipsEvent, frozen=True):
    """Somebody joins the rail, to wager behind a seat."""


class ChipsAdded(ChipsEvent, frozen=True):
    """A player has brought more chips."""


class PlayerLeaving(PlayerEvent, frozen=True):
    """Left in mid-round: the hand is finished as if they were disconnected."""


class PlayerLeft(ChipsEvent, frozen=True):
    """A player has left the table."""


class PlayerDisconnected(PlayerEvent, frozen=True):
    """A seated player's last connection is lost."""


class PlayerReconnected(PlayerEvent, frozen=True):
    """A disconnected player is back."""


class SeatHeld(SeatEvent, frozen=True):
    """The floor holds a seat for its player."""

    minutes: int
    by: str


class SeatReleased(SeatEvent, frozen=True):
    """A held seat is free again."""

    by: str
