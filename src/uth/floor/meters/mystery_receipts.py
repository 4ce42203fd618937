"""The receipts of the mysteries that a round has hit: published as soon as the round is over."""

from __future__ import annotations

from collections.abc import Iterator

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.mystery_value import KeptValue, reopen_value
from uth.floor.fairness.receipts import JournalHead, MysteryReceipt, mystery_receipt
from uth.floor.stream_ranges import round_events
from uth.ledger.journal.accounts import meter_stream, table_stream
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event
from uth.table import events as e


def find_mysteries(reader: Reader, table: str, round_number: int) -> list[MysteryReceipt]:
    """One for each that was won in a round, in the order in which they were hit."""
    stream = table_stream(table)
    row = reader.round(stream, round_number)
    if row is None:
        raise Refusal("receipt/none", "there is no such round, or it is not over", "round")
    won = list[tuple[int, Cents]]()
    for entry in round_events(reader, row):
        event = read_event(entry)
        if isinstance(event, e.MysteryWon):
            won.append((entry.at, event.amount))
    meter = _meter(reader, table, row.at) if won else ""
    return [found for at, found in _revealed(reader, meter) if (at, found.paid) in won]


def _meter(reader: Reader, table: str, at: int) -> str:
    """The meter that a table's Progressive wagers fed at a time."""
    name = ""
    for entry in reader.events(cage.floor_stream(table)):
        event = cage.DECODER.decode(entry.body)
        if isinstance(event, cage.Opened) and entry.at <= at:
            name = event.link
    return name


def _revealed(reader: Reader, meter: str) -> Iterator[tuple[int, MysteryReceipt]]:
    """Every mystery of a meter that was hit, and when: in the same moment as the table told it."""
    committed: fair.MysteryCommitted | None = None
    for entry in reader.events(fair.fair_stream(meter_stream(meter))) if meter else ():
        event = fair.read_fairness_event(entry)
        if isinstance(event, fair.MysteryCommitted):
            committed = event
        elif isinstance(event, fair.MysteryRevealed):
            assert committed is not None, "what is revealed was committed to"
            value = reopen_value(KeptValue(committed.name, committed.commitment, event.seed))
            head = JournalHead(entry.version, entry.hash.hex())
            yield entry.at, mystery_receipt(value, event.paid, head)
