"""Opening a new table: its first events, and the commitment for its first round."""

from __future__ import annotations

from uth.floor.clock import Millis, to_micros
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.randomness import Source
from uth.floor.fairness.shuffle import OpenShuffle, RoundName, open_shuffle
from uth.floor.tables.progress import RoundSecrets, advance, begin
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.batch import Append, Batch, Head
from uth.ledger.journal.chain import START, chained
from uth.ledger.journal.table_streams import table_append
from uth.rulebook.model import Rulebook
from uth.table import decide
from uth.table.state import Table


def begin_shuffle(name: str, table: Table, source: Source) -> OpenShuffle:
    """A new shuffle for the current round of a table."""
    return open_shuffle(RoundName(name, table.round, table.house, table.rulebook), source)


def opening(
    name: str, rules: Rulebook, source: Source, at: Millis, epoch: int = 0
) -> tuple[Batch, TableWriter]:
    """A new table, and the batch with its first events and commitment."""
    steps = decide.opening(rules)
    append = table_append(name, None, steps, expected=0, at=to_micros(at), epoch=epoch)
    progress = begin(steps[0].event, at)
    for step in steps[1:]:
        progress = advance(progress, step, at)
    stream = table_stream(name)
    append = chained(append, Head(stream, 0, START))
    shuffle = begin_shuffle(name, progress.table, source)
    first = Append(fair.fair_stream(stream), 0, (fair.committed(shuffle),), at=to_micros(at))
    table_writer = TableWriter(
        name, rules, progress, RoundSecrets(shuffle, 1), append.head, source, epoch=epoch
    )
    return Batch((append, first)), table_writer
