"""Orders to a table, and the question whether it would take one."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import Key, RefusalMessage, RequestBody
from uth.core.money import Cents
from uth.floor.tables.orders import MixSeed
from uth.table import commands as c

PersonCommand: TypeAlias = (
    c.Sit
    | c.Join
    | c.AddChips
    | c.Leave
    | c.Wager
    | c.BackSeat
    | c.TakeBank
    | c.DeclineBank
    | c.Act
    | c.Approve
    | c.SetLimits
    | c.HoldSeat
    | c.ReleaseSeat
    | c.VoidRound
    | MixSeed
)
"""The commands that people may send; the dealer's own are not among them."""


class OrderBody(RequestBody, frozen=True):
    """A command with its key and the version of the table that the client has seen."""

    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TryBody(RequestBody, frozen=True):
    """A command that somebody considers: placing chips, or leaving."""

    command: c.Sit | c.AddChips | c.Wager | c.BackSeat | c.TakeBank | c.Leave


class Tried(msgspec.Struct, frozen=True):
    """What a command would do if it were sent now."""

    refusal: RefusalMessage | None
    """Why it would be refused; null where it would not be."""
    forfeits: Cents = 0
    """What the player would forfeit by it: wagers of a hand that they leave (PA-7)."""
