"""The pace of a table: the dealer's pauses, and the time that people have."""

from __future__ import annotations

import msgspec

from uth.floor.clock import SECOND, Millis


class Pace(msgspec.Struct, frozen=True):
    """Pauses and time limits; with a `step` of 0 the dealer never pauses."""

    step: Millis = 0
    """Before each action of the dealer or a bot."""
    betting: Millis = 30 * SECOND
    """From the first wager to "No more bets", whoever has not wagered."""
    acting: Millis = 30 * SECOND
    """The time to act (Q-13)."""
    offering: Millis = 20 * SECOND
    """How long the bank is offered before silence declines it."""
    alone: bool = True
    """Whether bots play when no person is seated."""
    timed: bool = True
    """Whether time limits apply to connected players; they always apply to others."""
    grace: Millis = 10 * SECOND
    """How long the bets stay open for a disconnected player: enough to reload a page."""
    again: Millis = 10 * SECOND
    """How long until the bank is offered again after everybody declined."""


def paced(seconds: float) -> Pace:
    """The usual times, with the given pause of the dealer."""
    return Pace(step=round(seconds * SECOND), alone=False)
