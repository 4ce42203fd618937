"""Hand history: closed rounds by table, player and time; never a round in progress."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import Millis, to_micros, to_millis
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.receipts import JournalHead, Receipt, receipt_of
from uth.floor.fairness.shuffle import OpenShuffle, reopen
from uth.floor.stream_ranges import closed_round, events_between, round_events, rounds
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.rounds import RoundCursor, RoundQuery, RoundRow
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event, table_after
from uth.rulebook.approval.table_guard import recorded_rules
from uth.rulebook.model import Rulebook
from uth.table import events as e
from uth.table.evolve import evolve, opened
from uth.table.notation.model import Round
from uth.table.notation.printing import print_round
from uth.table.notation.recording import record
from uth.table.state import Table
from uth.table.wire import to_json

PAGE = 200


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
    readable: bool = False,
) -> Iterator[RecordedRound]:
    """Closed rounds in the order in which they ended; `after` continues after a round.

    One whose record is refused is an error, or left out where only readable ones are wanted.
    """
    stream = table_stream(table) if table else ""
    end = None if until is None else to_micros(until)
    query = RoundQuery(
        stream=stream, player=player, since=to_micros(since), until=end, after=after, most=PAGE
    )
    rules_of = rules_by_digest(reader)
    for row in rounds(reader, query):
        try:
            yield _replay(reader, row, rules_of).hand
        except Refusal:
            if not readable:
                raise


def parse_cursor(text: str) -> RoundCursor:
    """A cursor from the text `AT,TABLE,ROUND` of the last round read."""
    parts = re.fullmatch(r"([0-9]{1,15}),([^,]*),([0-9]{1,15})", text)
    if parts is None:
        raise Refusal("query/after", where="after")
    at, table, number = parts.groups()
    return RoundCursor(to_micros(int(at)), table_stream(table), int(number))


RulesOf = Callable[[str], Rulebook]


def rules_by_digest(reader: Reader) -> RulesOf:
    """A function that returns rulebooks by digest and reads each once."""
    return lru_cache(16)(lambda digest: recorded_rules(reader.rulebook(digest)))


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


def _replay(reader: Reader, row: RoundRow, rules_of: RulesOf) -> Replay:
    """The record of a round, its events, and the order of its house's wagers."""
    before, events = played(reader, row)
    rules = rules_of(before.rulebook)
    hand = RecordedRound(
        table=row.stream.removeprefix("table/"),
        round=row.round,
        at=to_millis(row.at),
        version=row.version,
        rulebook=before.rulebook,
        void=row.void,
        house_name=rules.name,
        hand=record(before, events, rules),
    )
    return Replay(hand, tuple(events), rules.settlement.order)


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


class Replay(msgspec.Struct, frozen=True):
    """The record of a round, and its events from “No more bets” to the end, nothing hidden."""

    hand: RecordedRound
    events: tuple[Any, ...]
    order: tuple[str, ...]
    """The wagers of a seat in the order in which they are settled (Q-18)."""


def find_replay(reader: Reader, table: str, round_number: int) -> Replay:
    return _replay(reader, closed_round(reader, table, round_number), rules_by_digest(reader))


def find_receipt(reader: Reader, table: str, round_number: int) -> Receipt:
    """The receipt of a closed round, made again from the journal."""
    row = closed_round(reader, table, round_number)
    shuffle = _revealed(reader, row)
    events = list[e.Event]()
    head = JournalHead(0, "")
    for entry in round_events(reader, row):
        event = read_event(entry)
        if isinstance(event, e.Dealt | e.RoundClosed):
            events.append(event)
        head = JournalHead(entry.version, entry.hash.hex())
    return receipt_of(shuffle.close(), events, head)


def _revealed(reader: Reader, row: RoundRow) -> OpenShuffle:
    """The shuffle of a closed round: committed to when the round before it was closed."""
    previous = reader.round(row.stream, row.round - 1)
    since, until = sorted((to_millis(previous.at) if previous else 0, to_millis(row.at)))
    committed: fair.ShuffleCommitted | None = None
    for entry in events_between(reader, fair.fair_stream(row.stream), since, until + 1):
        event = fair.read_fairness_event(entry)
        if isinstance(event, fair.ShuffleCommitted) and event.name.round == row.round:
            committed = event
        elif isinstance(event, fair.SeedRevealed) and event.round == row.round:
            assert committed is not None, "a revealed seed was committed to"
            seed = bytes.fromhex(event.seed)
            return reopen(committed.name, committed.commitment, seed, event.mixed)
    raise Refusal("seed/none", where="round")
