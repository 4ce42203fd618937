"""A table's events on their way into the journal and back, and the postings they imply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from uth.core.cards import parse_card
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import globally, table_stream
from uth.ledger.journal.batch import Append, Entry, Posting, RoundEnd
from uth.ledger.journal.chain import salt_for
from uth.ledger.journal.rounds import end_of
from uth.ledger.journal.store import Reader, StoredEvent, short_cut
from uth.table import events as e
from uth.table.evolve import Transition, evolve, opened
from uth.table.postings import Posting as Movement
from uth.table.state import Table
from uth.table.wire import event_from_json, to_json

_WAGERS: dict[type[e.Event], str] = {
    e.Acted: "play",
    e.BackLineFollowed: "play",
    e.BankTaken: "bank",
    e.BankDeclined: "bank",
    e.BankSettled: "bank",
    e.FeeTaken: "fee",
    e.FeesDropped: "fee",
    e.MysteryWon: "mystery",
    e.JackpotKept: "progressive",
}


class _Secret(msgspec.Struct, forbid_unknown_fields=True):
    deck: tuple[str, ...]


def _wager(event: e.Event) -> str:
    """What a movement was for: a wager by name, several where they were placed together."""
    if isinstance(event, e.Settled):
        return event.wager
    if isinstance(event, e.WagersPlaced | e.BackLinePlaced):
        return " ".join(sorted(event.wagers))
    return _WAGERS.get(type(event), "")


def _clauses(event: e.Event) -> str:
    clauses: tuple[str, ...] = getattr(event, "clauses", ())
    return " ".join(clauses)


def booked(
    stream: str,
    version: int,
    *,
    round_number: int,
    rulebook: str,
    event: e.Event,
    moved: Iterable[Movement],
) -> list[Posting]:
    """What an event moved at a table, between the accounts of the whole floor."""
    wager, clauses = _wager(event), _clauses(event)
    return [
        Posting(version, *globally(stream, one), round_number, wager, clauses, rulebook)
        for one in moved
    ]


def to_entry(event: e.Event, salt: bytes) -> Entry:
    """An event as it is kept: the order of a deck lies apart from it, under a commitment."""
    kind = type(event).__name__
    if isinstance(event, e.Dealt):
        if len(salt) < 16:
            raise Refusal("journal/salt", "what is hidden needs a fresh salt of 16 bytes or more")
        secret = to_json({"deck": event.deck})
        return Entry(kind, to_json(replace(event, deck=())), secret, salt)
    return Entry(kind, to_json(event))


def read_event(kept: StoredEvent) -> e.Event:
    """The event again, with its secret where that is there."""
    event = event_from_json(kept.body)
    if kept.secret and isinstance(event, e.Dealt):
        secret = msgspec.json.decode(kept.secret, type=_Secret)
        return replace(event, deck=tuple(map(parse_card, secret.deck)))
    return event


def table_append(
    name: str,
    before: Table | None,
    steps: Sequence[Transition],
    *,
    expected: int,
    at: int,
    salt: bytes = b"",
    epoch: int = 0,
) -> Append:
    """What a command did to a table, ready to be committed; `before` is None for a new table."""
    stream, table = table_stream(name), before or steps[0].table
    entries: list[Entry] = []
    postings: list[Posting] = []
    ends: list[RoundEnd] = []
    for version, step in enumerate(steps, expected + 1):
        event = step.event
        hidden = bool(salt) and isinstance(event, e.Dealt)
        entries.append(to_entry(event, salt_for(salt, version) if hidden else b""))
        if step.postings:
            postings += booked(
                stream,
                version,
                round_number=table.round,
                rulebook=table.rulebook,
                event=event,
                moved=step.postings,
            )
        if isinstance(event, e.RoundClosed):
            ends.append(end_of(version, event, table, step.table))
        table = step.table
    return Append(
        stream=stream,
        expected=expected,
        entries=tuple(entries),
        postings=tuple(postings),
        at=at,
        epoch=epoch,
        rulebook=table.rulebook,
        ends=tuple(ends),
    )


def next_round(number: int, event: e.Event) -> int:
    """The round that what follows an event belongs to."""
    return event.round + 1 if isinstance(event, e.RoundClosed) else number


def replay_events(events: Iterable[StoredEvent]) -> Iterator[tuple[int, e.Event, Table]]:
    """Every event of a table's stream with the table after it."""
    table: Table | None = None
    for kept in events:
        event = read_event(kept)
        table = _first(kept.stream, event) if table is None else evolve(table, event)
        yield kept.version, event, table


def _first(stream: str, event: e.Event) -> Table:
    if not isinstance(event, e.TableOpened):
        raise Refusal("journal/beginning", "a stream begins with TableOpened", stream)
    return opened(event)


def recover(reader: Reader, name: str) -> Table:
    """The table as it stands: from its last snapshot where there is one, then by replay."""
    stream = table_stream(name)
    version, table = short_cut(reader, stream, read_snapshot)
    for kept in reader.events(stream, version):
        event = read_event(kept)
        table = _first(stream, event) if table is None else evolve(table, event)
    if table is None:
        raise Refusal("journal/empty", "there is no such table", stream)
    return table


def snapshot(table: Table) -> bytes:
    """A table between two rounds; in mid-round none is taken, for it would hold the cards."""
    return b"" if table.deck else to_json(table)


_TABLE = msgspec.json.Decoder(Table)
"""Cards have no JSON form here: a snapshot that held any could not be read."""


def read_snapshot(body: bytes) -> Table:
    return _TABLE.decode(body)


def rulebook_of(reader: Reader, stream: str) -> str:
    """The rulebook that a table was opened with."""
    return next(replay_events(reader.events(stream, 0, 1)))[2].rulebook
