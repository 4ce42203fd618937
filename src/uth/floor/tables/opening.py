"""Opening a new table: its first events, and the commitment for its first round."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_date, to_micros
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.randomness import Source
from uth.floor.fairness.shuffle import OpenShuffle, RoundName, open_shuffle
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.batch import Append, Batch
from uth.ledger.journal.table_streams import table_append
from uth.rulebook.model import Rulebook
from uth.table import decide
from uth.table.state import Table


def check_in_force(rules: Rulebook, at: Millis) -> None:
    """Refuse a table of a house before the day on which its rules were approved."""
    approved, today = rules.approved_on, to_date(at)
    if approved is not None and today < approved:
        raise Refusal(
            "house/not_yet_approved", where="house", name=rules.name, date=approved, today=today
        )


def begin_shuffle(name: str, table: Table, round_number: int, source: Source) -> OpenShuffle:
    """A new shuffle for a round of a table."""
    return open_shuffle(RoundName(name, round_number, table.house, table.rulebook), source)


def opening(
    name: str,
    rules: Rulebook,
    source: Source,
    *,
    at: Millis,
    practice: bool = False,
    epoch: int = 0,
) -> Batch:
    """The first events of a new table, and its first commitment."""
    steps = decide.opening(rules, practice=practice)
    stream = table_stream(name)
    append = table_append(name, None, steps, expected=0, at=to_micros(at), epoch=epoch)
    shuffle = begin_shuffle(name, steps[-1].table, 1, source)
    first = Append(fair.fair_stream(stream), 0, (fair.committed(shuffle),), at=to_micros(at))
    return Batch((append, first))
