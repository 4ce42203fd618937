"""What clients send and get: the schemas of the API are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.money import Cents
from uth.floor.link import MeterView
from uth.floor.nodes import Node
from uth.floor.orders import MixSeed
from uth.floor.reconciling import MeterReport
from uth.floor.standing import ClosedBox
from uth.floor.times import Millis
from uth.table import commands as c

Text: TypeAlias = Annotated[str, Meta(max_length=200)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Key: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64, pattern="^[!-~]+$")]
MaybeKey: TypeAlias = Annotated[str, Meta(max_length=64, pattern="^[!-~]*$")]
"""A key where one is not needed; empty for none."""
Amount: TypeAlias = Annotated[int, Meta(ge=0, le=10**13)]

PersonCommand: TypeAlias = (
    c.Sit
    | c.Join
    | c.AddChips
    | c.Leave
    | c.Wager
    | c.Back
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


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every field is known."""


class OrderBody(Body, frozen=True):
    """A command with its key and the version of the table that it was made for."""

    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class SocketOrder(Body, frozen=True):
    """The one message that a client sends on a socket."""

    type: Literal["order"]
    key: Key
    command: PersonCommand
    version: Annotated[int, Meta(ge=0, le=2**53)] = 0


class Told(msgspec.Struct, frozen=True):
    """A refusal: its stable code, a sentence, and where the trouble is."""

    code: str
    sentence: str
    where: str = ""
    clause: str = ""
    key: str = ""


class TryBody(Body, frozen=True):
    """Chips that somebody thinks of putting down."""

    command: c.Sit | c.AddChips | c.Wager | c.Back | c.TakeBank


class Tried(msgspec.Struct, frozen=True):
    """Why a command would be refused; null where it would not."""

    refusal: Told | None


class NewTable(Body, frozen=True):
    """A table of a house by its id, or of a rulebook of one's own as TOML.

    `settings` changes a house's options as a rulebook of one's own would: `{"limits": {"chip":
    "5"}}`; minimum and maximum in cents are short for two of them.
    """

    name: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9._-]{0,39}$")]
    house: Text = ""
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    settings: dict[str, Any] = {}
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


class Closing(Body, frozen=True):
    """A table is closed with the count of its tray; null: not counted."""

    tray: Amount | None = None
    key: MaybeKey = ""


class TableLine(msgspec.Struct, frozen=True):
    """A table in the list of tables."""

    name: str
    house: str
    phase: str
    round: int
    minimum: Cents
    maximum: Cents
    seated: int
    places: int
    waiting: int
    meters: MeterView | None
    by: str = ""
    """Who opened it."""
    listed: bool = True
    timed: bool = True


class ApprovalLine(msgspec.Struct, frozen=True):
    """A payout that waits for the floor: approve just this amount."""

    table: str
    round: int
    seat: int
    player: str
    wager: str
    cents: Cents
    here: tuple[str, ...]
    """Who is at the table: none of them approves it."""
    version: int
    """Sent with the approval, so that it is for this payout and for none that comes after it."""


class KeptMinimum(msgspec.Struct, frozen=True):
    """A seat that keeps a lower minimum (CR-9)."""

    seat: int
    player: str
    minimum: Cents


class HeldSeat(msgspec.Struct, frozen=True):
    seat: int
    player: str
    minutes: int
    away: bool
    until: Millis = 0
    """When it is given up, once it is empty."""


class FloorTable(msgspec.Struct, frozen=True):
    """A table as the floor sees it; no card is in it."""

    line: TableLine
    node: str
    """The node that keeps it; empty where there is one only."""
    schedule: int | None
    """The collection schedule in force, where the house has any."""
    grandfathered: tuple[KeptMinimum, ...]
    held: tuple[HeldSeat, ...]
    cut_off: tuple[str, ...]
    claims: tuple[int, ...]
    """Seats whose jackpots wait for the meter."""
    waiting: tuple[str, ...]
    approval: ApprovalLine | None = None
    win: Cents = 0
    drop: Cents = 0
    fees: Cents = 0
    holds: bool = False
    """Whether the house has a rule for holding a seat."""
    keeps: bool = False
    """Whether seated players may keep a lower minimum."""
    minimums: tuple[Cents, ...] = ()
    """The minimums that the house offers, where it does not take any other."""


class Drops(msgspec.Struct, frozen=True):
    """What lies in the drop boxes of a house's tables under one collection schedule."""

    house: str
    schedule: int | None
    tables: int
    cents: Cents


class FloorReport(msgspec.Struct, frozen=True):
    """The floor at one moment."""

    tables: list[FloorTable]
    drops: list[Drops]
    meters: list[MeterReport]
    nodes: list[Node]
    closed_boxes: list[ClosedBox]
    """Of closed tables, to be counted still; they are among the drops."""


class Money(Body, frozen=True):
    player: Name
    cents: Amount
    key: Key


class Chips(Body, frozen=True):
    chips: Annotated[int, Meta(ge=1, le=10**13)]


class InLine(msgspec.Struct, frozen=True):
    place: int


class BotCount(Body, frozen=True):
    count: Annotated[int, Meta(ge=1, le=6)]
    key: MaybeKey = ""
    """Sent again, it seats those who are missing of so many, and no more."""


class Count(Body, frozen=True):
    counted: Amount
    key: Key


class Correction(Body, frozen=True):
    round: Annotated[int, Meta(ge=1, le=2**53)]
    source: Text
    target: Text
    cents: Amount
    reason: Text
    key: Key


class CorrectionLine(msgspec.Struct, frozen=True):
    """A correction that was asked for; while it waits nobody has approved or withdrawn it."""

    table: str
    number: int
    round: int
    source: str
    target: str
    cents: Cents
    reason: str
    by: str
    at: int
    approved_by: str = ""
    withdrawn_by: str = ""


class Withdrawal(Body, frozen=True):
    key: Key


class Approval(Body, frozen=True):
    cents: Amount
    key: Key


class Done(msgspec.Struct, frozen=True):
    done: bool = True
