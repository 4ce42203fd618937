"""The table itself: it opens, its limits and equipment change, the dealer calls."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.table.events.event import Event, SeatEvent, Shuffler

FORMAT = 1
"""The version of this set of events; a stream says which one it was written in."""


class TableOpened(Event, frozen=True):
    """A table opens under a rulebook."""

    house: str
    rulebook: str
    minimum: Cents
    maximum: Cents
    inscription: str
    circles: tuple[str, ...]
    extends: str = ""
    """The house that a house of one's own departs from; empty for an approved one (Q-29)."""
    practice: bool = False
    """Whether it is a practice table, where the house's own players may play (Q-30)."""
    posted_maximum: Cents | None = None
    format: int = FORMAT


class OptionsRecorded(Event, frozen=True):
    """The choices of a house's document that are in force when its table opens (CA-11)."""

    options: dict[str, str | int | bool]
    limits: dict[str, tuple[Cents, Cents]]
    """The least and the most that each wager may be."""
    drop: str = ""
    """When fees are dropped; empty where there are none."""
    fees: dict[str, tuple[tuple[Cents, Cents], ...]] = msgspec.field(default_factory=dict)
    """Who pays on what basis: from which amount on, and which flat fee."""


class DealerCall(Event, frozen=True):
    """A step or call that the table shows, worded by the text `dealer.<call>`; no money moves."""

    call: str
    seat: int = 0
    facts: dict[str, str | int] = msgspec.field(default_factory=dict)
    discarded: int = 0
    """How many cards the step puts into the discard rack."""


class LimitsChanged(Event, frozen=True):
    """The floor has changed the limits of the table."""

    minimum: Cents
    maximum: Cents
    by: str


class MinimumGrandfathered(SeatEvent, frozen=True):
    """A player keeps the minimum they came in at."""

    minimum: Cents


class MinimumLost(SeatEvent, frozen=True):
    """The floor no longer lets a player keep a lower minimum."""


class ShufflerSwitched(Event, frozen=True):
    """From the next deal on, another shuffler is used (CR-13)."""

    shuffler: Shuffler
    by: str


class MaximumPosted(Event, frozen=True):
    """A maximum payout is posted on a table card (CR-10)."""

    maximum: Cents
    by: str


class MaximumWithdrawn(Event, frozen=True):
    """The posted maximum payout no longer holds."""

    by: str
