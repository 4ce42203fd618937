"""Receipts of the mysteries hit in a round, available when the round is over."""

from __future__ import annotations

from collections.abc import Iterator

from uth.core.money import Cents
from uth.floor.cage import bookings as cage
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.mystery_value import reopen_value
from uth.floor.fairness.receipts import JournalHead, MysteryReceipt, mystery_receipt
from uth.floor.stream_ranges import closed_round, round_events
from uth.ledger.journal.accounts import meter_stream
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event
from uth.table import events as e


def find_mysteries(reader: Reader, table: str, round_number: int) -> list[MysteryReceipt]:
    """One receipt per mystery won in a round, in the order of the hits."""
    row = closed_round(reader, table, round_number)
    won = list[tuple[int, Cents]]()
    for entry in round_events(reader, row):
        event = read_event(entry)
        if isinstance(event, e.MysteryWon):
            won.append((entry.at, event.amount))
    meter = _meter(reader, table, row.at) if won else ""
    return [receipt for at, receipt in _revealed(reader, meter) if (at, receipt.paid) in won]


def _meter(reader: Reader, table: str, at: int) -> str:
    """The meter that a table was linked to at a time."""
    name = ""
    for entry in reader.events(cage.floor_stream(table)):
        event = cage.DECODER.decode(entry.body)
        if isinstance(event, cage.Opened) and entry.at <= at:
            name = event.link
    return name


def _revealed(reader: Reader, meter: str) -> Iterator[tuple[int, MysteryReceipt]]:
    """The receipts of a meter's mysteries and when they were hit, in the table's own time."""
    committed: fair.MysteryCommitted | None = None
    for entry in reader.events(fair.fair_stream(meter_stream(meter))) if meter else ():
        event = fair.read_fairness_event(entry)
        if isinstance(event, fair.MysteryCommitted):
            committed = event
        elif isinstance(event, fair.MysteryRevealed):
            assert committed is not None, "a revealed value was committed to"
            value = reopen_value(committed.name, committed.commitment, bytes.fromhex(event.seed))
            head = JournalHead(entry.version, entry.hash.hex())
            yield entry.at, mystery_receipt(value, event.paid, head)
