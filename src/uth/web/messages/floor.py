"""The floor console: its report, the cage, drop boxes and corrections."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, Key, Name, RequestBody, Text
from uth.core.money import Cents
from uth.floor.cluster.nodes import Node
from uth.floor.meters.reconciliation import MeterReport
from uth.floor.table_summaries import Drops, FloorTable
from uth.floor.tables.table_status import ClosedBox


class FloorReport(msgspec.Struct, frozen=True):
    """The whole floor at one moment."""

    tables: list[FloorTable]
    drops: list[Drops]
    meters: list[MeterReport]
    nodes: list[Node]
    closed_boxes: list[ClosedBox]
    """Drop boxes of closed tables that are not counted yet; `drops` includes them."""


class Money(RequestBody, frozen=True):
    """An amount that a player buys or cashes out at the cage."""

    player: Name
    amount: Amount
    key: Key


class Count(RequestBody, frozen=True):
    """The count of a drop box."""

    counted: Amount
    key: Key


class Correction(RequestBody, frozen=True):
    """A request to move money between two accounts, for a round that was settled wrongly."""

    round: Annotated[int, Meta(ge=1, le=2**53)]
    source: Text
    target: Text
    amount: Amount
    reason: Text
    key: Key


class CorrectionLine(msgspec.Struct, frozen=True):
    """A requested correction; pending while it is neither approved nor withdrawn."""

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
