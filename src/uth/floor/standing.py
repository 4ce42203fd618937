"""How the floor left a table: open or closed, by whom, and what still lies in its box."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from uth.core.money import Cents
from uth.floor import cage
from uth.floor.corrections import entries
from uth.floor.situation import recover
from uth.ledger.store import Reader
from uth.rulebook.canonical import from_canonical


class ClosedBox(msgspec.Struct, frozen=True):
    """The drop box of a closed table, with money in it."""

    table: str
    house: str
    schedule: int | None
    cents: Cents


def standing(reader: Reader, table: str) -> cage.Opened | cage.Closed | None:
    """How the floor last left a table."""
    last: cage.Opened | cage.Closed | None = None
    for _, _, found in entries(reader, cage.floor_stream(table)):
        if isinstance(found, cage.Opened | cage.Closed):
            last = found
    return last


def closed_boxes(reader: Reader, kept: Collection[str]) -> Iterator[ClosedBox]:
    """Boxes that wait to be counted, of tables that are neither kept nor open."""
    for account, cents in reader.balances("drop/table/").items():
        stream = account.removeprefix("drop/")
        name = stream.removeprefix("table/")
        if not cents or name in kept or not isinstance(standing(reader, name), cage.Closed):
            continue
        table = recover(reader.events(stream, 0, 1)).table
        rules = from_canonical(reader.rulebook(table.rulebook))
        yield ClosedBox(name, table.house, rules.collection.schedule, cents)
