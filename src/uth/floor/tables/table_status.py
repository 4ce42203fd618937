"""Whether a table is open or closed, whether it may be opened, and its drop box."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec
from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.cage.corrections import entries
from uth.floor.tables.progress import recover
from uth.ledger.journal.accounts import house, table_stream
from uth.ledger.journal.store import Reader
from uth.rulebook.approval.table_guard import recorded_rules
from uth.rulebook.model import Rulebook


class ClosedBox(msgspec.Struct, frozen=True):
    """The drop box of a closed table that is not empty."""

    table: str
    house: str
    house_name: str
    schedule: int | None
    amount: Cents


def table_status(reader: Reader, table: str) -> cage.Opened | cage.Closed | None:
    """The last opening or closing of a table."""
    last: cage.Opened | cage.Closed | None = None
    for _, _, booking in entries(reader, cage.floor_stream(table)):
        if isinstance(booking, cage.Opened | cage.Closed):
            last = booking
    return last


def check_opening(reader: Reader, wanted: cage.Opened) -> cage.Opened:
    """The booking for opening a table; refused before anything is written.

    A name keeps its rulebook and its owner: a table of the house can be reopened by any
    supervisor, a practice table only by the person who made it.
    """
    name = wanted.table
    stream = table_stream(name)
    if isinstance(table_status(reader, name), cage.Opened):
        raise Refusal("table/open", table=name, where="table")
    bookings = (booking for _, _, booking in entries(reader, cage.floor_stream(name)))
    before = next((booking for booking in bookings if isinstance(booking, cage.Opened)), None)
    if before is not None and _owner(before) != _owner(wanted):
        raise Refusal("table/taken", table=name, where="name")
    first = next(reader.events(stream, 0, 1), None)
    if first is not None and recover(iter([first])).table.rulebook != wanted.rulebook:
        raise Refusal("table/rulebook", table=name, where="table")
    return replace(wanted, win=reader.balance(house(stream)))


def _owner(opened: cage.Opened) -> str:
    """The owner of a practice table; empty for a table of the house."""
    return opened.by if opened.practice else ""


def closed_boxes(reader: Reader, running: Collection[str]) -> Iterator[ClosedBox]:
    """Boxes of closed tables that wait to be counted."""
    for account, amount in reader.balances("drop/table/").items():
        stream = account.removeprefix("drop/")
        name = stream.removeprefix("table/")
        if not amount or name in running or not isinstance(table_status(reader, name), cage.Closed):
            continue
        table = recover(reader.events(stream, 0, 1)).table
        rules = _rules(reader, table.rulebook)
        yield ClosedBox(
            name,
            table.house,
            rules.name if rules else "",
            schedule=rules.collection.schedule if rules else None,
            amount=amount,
        )


def _rules(reader: Reader, rulebook: str) -> Rulebook | None:
    """The rulebook of a record; None where the record is refused."""
    try:
        return recorded_rules(reader.rulebook(rulebook))
    except Refusal:
        return None
