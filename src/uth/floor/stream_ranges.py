"""Parts of a stream by time or by round, read without the rest of it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import takewhile

from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import HOUR, Millis, to_micros
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.rounds import RoundQuery, RoundRow
from uth.ledger.journal.store import Reader, StoredEvent


def events_between(
    reader: Reader, stream: str, since: Millis, until: Millis
) -> Iterator[StoredEvent]:
    """The events from one time until before another.

    The clocks of nodes may differ, so an hour more is searched on both sides.
    """
    first = _before(reader, stream, since - HOUR)
    last = _before(reader, stream, until + HOUR)
    for entry in reader.events(stream, first, last):
        if to_micros(since) <= entry.at < to_micros(until):
            yield entry


def _before(reader: Reader, stream: str, time: Millis) -> int:
    """The version up to which everything was written before a time."""

    def written_at(version: int) -> int:
        (entry,) = reader.events(stream, version, version + 1)
        return entry.at

    return bisect_left(range(reader.stream(stream).version), to_micros(time), key=written_at)


def closed_round(reader: Reader, table: str, number: int) -> RoundRow:
    """A closed round of a table; refused if there is none."""
    row = reader.round(table_stream(table), number)
    if row is None:
        raise Refusal("hand/none", where="round")
    return row


def rounds(reader: Reader, query: RoundQuery) -> Iterator[RoundRow]:
    """All closed rounds that a query asks for, read page by page."""
    while rows := reader.rounds(query):
        yield from rows
        query = replace(query, after=rows[-1].cursor)


def round_events(reader: Reader, row: RoundRow) -> Iterator[StoredEvent]:
    """The events of a closed round: all since the previous one was closed."""
    before = reader.round(row.stream, row.round - 1)
    return reader.events(row.stream, before.version if before else 0, row.version)


def balance_changes(reader: Reader, stream: str, versions: Collection[int]) -> Counter[str]:
    """How much these events of a stream changed the balance of each account."""
    changes: Counter[str] = Counter()
    if not versions:
        return changes
    last = max(versions)
    postings = reader.postings(stream, min(versions) - 1)
    for posting in takewhile(lambda posting: posting.version <= last, postings):
        if posting.version in versions:
            changes[posting.target] += posting.amount
            changes[posting.source] -= posting.amount
    return changes
