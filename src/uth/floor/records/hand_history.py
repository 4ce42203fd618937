"""Recall: every hand that is over, by table, player and time; never one that is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.fairness import fairness_events as fair
from uth.floor.fairness.receipts import JournalHead, Receipt, receipt_of
from uth.floor.fairness.shuffle import OpenShuffle
from uth.floor.times import Millis, to_micros, to_millis
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.rounds import RoundCursor, RoundQuery, RoundRow, is_tied, read_table
from uth.ledger.journal.store import Reader
from uth.ledger.journal.table_streams import read_event
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
"""The round that is not over counts as later than all others."""


class RecordedRound(msgspec.Struct, frozen=True):
    """A round that is over, with all that happened in it."""

    table: str
    round: int
    at: Millis
    """When it was closed."""
    version: int
    rulebook: str
    void: bool
    hand: Round

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.hand.players)


def hands(
    reader: Reader,
    *,
    table: str = "",
    player: str = "",
    since: Millis = 0,
    until: Millis | None = None,
    after: RoundCursor | None = None,
) -> Iterator[RecordedRound]:
    """Closed rounds in the order in which they ended; `after` goes on from where one stopped."""
    stream = table_stream(table) if table else ""
    end = None if until is None else to_micros(until)
    wanted = RoundQuery(stream, player, to_micros(since), end, after, PAGE)
    rules_of = rules_by_digest(reader)
    while rows := reader.rounds(wanted):
        for row in rows:
            yield _hand(reader, row, rules_of)
        if len(rows) < PAGE:
            return
        wanted = replace(wanted, after=rows[-1].cursor)


def place_of(text: str) -> RoundCursor:
    """The place of a hand as its reader tells it again: `AT,TABLE,ROUND`."""
    at, _, rest = text.partition(",")
    table, _, number = rest.partition(",")
    if not (_is_number(at) and _is_number(number)):
        raise Refusal("query/after", "ask on by AT,TABLE,ROUND of the last hand", "after")
    return RoundCursor(to_micros(int(at)), table_stream(table), int(number))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 15


RulesOf = Callable[[str], Rulebook]


def rules_by_digest(reader: Reader) -> RulesOf:
    """Rulebooks by their digest, each read once."""
    return lru_cache(16)(lambda digest: from_canonical(reader.rulebook(digest)))


def _hand(reader: Reader, row: RoundRow, rules_of: RulesOf) -> RecordedRound:
    return hand_of(row, *played(reader, row), rules_of)


def played(reader: Reader, row: RoundRow) -> tuple[Table, list[e.Event]]:
    """The table at “No more bets”, and a round's own events after that."""
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
    assert before is not None, "a round that was closed has begun"
    return before, events


def hand_of(
    row: RoundRow, before: Table, events: list[e.Event], rules_of: RulesOf
) -> RecordedRound:
    """A round in sum."""
    return RecordedRound(
        row.stream.removeprefix("table/"),
        row.round,
        to_millis(row.at),
        row.version,
        before.rulebook,
        row.void,
        record(before, events, rules_of(before.rulebook)),
    )


def _table_before(reader: Reader, row: RoundRow) -> tuple[Table | None, int]:
    """Where to begin with a round: after the one before it, or with the table's first event."""
    previous = reader.round(row.stream, row.round - 1)
    if previous is None:
        return None, 0
    last = next(reader.events(row.stream, previous.version - 1, previous.version), None)
    if last is None or not is_tied(previous, last.hash):
        return None, 0
    return read_table(previous), previous.version


def to_notation(hand: RecordedRound) -> str:
    """A hand in our notation, as `uth replay` reads it."""
    return print_round(hand.hand)


def to_line(hand: RecordedRound) -> bytes:
    """A hand as one line of JSON."""
    return to_json(hand) + b"\n"


def find_hand(reader: Reader, table: str, round_number: int) -> RecordedRound:
    row = reader.round(table_stream(table), round_number)
    if row is None:
        raise Refusal("hand/none", "there is no such hand, or it is not over", "round")
    return _hand(reader, row, rules_by_digest(reader))


def find_receipt(reader: Reader, table: str, round_number: int) -> Receipt:
    """The published receipt of a round again; there is none before it is over."""
    stream = table_stream(table)
    row = reader.round(stream, round_number)
    if row is None:
        raise Refusal("receipt/none", "there is no such round, or it is not over", "round")
    shuffle = _revealed(reader, stream, round_number)
    previous = reader.round(stream, round_number - 1)
    start, told_of = previous.version if previous else 0, list[e.Event]()
    head = JournalHead(0, "")
    for entry in reader.events(stream, start, row.version):
        event = read_event(entry)
        if isinstance(event, e.Dealt | e.RoundClosed):
            told_of.append(event)
        head = JournalHead(entry.version, entry.hash.hex())
    return receipt_of(shuffle.close(), told_of, head)


def _revealed(reader: Reader, stream: str, number: int) -> OpenShuffle:
    """The shuffle of a round whose seed has been revealed; its journal is searched by halves."""
    name = fair.fair_stream(stream)
    low, high = 0, reader.stream(name).version
    while low < high:
        middle = (low + high) // 2
        if _round_at(reader, name, middle) < number:
            low = middle + 1
        else:
            high = middle
    committed: fair.ShuffleCommitted | None = None
    for entry in reader.events(name, low):
        event = fair.read_fairness_event(entry)
        if isinstance(event, fair.ShuffleCommitted) and event.name.round == number:
            committed = event
        elif isinstance(event, fair.SeedRevealed) and event.round == number:
            assert committed is not None, "what is revealed was committed to"
            return fair.shuffle_again(committed, event)
        elif isinstance(event, fair.ShuffleCommitted):
            break
    raise Refusal("receipt/none", "the seed of this round was left out of a backup", "round")


def _round_at(reader: Reader, name: str, after: int) -> int:
    """The round that the next event belongs to; what is mixed in belongs to the one revealed."""
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
