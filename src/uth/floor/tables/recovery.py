"""Loading a table from the store, starting near the end of its journal.

The index of rounds holds the table as it was between two rounds, and later events are folded into
it. If no such row can be trusted, the whole journal is read; the result is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from uth.core.money import Cents
from uth.floor.clock import MINUTE, Millis, to_micros, to_millis
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.randomness import Source
from uth.floor.meters.linked_meter import LinkedMeter
from uth.floor.people.limit_tracking import at_stake
from uth.floor.tables.opening import begin_shuffle
from uth.floor.tables.progress import RoundSecrets, TableProgress, between_rounds, recover
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.accounts import meter_stream, table_stream
from uth.ledger.journal.meter_events import FeedTakenBack, MeterFed, read_meter_event
from uth.ledger.journal.rounds import RoundRow
from uth.ledger.journal.store import Reader, StoredEvent
from uth.ledger.journal.table_streams import rulebook_of, table_after
from uth.rulebook.approval.table_guard import recorded_rules
from uth.rulebook.model import Rulebook

ROUNDS_BACK = 50
"""How many rounds back a start is looked for: one with no held seat, before the last bank offer."""
CHUNK = 500
SKEW = 10 * MINUTE
"""The most by which the clocks of two nodes may differ."""


def rules_of_table(reader: Reader, table: str) -> Rulebook:
    """The rulebook that a table's journal is kept under."""
    return recorded_rules(reader.rulebook(rulebook_of(reader, table_stream(table))))


def recover_progress(reader: Reader, stream: str, *, banked: bool) -> TableProgress:
    """A table's progress; `banked` where players bank, since their offers have deadlines too."""
    for row in reader.last_rounds(stream, ROUNDS_BACK)[2 if banked else 0 :]:
        start = _after(reader, row)
        if start is None or any(seat.away for _, seat in start.table.taken()):
            continue
        progress = recover(reader.events(stream, row.version), start)
        if progress.times.offered or not banked:
            return progress
    return recover(reader.events(stream))


def recover_table(
    reader: Reader,
    name: str,
    rules: Rulebook,
    *,
    link: LinkedMeter | None,
    source: Source,
    epoch: int,
) -> tuple[TableWriter, bool]:
    """A table from its journal, and whether it comes from a backup, which leaves its seed out."""
    stream = table_stream(name)
    progress = recover_progress(reader, stream, banked=rules.player_dealer)
    fair_stream = fair.fair_stream(stream)
    entries = last_shuffle(reader, fair_stream)
    lost = bool(entries) and fair.is_lost(entries[0], reader.redacted())
    table = progress.table
    new_shuffle = begin_shuffle(name, table, table.round, source) if lost else None
    shuffle = new_shuffle or fair.recover_shuffle(entries)
    previous = reader.last_rounds(stream, 1)
    since = to_millis(previous[0].at) if previous else 0
    fed = feeds_of(reader, link.name if link else "", name, progress.table.round, since)
    secrets = RoundSecrets(shuffle, reader.stream(fair_stream).version, fed)
    head = reader.stream(stream).head
    table_writer = TableWriter(
        name=name,
        rules=rules,
        progress=progress,
        secrets=secrets,
        head=head,
        source=source,
        link=link,
        epoch=epoch,
    )
    return table_writer, lost


def staked_elsewhere(reader: Reader, table: str, player: str) -> Cents:
    """What a player may still lose at a table that another node runs."""
    stream = table_stream(table)
    progress = recover_progress(reader, stream, banked=False)
    return at_stake(progress.table, rules_of_table(reader, table), player)


def _after(reader: Reader, row: RoundRow) -> TableProgress | None:
    table = table_after(reader, row)
    return None if table is None else between_rounds(table, row.version, to_millis(row.at))


def backwards(reader: Reader, stream: str) -> Iterator[list[StoredEvent]]:
    """A stream in chunks from the end; the events of a chunk are in order."""
    end = reader.stream(stream).version
    while end > 0:
        begin = max(0, end - CHUNK)
        yield list(reader.events(stream, begin, end))
        end = begin


def last_shuffle(reader: Reader, stream: str) -> list[StoredEvent]:
    """The entry that commits to the current shuffle, and those that mix seeds into it."""
    entries: list[StoredEvent] = []
    for chunk in backwards(reader, stream):
        entries = chunk + entries
        for index in range(len(chunk) - 1, -1, -1):
            if chunk[index].kind == fair.ShuffleCommitted.__name__:
                return entries[index:]
    return []


def feeds_of(
    reader: Reader, link: str, table: str, round_number: int, since: Millis
) -> tuple[MeterFed, ...]:
    """The meter contributions of the round in progress, which voiding it would take back.

    None of them is older than the end of the previous round.
    """
    entries: list[StoredEvent] = []
    for chunk in backwards(reader, meter_stream(link)) if link else ():
        entries = chunk + entries
        if chunk[0].at < to_micros(since - SKEW):
            break
    by_seat: dict[int, MeterFed] = {}
    for event in map(read_meter_event, entries):
        if isinstance(event, MeterFed | FeedTakenBack):
            if (event.table, event.round) != (table, round_number):
                continue
            if isinstance(event, MeterFed):
                by_seat[event.seat] = event
            else:
                by_seat.pop(event.seat, None)
    return tuple(by_seat.values())
