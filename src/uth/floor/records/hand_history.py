"""Hand history: closed rounds by table, player and time; never a round in progress."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros, to_millis
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.receipts import JournalHead, Receipt, receipt_of
from uth.floor.fairness.shuffle import OpenShuffle
from uth.floor.stream_ranges import closed_round, round_events
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.rounds import RoundCursor, RoundQuery, RoundRow
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event, table_after
from uth.rulebook.canonical import from_canonical
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.evolve import evolve, opened
from uth.table.notation.model import Round
from uth.table.notation.printing import print_round
from uth.table.notation.recording import record
from uth.table.state import Table
from uth.table.wire import to_json

PAGE = 200
OPEN = 2**62
"""Stands for the round in progress, which is later than all others."""


class RecordedRound(msgspec.Struct, frozen=True):
    """A closed round, with everything that happened in it."""

    table: str
    round: int
    at: Millis
    """When it was closed."""
    version: int
    rulebook: str
    void: bool
    house_name: str
    hand: Round

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.hand.players)

    def concerned(self, person: str) -> tuple[str, ...]:
        """Whose round it is when a person exports it: their own if they played in it."""
        return (person,) if person in self.players else self.players


def hands(
    reader: Reader,
    *,
    table: str = "",
    player: str = "",
    since: Millis = 0,
    until: Millis | None = None,
    after: RoundCursor | None = None,
) -> Iterator[RecordedRound]:
    """Closed rounds in the order in which they ended; `after` continues after a round."""
    stream = table_stream(table) if table else ""
    end = None if until is None else to_micros(until)
    query = RoundQuery(
        stream=stream, player=player, since=to_micros(since), until=end, after=after, most=PAGE
    )
    rules_of = rules_by_digest(reader)
    while rows := reader.rounds(query):
        for row in rows:
            yield _hand(reader, row, rules_of)
        if len(rows) < PAGE:
            return
        query = replace(query, after=rows[-1].cursor)


def parse_cursor(text: str) -> RoundCursor:
    """A cursor from the text `AT,TABLE,ROUND` of the last round read."""
    at, _, rest = text.partition(",")
    table, _, number = rest.partition(",")
    if not (_is_number(at) and _is_number(number)):
        raise Refusal("query/after", where="after")
    return RoundCursor(to_micros(int(at)), table_stream(table), int(number))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 15


RulesOf = Callable[[str], Rulebook]


def rules_by_digest(reader: Reader) -> RulesOf:
    """A function that returns rulebooks by digest and reads each once."""
    return lru_cache(16)(lambda digest: from_canonical(reader.rulebook(digest)))


def _hand(reader: Reader, row: RoundRow, rules_of: RulesOf) -> RecordedRound:
    return hand_of(row, *played(reader, row), rules_of)


def played(reader: Reader, row: RoundRow) -> tuple[Table, list[e.Event]]:
    """The table at “No more bets”, and the round's events from then on."""
    before, start = _table_before(reader, row)
    table, events = before, list[e.Event]()
    for entry in reader.events(row.stream, start, row.version):
        event = read_event(entry)
        if table is None:
            assert isinstance(event, e.TableOpened), "a stream begins with TableOpened"
            table = opened(event)
            continue
        if isinstance(event, e.BetsClosed):
            before, events = table, []
        events.append(event)
        table = evolve(table, event)
    assert before is not None, "a closed round has begun"
    return before, events


def hand_of(
    row: RoundRow, before: Table, events: list[e.Event], rules_of: RulesOf
) -> RecordedRound:
    """The record of a round."""
    rules = rules_of(before.rulebook)
    return RecordedRound(
        table=row.stream.removeprefix("table/"),
        round=row.round,
        at=to_millis(row.at),
        version=row.version,
        rulebook=before.rulebook,
        void=row.void,
        house_name=rules.name,
        hand=record(before, events, rules),
    )


def _table_before(reader: Reader, row: RoundRow) -> tuple[Table | None, int]:
    """The table after the previous round and its version; None and 0 to start at the beginning."""
    previous = reader.round(row.stream, row.round - 1)
    table = table_after(reader, previous) if previous else None
    return (table, previous.version) if previous and table else (None, 0)


def to_notation(hand: RecordedRound) -> str:
    """A round in the notation that `uth replay` reads."""
    return print_round(hand.hand)


def to_line(hand: RecordedRound) -> bytes:
    """A round as one line of JSON."""
    return to_json(hand) + b"\n"


def find_hand(reader: Reader, table: str, round_number: int) -> RecordedRound:
    row = closed_round(reader, table, round_number)
    return _hand(reader, row, rules_by_digest(reader))


class Replay(msgspec.Struct, frozen=True):
    """The record of a round, and its events from “No more bets” to the end, nothing hidden."""

    hand: RecordedRound
    events: tuple[Any, ...]
    order: tuple[str, ...]
    """The wagers of a seat in the order in which they are settled (Q-18)."""


def find_replay(reader: Reader, table: str, round_number: int) -> Replay:
    row = closed_round(reader, table, round_number)
    before, events = played(reader, row)
    rules_of = rules_by_digest(reader)
    order = rules_of(before.rulebook).settlement.order
    return Replay(hand_of(row, before, events, rules_of), tuple(events), order)


def find_receipt(reader: Reader, table: str, round_number: int) -> Receipt:
    """The receipt of a closed round, made again from the journal."""
    row = closed_round(reader, table, round_number)
    shuffle = _revealed(reader, row.stream, round_number)
    events = list[e.Event]()
    head = JournalHead(0, "")
    for entry in round_events(reader, row):
        event = read_event(entry)
        if isinstance(event, e.Dealt | e.RoundClosed):
            events.append(event)
        head = JournalHead(entry.version, entry.hash.hex())
    return receipt_of(shuffle.close(), events, head)


def _revealed(reader: Reader, stream: str, number: int) -> OpenShuffle:
    """The shuffle of a closed round, found by binary search in the fairness stream."""
    name = fair.fair_stream(stream)
    versions = range(reader.stream(name).version)
    first = bisect_left(versions, number, key=lambda version: _round_at(reader, name, version))
    committed: fair.ShuffleCommitted | None = None
    for entry in reader.events(name, first):
        event = fair.read_fairness_event(entry)
        if isinstance(event, fair.ShuffleCommitted) and event.name.round == number:
            committed = event
        elif isinstance(event, fair.SeedRevealed) and event.round == number:
            assert committed is not None, "a revealed seed was committed to"
            return fair.revealed_shuffle(committed, event)
        elif isinstance(event, fair.ShuffleCommitted):
            break
    raise Refusal("seed/none", where="round")


def _round_at(reader: Reader, name: str, after: int) -> int:
    """The round that the next event belongs to; mixed seeds belong to the next one revealed."""
    for entry in reader.events(name, after, after + 1):
        event = fair.read_fairness_event(entry)
        if isinstance(event, fair.ShuffleCommitted):
            return event.name.round
        if not isinstance(event, fair.SeedMixed):
            return getattr(event, "round", 0)
    for entry in reader.events(name, after + 1):
        event = fair.read_fairness_event(entry)
        if not isinstance(event, fair.SeedMixed):
            return getattr(event, "round", 0)
    return OPEN
