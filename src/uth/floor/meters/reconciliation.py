"""Reconciles meters: contributions less awards equal the meter, to the last fraction."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal import meter_streams as meters
from uth.ledger.journal.accounts import meter_stream
from uth.ledger.journal.meter_events import (
    FeedTakenBack,
    JackpotsGiven,
    MeterEvent,
    MeterFed,
    MeterOpened,
    MysteryHit,
    read_meter_event,
)
from uth.ledger.journal.store import Reader
from uth.table.meters import UNITS


class MeterBalance(msgspec.Struct):
    """One meter since it was opened, in 1/10,000 cent."""

    seeded: int = 0
    contributed: int = 0
    taken_back: int = 0
    """By void rounds, unless it had been won since."""
    awarded: int = 0
    state: int = 0
    in_account: Cents = 0
    """The balance of its account in the ledger."""

    @property
    def expected(self) -> int:
        return self.seeded + self.contributed - self.taken_back - self.awarded

    @property
    def right(self) -> bool:
        return self.expected == self.state and self.state // UNITS == self.in_account


class MeterSource(msgspec.Struct):
    """What one table or other game has put into a meter and won of it."""

    name: str
    wagers: int = 0
    contributed: int = 0
    """To both meters, in 1/10,000 cent; what a void round took back is not in it."""
    awarded: Cents = 0


class MeterReport(msgspec.Struct, frozen=True):
    """A meter, and whether it reconciles."""

    name: str
    main: MeterBalance
    mystery: MeterBalance
    wagers: int
    jackpots: int
    mysteries: int
    right: bool
    sources: tuple[MeterSource, ...]
    """The tables and games on it, by name."""


def reconcile(reader: Reader, name: str) -> MeterReport:
    """Sum up a meter's journal, and compare it with the meter and the ledger."""
    main, mystery = MeterBalance(), MeterBalance()
    meter, rules = meters.recover(reader, name)
    restart, seed = rules.progressive.mystery_restart, rules.progressive.seed
    wagers = jackpots = mysteries = emptied = 0
    sources: dict[str, MeterSource] = {}
    for entry in reader.events(meter_stream(name)):
        event = read_meter_event(entry)
        _add_to_source(sources, event)
        match event:
            case MeterOpened():
                main.seeded, mystery.seeded = event.main, event.mystery
            case MeterFed():
                wagers += 1
                main.contributed += event.main
                mystery.contributed += event.mystery
            case MysteryHit():
                mysteries += 1
                mystery.awarded += event.amount * UNITS
                mystery.seeded += restart * UNITS
            case JackpotsGiven():
                for _, amount, _, reseeded in event.awards:
                    jackpots += 1
                    main.awarded += amount * UNITS
                    main.seeded += seed * UNITS if reseeded else 0
                    emptied += reseeded
            case FeedTakenBack():
                main.taken_back += event.main if event.jackpots == emptied else 0
                mystery.taken_back += event.mystery if event.mysteries == mysteries else 0
            case _:
                pass
    stream = meter_stream(name)
    main.state, mystery.state = meter.meters.main, meter.meters.mystery
    main.in_account = reader.balance(f"{stream}/main")
    mystery.in_account = reader.balance(f"{stream}/mystery")
    right = main.right and mystery.right
    return MeterReport(
        name=name,
        main=main,
        mystery=mystery,
        wagers=wagers,
        jackpots=jackpots,
        mysteries=mysteries,
        right=right,
        sources=tuple(source for _, source in sorted(sources.items())),
    )


def _add_to_source(sources: dict[str, MeterSource], event: MeterEvent) -> None:
    """Count an event for the table or game that it comes from."""
    name: str = getattr(event, "table", "")
    if not name:
        return
    source = sources.setdefault(name, MeterSource(name))
    match event:
        case MeterFed():
            source.wagers += 1
            source.contributed += event.main + event.mystery
        case FeedTakenBack():
            source.wagers -= 1
            source.contributed -= event.main + event.mystery
        case MysteryHit():
            source.awarded += event.amount
        case JackpotsGiven():
            source.awarded += sum(amount for _, amount, _, _ in event.awards)


def reconcile_all(reader: Reader) -> list[MeterReport]:
    names = [row.stream.removeprefix("meter/") for row in reader.streams("meter/")]
    return [_reconciled(reader, name) for name in names]


def _reconciled(reader: Reader, name: str) -> MeterReport:
    """A meter's report; one whose record is refused is not right, and hides no other."""
    try:
        return reconcile(reader, name)
    except Refusal:
        return MeterReport(
            name=name,
            main=MeterBalance(),
            mystery=MeterBalance(),
            wagers=0,
            jackpots=0,
            mysteries=0,
            right=False,
            sources=(),
        )
