"""A shift: what each table brought in, what was counted, and what went over the counter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from uth.core.money import Cents
from uth.floor import cage
from uth.floor.orders import is_bot
from uth.floor.times import Millis, kept, told
from uth.ledger.accounts import ISSUED, house, table_stream
from uth.ledger.batch import Posting
from uth.ledger.store import Reader


class Sitting(msgspec.Struct, frozen=True):
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
    sittings: tuple[Sitting, ...] = ()
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
    looked = [_table_shift(reader, name, since, until) for name in names]
    tables = tuple(found for found in looked if found is not None)
    bought, cashed = _at_cage(reader, since, until)
    issued, variance = -reader.balance(ISSUED), -reader.balance(house("variance"))
    return ShiftReport(since, until, tables, bought, cashed, issued, variance)


def _at_cage(reader: Reader, since: Millis, until: Millis) -> tuple[Cents, Cents]:
    bought = cashed = 0
    for row in reader.streams("cage/"):
        for _, found in _booked(reader, row.stream, since, until):
            if isinstance(found, cage.Bought) and not is_bot(found.player):
                bought += found.cents
            elif isinstance(found, cage.Cashed):
                cashed += found.cents
    return bought, cashed


def _booked(
    reader: Reader, stream: str, since: Millis, until: Millis
) -> Iterator[tuple[Millis, cage.Booked]]:
    for entry in reader.events(stream):
        if kept(since) <= entry.at < kept(until):
            yield told(entry.at), cage.DECODER.decode(entry.body)


def _table_shift(reader: Reader, table: str, since: Millis, until: Millis) -> TableShift | None:
    stream = table_stream(table)
    versions: set[int] = set()
    happened: Counter[str] = Counter()
    for entry in reader.events(stream):
        if kept(since) <= entry.at < kept(until):
            versions.add(entry.version)
            happened[entry.kind] += 1
    win = drop = 0
    for posting in reader.postings(stream):
        if posting.version in versions:
            win += _moved(posting, house(stream))
            drop += _moved(posting, f"drop/{stream}")
    win += _from_meters(reader, stream, since, until)
    win += _corrected(reader, table, since, until)
    box = reader.balance(f"drop/{stream}")
    of_floor = list(_booked(reader, cage.floor_stream(table), since, until))
    if not (versions or of_floor or box):
        return None
    return TableShift(
        table,
        happened["RoundClosed"],
        happened["RoundVoided"],
        happened["Approved"],
        win,
        drop,
        box,
        tuple(
            (at, found.counted, found.variance, found.by)
            for at, found in of_floor
            if isinstance(found, cage.Counted)
        ),
        tuple(_sittings(of_floor)),
        tuple(
            (at, found.moves[0].round, found.cents, found.by)
            for at, found in of_floor
            if isinstance(found, cage.Corrected)
        ),
    )


def _sittings(booked: Iterable[tuple[Millis, cage.Booked]]) -> Iterator[Sitting]:
    for at, found in booked:
        if isinstance(found, cage.Opened):
            yield Sitting(at, "opened", found.tray, 0, found.by)
        elif isinstance(found, cage.Closed):
            yield Sitting(at, "closed", found.tray, found.variance, found.by)


def _corrected(reader: Reader, table: str, since: Millis, until: Millis) -> Cents:
    """What corrections took from a table's win or gave back to it."""
    stream, account = cage.floor_stream(table), house(table_stream(table))
    inside = {
        entry.version for entry in reader.events(stream) if kept(since) <= entry.at < kept(until)
    }
    found = (posting for posting in reader.postings(stream) if posting.version in inside)
    return sum(_moved(posting, account) for posting in found)


def _moved(posting: Posting, account: str) -> Cents:
    if posting.target == account:
        return posting.cents
    return -posting.cents if posting.source == account else 0


def _from_meters(reader: Reader, stream: str, since: Millis, until: Millis) -> Cents:
    """What the meters took from a table's win and gave back for jackpots."""
    moved = 0
    for row in reader.streams("meter/"):
        times = {entry.version: entry.at for entry in reader.events(row.stream)}
        for posting in reader.postings(row.stream):
            if kept(since) <= times[posting.version] < kept(until):
                moved += _moved(posting, house(stream))
    return moved
