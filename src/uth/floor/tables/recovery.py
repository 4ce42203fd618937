"""Taking up what the store holds from near its end: an old table is as quick as a new one.

The index of rounds gives a table between two rounds; what came since is folded upon it. Where it
can't be relied upon, all is read from the beginning, which comes to the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from uth.core.money import Cents
from uth.floor.clock import MINUTE
from uth.floor.fairness import fairness_events as fair
from uth.floor.people.limit_tracking import at_stake
from uth.floor.tables.progress import TableProgress, between_rounds, recover
from uth.floor.times import Millis, to_micros, to_millis
from uth.ledger.journal.accounts import meter_stream, table_stream
from uth.ledger.journal.meter_events import FeedTakenBack, MeterFed, read_meter_event
from uth.ledger.journal.rounds import RoundRow, is_tied, read_table
from uth.ledger.journal.store import Reader, StoredEvent
from uth.ledger.journal.table_streams import rulebook_of
from uth.rulebook.canonical import from_canonical

ROUNDS_BACK = 50
"""How far back one begins: where no seat was held, and the bank has been offered since."""
CHUNK = 500
SKEW = 10 * MINUTE
"""By how much the clocks of two nodes may differ at the very most."""


def recover_progress(reader: Reader, stream: str, *, banked: bool) -> TableProgress:
    """How a table stands; `banked` where players bank, whose offers have their times too."""
    for row in reader.last_rounds(stream, ROUNDS_BACK)[2 if banked else 0 :]:
        start = _after(reader, row)
        if start is None or any(seat.away for _, seat in start.table.taken()):
            continue
        found = recover(reader.events(stream, row.version), start)
        if found.times.offered or not banked:
            return found
    return recover(reader.events(stream))


def staked_elsewhere(reader: Reader, table: str, player: str) -> Cents:
    """What a player may still lose at a table that another node keeps."""
    stream = table_stream(table)
    rules = from_canonical(reader.rulebook(rulebook_of(reader, stream)))
    found = recover_progress(reader, stream, banked=False).table
    return at_stake(found, rules, player)


def _after(reader: Reader, row: RoundRow) -> TableProgress | None:
    closed = next(reader.events(row.stream, row.version - 1, row.version), None)
    if closed is None or not is_tied(row, closed.hash):
        return None
    return between_rounds(read_table(row), row.version, to_millis(row.at))


def backwards(reader: Reader, stream: str) -> Iterator[list[StoredEvent]]:
    """A stream from its end, piece by piece, each piece in its own order."""
    end = reader.stream(stream).version
    while end > 0:
        begin = max(0, end - CHUNK)
        yield list(reader.events(stream, begin, end))
        end = begin


def last_shuffle(reader: Reader, stream: str) -> list[StoredEvent]:
    """The entry that commits to the shuffle in force, and those that mix seeds into it."""
    found: list[StoredEvent] = []
    for piece in backwards(reader, stream):
        found = piece + found
        for place in range(len(piece) - 1, -1, -1):
            if piece[place].kind == fair.ShuffleCommitted.__name__:
                return found[place:]
    return []


def feeds_of(
    reader: Reader, link: str, table: str, round_number: int, since: Millis
) -> tuple[MeterFed, ...]:
    """The feeds of a round in progress, which voiding it would take back.

    None of them is older than the end of the round before it.
    """
    entries: list[StoredEvent] = []
    for piece in backwards(reader, meter_stream(link)) if link else ():
        entries = piece + entries
        if piece[0].at < to_micros(since - SKEW):
            break
    found: dict[int, MeterFed] = {}
    for event in map(read_meter_event, entries):
        if isinstance(event, MeterFed | FeedTakenBack):
            if (event.table, event.round) != (table, round_number):
                continue
            if isinstance(event, MeterFed):
                found[event.seat] = event
            else:
                found.pop(event.seat, None)
    return tuple(found.values())
