"""Table events as they are stored and read back, and the postings they imply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec.structs import replace

from uth.core.cards import parse_card
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import table_stream, to_house_accounts
from uth.ledger.journal.batch import Append, Entry, Posting, RoundEnd
from uth.ledger.journal.chain import salt_for
from uth.ledger.journal.rounds import RoundRow, is_tied, read_table, round_end
from uth.ledger.journal.store import Reader, StoredEvent
from uth.table import events as e
from uth.table.evolve import Transition, evolve, opened
from uth.table.postings import Posting as TablePosting
from uth.table.state import Table
from uth.table.wagers import PROGRESSIVE
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
    e.JackpotHonored: PROGRESSIVE.name,
}
_PLACED = (e.WagersPlaced, e.BackLinePlaced)


class _DeckSecret(msgspec.Struct, forbid_unknown_fields=True):
    deck: tuple[str, ...]


def _wager(event: e.Event) -> str:
    """What the money was for: the name of a wager, or of several that were placed together."""
    if isinstance(event, e.Settled):
        return event.wager
    if isinstance(event, _PLACED):
        return " ".join(sorted(event.wagers))
    return _WAGERS.get(type(event), "")


def _clauses(event: e.Event) -> str:
    clauses: tuple[str, ...] = getattr(event, "clauses", ())
    return " ".join(clauses)


def house_postings(
    stream: str,
    version: int,
    *,
    round_number: int,
    rulebook: str,
    event: e.Event,
    postings: Iterable[TablePosting],
) -> list[Posting]:
    """The postings of one event at a table, between the accounts of the whole house."""
    wager, clauses = _wager(event), _clauses(event)
    return [
        Posting(
            version,
            *to_house_accounts(stream, posting),
            round=round_number,
            wager=wager,
            clauses=clauses,
            rulebook=rulebook,
        )
        for posting in postings
    ]


def to_entry(event: e.Event, salt: bytes) -> Entry:
    """An event as it is stored: the order of a deck is kept apart, as a secret."""
    kind = type(event).__name__
    if isinstance(event, e.Dealt):
        if len(salt) < 16:
            raise Refusal("journal/salt")
        secret = to_json({"deck": event.deck})
        return Entry(kind, to_json(replace(event, deck=())), secret, salt)
    return Entry(kind, to_json(event))


def read_event(stored: StoredEvent) -> e.Event:
    """The event of a stored row, with its secret if that is available."""
    event = event_from_json(stored.body)
    if stored.secret and isinstance(event, e.Dealt):
        secret = msgspec.json.decode(stored.secret, type=_DeckSecret)
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
    """The append of a command's events, ready to be committed; `before` is None for a new table."""
    stream, table = table_stream(name), before or steps[0].table
    entries: list[Entry] = []
    postings: list[Posting] = []
    ends: list[RoundEnd] = []
    for version, step in enumerate(steps, expected + 1):
        event = step.event
        hidden = bool(salt) and isinstance(event, e.Dealt)
        entries.append(to_entry(event, salt_for(salt, version) if hidden else b""))
        if step.postings:
            postings += house_postings(
                stream,
                version,
                round_number=table.round,
                rulebook=table.rulebook,
                event=event,
                postings=step.postings,
            )
        if isinstance(event, e.RoundClosed):
            ends.append(round_end(version, event, table, step.table))
        table = step.table
    return Append(
        stream,
        expected,
        tuple(entries),
        tuple(postings),
        at=at,
        epoch=epoch,
        rulebook=table.rulebook,
        ends=tuple(ends),
    )


def next_round(number: int, event: e.Event) -> int:
    """The number of the round after an event, given the number before it."""
    return event.round + 1 if isinstance(event, e.RoundClosed) else number


def apply_event(table: Table | None, event: e.Event, stream: str) -> Table:
    """The table after an event; `table` is None before the first one."""
    if table is not None:
        return evolve(table, event)
    if not isinstance(event, e.TableOpened):
        raise Refusal("journal/beginning", kind="TableOpened", where=stream)
    return opened(event)


def recover(reader: Reader, name: str) -> Table:
    """The current table: from the index of rounds, and the events since the last closed round."""
    stream = table_stream(name)
    version, table = _after_last_round(reader, stream)
    for stored in reader.events(stream, version):
        table = apply_event(table, read_event(stored), stream)
    if table is None:
        raise Refusal("journal/no_table", where=stream)
    return table


def _after_last_round(reader: Reader, stream: str) -> tuple[int, Table | None]:
    """The version and table after the last closed round; an invalid row is ignored."""
    for row in reader.last_rounds(stream, 1):
        table = table_after(reader, row)
        return (row.version, table) if table is not None else (0, None)
    return 0, None


def table_after(reader: Reader, row: RoundRow) -> Table | None:
    """The table after an indexed round; None if the row is not that of the journal."""
    closed = next(reader.events(row.stream, row.version - 1, row.version), None)
    return read_table(row) if closed is not None and is_tied(row, closed.hash) else None


def rulebook_of(reader: Reader, stream: str) -> str:
    """The digest of the rulebook that a table was opened with."""
    (first,) = reader.events(stream, 0, 1)
    return apply_event(None, read_event(first), stream).rulebook
