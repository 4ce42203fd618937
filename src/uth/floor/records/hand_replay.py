"""A hand that is over, event by event as it was recorded: what a replay shows."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.refusal import Refusal
from uth.floor.records.hand_history import RecordedRound, hand_of, played, rules_by_digest
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.store import Reader


class Replay(msgspec.Struct, frozen=True):
    """The hand in sum, and all from “No more bets” to its end; nothing is hidden any more."""

    hand: RecordedRound
    events: tuple[Any, ...]


def find_replay(reader: Reader, table: str, round_number: int) -> Replay:
    """A closed round again; one that is not over is not told."""
    row = reader.round(table_stream(table), round_number)
    if row is None:
        raise Refusal("hand/none", "there is no such hand, or it is not over", "round")
    before, events = played(reader, row)
    return Replay(hand_of(row, before, events, rules_by_digest(reader)), tuple(events))
