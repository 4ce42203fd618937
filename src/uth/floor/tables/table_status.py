"""How the floor left a table: open or closed, by whom, and what still lies in its box."""

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
from uth.rulebook.canonical import from_canonical


class ClosedBox(msgspec.Struct, frozen=True):
    """The drop box of a closed table, with money in it."""

    table: str
    house: str
    schedule: int | None
    amount: Cents


def table_status(reader: Reader, table: str) -> cage.Opened | cage.Closed | None:
    """How the floor last left a table."""
    last: cage.Opened | cage.Closed | None = None
    for _, _, found in entries(reader, cage.floor_stream(table)):
        if isinstance(found, cage.Opened | cage.Closed):
            last = found
    return last


def check_opening(reader: Reader, wanted: cage.Opened) -> cage.Opened:
    """What is booked when a table opens, or why it may not; nothing is written before this.

    A name stays with the rulebook that its journal is kept under, and with whoever opened it: a
    table of the house with the floor, a table for practice with its maker.
    """
    name = wanted.table
    stream = table_stream(name)
    if isinstance(table_status(reader, name), cage.Opened):
        raise Refusal("table/open", f"table {name} is open already", "table")
    openings = (found for _, _, found in entries(reader, cage.floor_stream(name)))
    before = next((found for found in openings if isinstance(found, cage.Opened)), None)
    if before is not None and _whose(before) != _whose(wanted):
        whose = "somebody's table for practice" if _whose(before) else "a table of the house"
        raise Refusal("table/taken", f"{name} is {whose}; choose another name", "name")
    first = next(reader.events(stream, 0, 1), None)
    if first is not None and recover(iter([first])).table.rulebook != wanted.rulebook:
        raise Refusal("table/rulebook", f"table {name} has another rulebook", "table")
    return replace(wanted, win=reader.balance(house(stream)))


def _whose(opened: cage.Opened) -> str:
    """Nobody's where any supervisor opens what another has closed.

    What went without the time to act was for practice even before that was said of a table.
    """
    return opened.by if opened.practice or not opened.timed else ""


def closed_boxes(reader: Reader, kept: Collection[str]) -> Iterator[ClosedBox]:
    """Boxes that wait to be counted, of tables that are neither kept nor open."""
    for account, amount in reader.balances("drop/table/").items():
        stream = account.removeprefix("drop/")
        name = stream.removeprefix("table/")
        if not amount or name in kept or not isinstance(table_status(reader, name), cage.Closed):
            continue
        table = recover(reader.events(stream, 0, 1)).table
        rules = from_canonical(reader.rulebook(table.rulebook))
        yield ClosedBox(name, table.house, rules.collection.schedule, amount)
