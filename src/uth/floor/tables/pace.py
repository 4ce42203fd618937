"""How fast a table goes: the dealer's pauses, and the time that people are given."""

from __future__ import annotations

import msgspec

from uth.floor.clock import SECOND, Millis


class Pace(msgspec.Struct, frozen=True):
    """All in milliseconds; the dealer's own pauses are 0 where he goes at once."""

    step: Millis = 0
    """Before each call of the dealer, and before a bot does anything."""
    betting: Millis = 30 * SECOND
    """From the first wager to "No more bets", however many have not wagered."""
    acting: Millis = 30 * SECOND
    """The house's time to act (Q-13)."""
    offering: Millis = 20 * SECOND
    """How long one is asked to bank before silence counts as no."""
    alone: bool = True
    """Whether bots play on when no person sits with them."""
    timed: bool = True
    """Whether time runs out for those who are there; for one who is cut off it always does."""
    grace: Millis = 10 * SECOND
    """How long the bets stay open for one who was cut off: a page is loaded anew in less."""
    again: Millis = 10 * SECOND
    """After nobody took the bank, until it is offered round once more."""


def paced(seconds: float) -> Pace:
    """The usual times, with the dealer's pauses as given."""
    return Pace(step=round(seconds * SECOND), alone=False)
