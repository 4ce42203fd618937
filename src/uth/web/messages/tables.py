"""What clients send and get: the schemas of the API are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, Key, MaybeKey, Name, RefusalMessage, RequestBody, Text
from uth.core.money import Cents
from uth.floor.cluster.nodes import Node
from uth.floor.meters.reconciliation import MeterReport
from uth.floor.table_summaries import Drops, FloorTable
from uth.floor.tables.orders import MixSeed
from uth.floor.tables.table_status import ClosedBox
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
"""What people may ask of a table; the dealer's own commands are not among them."""


class OrderBody(RequestBody, frozen=True):
    """A command with its key and the version of the table that it was made for."""

    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class SocketOrder(RequestBody, frozen=True):
    """The one message that a client sends on a socket."""

    type: Literal["order"]
    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class TryBody(RequestBody, frozen=True):
    """Chips that somebody thinks of putting down."""

    command: c.Sit | c.AddChips | c.Wager | c.BackSeat | c.TakeBank


class Tried(msgspec.Struct, frozen=True):
    """Why a command would be refused; null where it would not."""

    refusal: RefusalMessage | None


class NewTable(RequestBody, frozen=True):
    """A table of a house by its id, or of a rulebook of one's own as TOML.

    `settings` changes a house's options as a rulebook of one's own would: `{"limits": {"chip":
    "5"}}`; minimum and maximum in cents are short for two of them.
    """

    name: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9._-]{0,39}$")]
    house: Text = ""
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    minimum: Annotated[int, Meta(ge=1, le=10**13)] | None = None
    maximum: Annotated[int, Meta(ge=1, le=10**13)] | None = None
    bots: Annotated[int, Meta(ge=0, le=6)] = 0
    pace: Annotated[int, Meta(ge=0, le=60_000)] | None = None
    """The dealer's pause in milliseconds, 0 for at once; null for the house's real pace."""
    timed: bool = True
    """Whether the time to act runs; the house's own tables always have it."""
    listed: bool = True
    """Whether everybody sees it in the list of tables."""
    tray: Amount | None = None
    """The chips that the floor counts into its tray; null: not counted."""
    key: MaybeKey = ""
    """Sent again, it tells how the table stands that it has opened, and opens none."""


class Closing(RequestBody, frozen=True):
    """A table is closed with the count of its tray; null: not counted."""

    tray: Amount | None = None
    key: MaybeKey = ""


class FloorReport(msgspec.Struct, frozen=True):
    """The floor at one moment."""

    tables: list[FloorTable]
    drops: list[Drops]
    meters: list[MeterReport]
    nodes: list[Node]
    closed_boxes: list[ClosedBox]
    """Of closed tables, to be counted still; they are among the drops."""


class Money(RequestBody, frozen=True):
    player: Name
    amount: Amount
    key: Key


class Chips(RequestBody, frozen=True):
    chips: Annotated[int, Meta(ge=1, le=10**13)]


class InLine(msgspec.Struct, frozen=True):
    place: int


class BotCount(RequestBody, frozen=True):
    count: Annotated[int, Meta(ge=1, le=6)]
    key: MaybeKey = ""
    """Sent again, it seats those who are missing of so many, and no more."""


class Count(RequestBody, frozen=True):
    counted: Amount
    key: Key


class Correction(RequestBody, frozen=True):
    round: Annotated[int, Meta(ge=1, le=2**53)]
    source: Text
    target: Text
    amount: Amount
    reason: Text
    key: Key


class CorrectionLine(msgspec.Struct, frozen=True):
    """A correction that was asked for; while it waits nobody has approved or withdrawn it."""

    table: str
    number: int
    round: int
    source: str
    target: str
    amount: Cents
    reason: str
    by: str
    at: int
    approved_by: str = ""
    withdrawn_by: str = ""


class Withdrawal(RequestBody, frozen=True):
    key: Key


class Approval(RequestBody, frozen=True):
    amount: Amount
    key: Key


class Done(msgspec.Struct, frozen=True):
    done: bool = True
