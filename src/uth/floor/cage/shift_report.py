"""A shift: what each table brought in, what was counted, and what went over the counter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from uth.core.money import Cents
from uth.floor.cage import bookings as cage
from uth.floor.clock import Millis, to_millis
from uth.floor.people.names import is_bot
from uth.floor.stream_ranges import balance_changes, events_between
from uth.ledger.journal.accounts import ISSUED, house, table_stream
from uth.ledger.journal.store import Reader


class TableOpening(msgspec.Struct, frozen=True):
    """A table opened or closed: its tray as it was counted, and by how much it differed."""

    at: Millis
    what: Literal["opened", "closed"]
    tray: Cents | None
    variance: Cents
    by: str


class TableShift(msgspec.Struct, frozen=True):
    """One table in a shift."""

    table: str
    rounds: int
    voids: int
    approvals: int
    """Payouts that the floor approved."""
    win: Cents
    """What the house won, meters and mysteries included; below 0 where it lost."""
    drop: Cents
    """What fell into the box."""
    box: Cents
    """What is in it now."""
    counts: tuple[tuple[Millis, Cents, Cents, str], ...]
    """Each count: when, what was there, by how much it differed, and by whom."""
    sittings: tuple[TableOpening, ...] = ()
    corrections: tuple[tuple[Millis, int, Cents, str], ...] = ()
    """Each that was made: when, of which round, for how much, and approved by whom."""


class ShiftReport(msgspec.Struct, frozen=True):
    since: Millis
    until: Millis
    tables: tuple[TableShift, ...]
    bought: Cents
    """Sold at the cage, and taken there by those who help themselves; bots left out."""
    cashed: Cents
    issued: Cents
    """Play money in people's hands now."""
    variance: Cents
    """All counts together, since the beginning."""


def shift_report(reader: Reader, since: Millis, until: Millis) -> ShiftReport:
    """Tables where nothing happened and nothing lies in the box are left out."""
    names = [row.stream.removeprefix("table/") for row in reader.streams("table/")]
    meters: Counter[str] = Counter()
    for row in reader.streams("meter/"):
        meters.update(_brought(reader, row.stream, since, until))
    looked = [_table_shift(reader, name, since, until, meters) for name in names]
    tables = tuple(found for found in looked if found is not None)
    bought, cashed = _at_cage(reader, since, until)
    issued, variance = -reader.balance(ISSUED), -reader.balance(house("variance"))
    return ShiftReport(since, until, tables, bought, cashed, issued, variance)


def _at_cage(reader: Reader, since: Millis, until: Millis) -> tuple[Cents, Cents]:
    bought = cashed = 0
    for row in reader.streams("cage/"):
        for _, found in _booked(reader, row.stream, since, until):
            if isinstance(found, cage.Bought) and not is_bot(found.player):
                bought += found.amount
            elif isinstance(found, cage.Cashed):
                cashed += found.amount
    return bought, cashed


def _booked(
    reader: Reader, stream: str, since: Millis, until: Millis
) -> Iterator[tuple[Millis, cage.Booked]]:
    for entry in events_between(reader, stream, since, until):
        yield to_millis(entry.at), cage.DECODER.decode(entry.body)


def _brought(reader: Reader, stream: str, since: Millis, until: Millis) -> Counter[str]:
    versions = {entry.version for entry in events_between(reader, stream, since, until)}
    return balance_changes(reader, stream, versions)


def _table_shift(
    reader: Reader, table: str, since: Millis, until: Millis, meters: Counter[str]
) -> TableShift | None:
    stream, floor = table_stream(table), cage.floor_stream(table)
    happened = Counter(entry.kind for entry in events_between(reader, stream, since, until))
    brought = _brought(reader, stream, since, until)
    corrected = _brought(reader, floor, since, until)
    own = house(stream)
    box = reader.balance(f"drop/{stream}")
    of_floor = list(_booked(reader, floor, since, until))
    if not (happened or of_floor or box):
        return None
    return TableShift(
        table,
        happened["RoundClosed"],
        happened["RoundVoided"],
        happened["Approved"],
        brought[own] + meters[own] + corrected[own],
        brought[f"drop/{stream}"],
        box,
        tuple(
            (at, found.counted, found.variance, found.by)
            for at, found in of_floor
            if isinstance(found, cage.Counted)
        ),
        tuple(_sittings(of_floor)),
        tuple(
            (at, found.moves[0].round, found.amount, found.by)
            for at, found in of_floor
            if isinstance(found, cage.Corrected)
        ),
    )


def _sittings(booked: Iterable[tuple[Millis, cage.Booked]]) -> Iterator[TableOpening]:
    for at, found in booked:
        if isinstance(found, cage.Opened):
            yield TableOpening(at, "opened", found.tray, 0, found.by)
        elif isinstance(found, cage.Closed):
            yield TableOpening(at, "closed", found.tray, found.variance, found.by)
