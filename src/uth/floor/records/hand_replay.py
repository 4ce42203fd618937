"""A closed round event by event, for a replay."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.floor.records.hand_history import RecordedRound, hand_of, played, rules_by_digest
from uth.floor.stream_ranges import closed_round
from uth.ledger.journal.store import Reader


class Replay(msgspec.Struct, frozen=True):
    """The record of a round, and its events from “No more bets” to the end, nothing hidden."""

    hand: RecordedRound
    events: tuple[Any, ...]


def find_replay(reader: Reader, table: str, round_number: int) -> Replay:
    row = closed_round(reader, table, round_number, "hand/none")
    before, events = played(reader, row)
    return Replay(hand_of(row, before, events, rules_by_digest(reader)), tuple(events))
