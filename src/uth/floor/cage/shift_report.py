"""The shift report: win, drop and counts of each table, and sales at the cage."""

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
from uth.ledger.journal.bookings import Corrected
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event
from uth.table import events as e

COUNTED = ("Settled", "RoundClosed")
"""The events that say how far a bank reached."""


class TableOpening(msgspec.Struct, frozen=True):
    """A table opened or closed, with the count of its tray and how far it was off."""

    at: Millis
    what: Literal["opened", "closed"]
    tray: Cents | None
    variance: Cents
    by: str


class TableShift(msgspec.Struct, frozen=True):
    """One table in a shift."""

    table: str
    practice: bool
    """Whether it is a practice table, whose money is not the house's."""
    rounds: int
    voids: int
    approvals: int
    """Payouts that the floor approved."""
    exhausted: int
    """Rounds in which a player-dealer's bank was used up and did not cover all wagers."""
    uncovered: Cents
    """What such banks did not pay on winning wagers, and returned of losing ones."""
    win: Cents
    """What the house won, meters and mysteries included; negative if it lost."""
    drop: Cents
    """What was dropped into the box."""
    box: Cents
    """What is in it now."""
    counts: tuple[tuple[Millis, Cents, Cents, str], ...]
    """Each count: time, amount, variance, and by whom."""
    sittings: tuple[TableOpening, ...] = ()
    corrections: tuple[tuple[Millis, int, Cents, str], ...] = ()
    """Each correction made: time, round, amount, and approved by whom."""


class ShiftTotal(msgspec.Struct, frozen=True):
    """The sums of all tables of the house, without practice tables."""

    rounds: int
    voids: int
    approvals: int
    exhausted: int
    uncovered: Cents
    win: Cents
    drop: Cents
    box: Cents


class ShiftReport(msgspec.Struct, frozen=True):
    """What happened at all tables in a period."""

    since: Millis
    until: Millis
    tables: tuple[TableShift, ...]
    total: ShiftTotal
    bought: Cents
    """Play money sold or taken at the cage, without that of bots."""
    cashed: Cents
    issued: Cents
    """Play money in circulation now."""
    variance: Cents
    """The variance of all counts ever."""


class ExhaustedBanks:
    """Counts the rounds that a bank did not cover; what is reversed in a void round is not."""

    def __init__(self) -> None:
        self.rounds: int = 0
        self.amount: Cents = 0
        self._in_round: Cents = 0

    def add(self, event: e.Event) -> None:
        if isinstance(event, e.Settled):
            self._in_round += _uncovered(event)
        elif isinstance(event, e.RoundClosed):
            if self._in_round and not event.void:
                self.rounds += 1
                self.amount += self._in_round
            self._in_round = 0


def _uncovered(row: e.Settled) -> Cents:
    """What an exhausted bank leaves of a wager: winnings not paid, or a losing stake returned."""
    if row.payer != "bank":
        return 0
    if row.short_by == "bank":
        return row.short
    return row.returned if row.outcome in ("lose", "returned") else 0


def shift_report(reader: Reader, since: Millis, until: Millis) -> ShiftReport:
    """The report of a shift, without tables where nothing happened and the box is empty."""
    names = [row.stream.removeprefix("table/") for row in reader.streams("table/")]
    meters: Counter[str] = Counter()
    for row in reader.streams("meter/"):
        meters.update(_changes(reader, row.stream, since, until))
    shifts = [_table_shift(reader, name, since, until, meters) for name in names]
    tables = tuple(shift for shift in shifts if shift is not None)
    bought, cashed = _at_cage(reader, since, until)
    issued, variance = -reader.balance(ISSUED), -reader.balance(house("variance"))
    return ShiftReport(
        since=since,
        until=until,
        tables=tables,
        total=_total(shift for shift in tables if not shift.practice),
        bought=bought,
        cashed=cashed,
        issued=issued,
        variance=variance,
    )


def _total(tables: Iterable[TableShift]) -> ShiftTotal:
    shifts = list(tables)
    names = ShiftTotal.__struct_fields__
    return ShiftTotal(**{name: sum(getattr(shift, name) for shift in shifts) for name in names})


def _at_cage(reader: Reader, since: Millis, until: Millis) -> tuple[Cents, Cents]:
    bought = cashed = 0
    for row in reader.streams("cage/"):
        for _, booking in _bookings(reader, row.stream, since, until):
            if isinstance(booking, cage.Bought) and not is_bot(booking.player):
                bought += booking.amount
            elif isinstance(booking, cage.Cashed):
                cashed += booking.amount
    return bought, cashed


def _bookings(
    reader: Reader, stream: str, since: Millis, until: Millis
) -> Iterator[tuple[Millis, cage.Booked]]:
    for entry in events_between(reader, stream, since, until):
        yield to_millis(entry.at), cage.DECODER.decode(entry.body)


def _changes(reader: Reader, stream: str, since: Millis, until: Millis) -> Counter[str]:
    versions = {entry.version for entry in events_between(reader, stream, since, until)}
    return balance_changes(reader, stream, versions)


def _table_shift(
    reader: Reader, table: str, since: Millis, until: Millis, meters: Counter[str]
) -> TableShift | None:
    stream, floor_stream = table_stream(table), cage.floor_stream(table)
    kinds: Counter[str] = Counter()
    cover = ExhaustedBanks()
    for entry in events_between(reader, stream, since, until):
        kinds[entry.kind] += 1
        if entry.kind in COUNTED:
            cover.add(read_event(entry))
    changes = _changes(reader, stream, since, until)
    corrected = _changes(reader, floor_stream, since, until)
    account = house(stream)
    box = reader.balance(f"drop/{stream}")
    bookings = list(_bookings(reader, floor_stream, since, until))
    if not (kinds or bookings or box):
        return None
    return TableShift(
        table=table,
        practice=_is_practice(reader, stream),
        rounds=kinds["RoundClosed"],
        voids=kinds["RoundVoided"],
        approvals=kinds["Approved"],
        exhausted=cover.rounds,
        uncovered=cover.amount,
        win=changes[account] + meters[account] + corrected[account],
        drop=changes[f"drop/{stream}"],
        box=box,
        counts=tuple(
            (at, booking.counted, booking.variance, booking.by)
            for at, booking in bookings
            if isinstance(booking, cage.Counted)
        ),
        sittings=tuple(_openings(bookings)),
        corrections=tuple(
            (at, booking.moves[0].round, booking.amount, booking.by)
            for at, booking in bookings
            if isinstance(booking, Corrected)
        ),
    )


def _is_practice(reader: Reader, stream: str) -> bool:
    opened = read_event(next(reader.events(stream, 0, 1)))
    return isinstance(opened, e.TableOpened) and opened.practice


def _openings(bookings: Iterable[tuple[Millis, cage.Booked]]) -> Iterator[TableOpening]:
    for at, booking in bookings:
        if isinstance(booking, cage.Opened):
            yield TableOpening(at, "opened", booking.tray, 0, booking.by)
        elif isinstance(booking, cage.Closed):
            yield TableOpening(at, "closed", booking.tray, booking.variance, booking.by)
