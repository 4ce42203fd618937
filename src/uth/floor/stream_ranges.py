"""A part of a stream, by time or by round, found without reading what lies before and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import takewhile

from uth.floor.clock import HOUR, Millis, to_micros
from uth.ledger.journal.rounds import RoundRow
from uth.ledger.journal.store import Reader, StoredEvent


def events_between(
    reader: Reader, stream: str, since: Millis, until: Millis
) -> Iterator[StoredEvent]:
    """What was written from one time to before another.

    Nodes' clocks may differ, so an hour more is looked at on both sides.
    """
    first = _before(reader, stream, since - HOUR)
    last = _before(reader, stream, until + HOUR)
    for entry in reader.events(stream, first, last):
        if to_micros(since) <= entry.at < to_micros(until):
            yield entry


def _before(reader: Reader, stream: str, time: Millis) -> int:
    """The version up to which all was written before a time, by halving."""
    low, high = 0, reader.stream(stream).version
    while low < high:
        middle = (low + high) // 2
        (entry,) = reader.events(stream, middle, middle + 1)
        if entry.at < to_micros(time):
            low = middle + 1
        else:
            high = middle
    return low


def round_events(reader: Reader, row: RoundRow) -> Iterator[StoredEvent]:
    """A closed round: all since the one before it was closed."""
    before = reader.round(row.stream, row.round - 1)
    return reader.events(row.stream, before.version if before else 0, row.version)


def balance_changes(reader: Reader, stream: str, versions: Collection[int]) -> Counter[str]:
    """What these events of a stream brought each account."""
    brought: Counter[str] = Counter()
    if not versions:
        return brought
    last = max(versions)
    postings = reader.postings(stream, min(versions) - 1)
    for posting in takewhile(lambda posting: posting.version <= last, postings):
        if posting.version in versions:
            brought[posting.target] += posting.amount
            brought[posting.source] -= posting.amount
    return brought
