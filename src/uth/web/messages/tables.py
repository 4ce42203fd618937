"""Opening and closing tables, bots and the waiting list."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, MaybeKey, RequestBody, Text


class Done(msgspec.Struct, frozen=True):
    """The answer where there is nothing to say."""

    done: bool = True


class NewTable(RequestBody, frozen=True):
    """A table of a house by its id, or of a rulebook of one's own as TOML.

    `settings` changes options of a house as a rulebook would: `{"limits": {"chip": "5"}}`. Minimum
    and maximum, in cents, are shorthand for two of them.
    """

    name: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9._-]{0,39}$")]
    house: Text = ""
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    minimum: Annotated[int, Meta(ge=1, le=10**13)] | None = None
    maximum: Annotated[int, Meta(ge=1, le=10**13)] | None = None
    bots: Annotated[int, Meta(ge=0, le=6)] = 0
    pace: Annotated[int, Meta(ge=0, le=60_000)] | None = None
    """The dealer's pause in milliseconds, 0 for none; null for the usual pace."""
    timed: bool = True
    """Whether players have limited time; only practice tables may go without."""
    listed: bool = True
    """Whether the table is in the public list."""
    tray: Amount | None = None
    """The chips that the floor counts into the tray; null where they are not counted."""
    key: MaybeKey = ""
    """A retry with the same key opens no second table, and returns the first as it is now."""


class Closing(RequestBody, frozen=True):
    """Closes a table with the count of its tray; null where it is not counted."""

    tray: Amount | None = None
    key: MaybeKey = ""


class Chips(RequestBody, frozen=True):
    chips: Annotated[int, Meta(ge=1, le=10**13)]


class InLine(msgspec.Struct, frozen=True):
    """A player's position in the waiting list, from 1."""

    position: int


class BotCount(RequestBody, frozen=True):
    count: Annotated[int, Meta(ge=1, le=6)]
    key: MaybeKey = ""
    """A retry with the same key seats only the bots that are still missing."""
