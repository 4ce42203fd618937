"""The one interface of storage, and what every store refuses in the same words."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

import msgspec

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal, shown
from uth.ledger.journal.accounts import may_be_below_zero
from uth.ledger.journal.batch import MOST, Append, Batch, Committed, Head, Posting, Result
from uth.ledger.journal.chain import START, snapshot_sum
from uth.ledger.journal.notes import Note
from uth.ledger.journal.rounds import RoundQuery, RoundRow

State = TypeVar("State")

CLOSING = ("RoundClosed", "MysteryHit")
"""The kinds of events that end a secret: what was sealed before them may be told."""


class StoredEvent(msgspec.Struct, frozen=True):
    """An event as the journal has it; secret and salt are empty where nothing is hidden."""

    stream: str
    version: int
    at: int
    kind: str
    body: bytes
    seal: bytes
    hash: bytes
    answered: bytes = b""
    """The sum of the answer that was kept with it."""
    secret: bytes = b""
    salt: bytes = b""


class StreamRow(msgspec.Struct, frozen=True):
    """A stream's head and its lease; epoch 0 where it was never leased."""

    stream: str
    version: int = 0
    hash: bytes = bytes(32)
    owner: str = ""
    epoch: int = 0
    expires: int = 0
    """By the database's clock, in milliseconds."""

    @property
    def head(self) -> Head:
        return Head(self.stream, self.version, self.hash)


class StoredAnswer(msgspec.Struct, frozen=True):
    """A kept answer, the event it came with, and its sum."""

    actor: str
    key: str
    answer: bytes
    stream: str
    version: int
    sum: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """What a stream had come to at a version: a short cut, never the truth itself."""

    stream: str
    version: int
    body: bytes
    sum: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """A point of a stream up to which it was right; `state` is what the next check needs."""

    stream: str
    version: int = 0
    hash: bytes = START
    state: bytes = b""


class Lease(msgspec.Struct, frozen=True):
    """The right to append to a stream, until it expires or another epoch begins."""

    stream: str
    owner: str
    epoch: int
    expires: int


class Reader(Protocol):
    """One moment of the store, looked at in peace: nothing changes while it is read."""

    def now(self) -> int:
        """The database's clock, in milliseconds."""

    def stream(self, stream: str) -> StreamRow:
        """Where a stream stands; version 0 where it has not begun."""

    def streams(self, prefix: str = "") -> list[StreamRow]: ...

    def events(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[StoredEvent]:
        """The events after a version, up to another one where it is given."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The last short cut that was kept for a stream."""

    def public_until(self, stream: str) -> int:
        """The version up to which secrets may be told: those of settled rounds."""

    def postings(self, stream: str, after: int = 0) -> Iterator[Posting]: ...

    def postings_of(self, account: str) -> Iterator[tuple[str, Posting]]:
        """Every movement of an account, with the stream that it comes from."""

    def balance(self, account: str) -> Cents: ...

    def balances(self, prefix: str = "") -> dict[str, Cents]: ...

    def answer(self, actor: str, key: str) -> bytes | None: ...

    def answered(self, actor: str, key: str) -> StoredAnswer | None:
        """The answer that a key was given, and the event that it came with."""

    def answers(self, stream: str | None = None, after: int = 0) -> Iterator[StoredAnswer]:
        """All answers, or those of a stream after a version, in the order of its events."""

    def rulebook(self, digest: str) -> str:
        """The canonical text of a stored rulebook."""

    def rulebooks(self) -> dict[str, str]: ...

    def redacted(self) -> set[tuple[str, int]]:
        """The events whose secrets a backup left out."""

    def rounds(self, wanted: RoundQuery) -> list[RoundRow]:
        """Closed rounds by player, table and time, in the order in which they ended."""

    def round(self, stream: str, number: int) -> RoundRow | None: ...

    def last_rounds(self, stream: str, most: int, before: int | None = None) -> list[RoundRow]:
        """The latest rounds of a table, the last first; those that ended before a time."""

    def indexed(
        self, stream: str, after: int = 0
    ) -> Generator[tuple[RoundRow, tuple[str, ...]], None, None]:
        """The rounds of a table after one, with their players, for the audit."""

    def hashes(self, stream: str, versions: Collection[int]) -> dict[int, bytes]:
        """The hashes of some events, of those that are there."""

    def strays(self) -> list[tuple[str, str, int]]:
        """Rows that belong to no event, one of each table: its name, stream and version."""

    def note(self, kind: str, key: str) -> Note | None: ...

    def notes(self, kind: str, name: str | None = None) -> list[Note]:
        """The notes of a kind, of one name or all, the oldest first."""


class Store(Protocol):
    """Where a house's events and money are kept; each call is one whole transaction."""

    def commit(self, batch: Batch) -> Committed:
        """Write a batch whole, or refuse and write nothing; a repeated key gets its old answer."""

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        """Many batches in one durable transaction; a refused one does not undo the others."""

    def keep_rulebook(self, canonical: str) -> str:
        """Store a resolved rulebook once, under its digest."""

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        """Take a stream that nobody holds; earlier epochs can't commit any more."""

    def renew(self, lease: Lease, milliseconds: int) -> Lease: ...

    def release(self, lease: Lease) -> None: ...

    def reading(self) -> AbstractContextManager[Reader]: ...

    def close(self) -> None: ...


def check_follows(row: StreamRow, append: Append, now: int) -> None:
    """Refuse an append under a lease that is not in force, or upon another version."""
    if row.epoch != append.epoch:
        raise Refusal(
            "lease/stale",
            f"{row.stream} has gone on to epoch {row.epoch}; this was made under {append.epoch}",
            append.stream,
        )
    if row.epoch and row.expires <= now:
        raise Refusal("lease/expired", "the lease has run out; renew it first", append.stream)
    if row.version != append.expected:
        raise Refusal(
            "journal/version",
            f"{row.stream} stands at version {row.version}, not {append.expected}",
            append.stream,
        )


def check_balance(account: str, balance: Cents, change: Cents) -> None:
    after = balance + change
    if not -MOST < after < MOST:
        raise Refusal("account/too_large", "no account holds so much", account)
    if after < 0 and not may_be_below_zero(account):
        held = dollars(balance)
        raise Refusal("account/overdrawn", f"{held} do not hold {dollars(-change)}", account)


def short_cut(
    reader: Reader, stream: str, read: Callable[[bytes], State]
) -> tuple[int, State | None]:
    """What a snapshot says, and of which version; nothing where it can't be relied upon."""
    shot = reader.snapshot(stream)
    if shot is None:
        return 0, None
    kept = next(reader.events(stream, shot.version - 1), None)
    if kept is None or not is_tied(shot, kept):
        return 0, None
    try:
        return shot.version, read(shot.body)
    except (msgspec.MsgspecError, Refusal):
        return 0, None


def is_tied(shot: Snapshot, kept: StoredEvent) -> bool:
    """Whether a snapshot belongs to just this point of the chain."""
    head = Head(kept.stream, kept.version, kept.hash)
    return (shot.stream, shot.version) == (kept.stream, kept.version) and (
        snapshot_sum(head, shot.body) == shot.sum
    )


def rulebook_digest(canonical: str) -> str:
    """The digest of a canonical text, as `uth.rulebook.canonical.digest` gives it."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def unknown_rulebook(digest: str) -> Refusal:
    return Refusal("rulebook/unknown", f"no rulebook is stored under {shown(digest)}")


def rulebooks_of(batch: Batch) -> set[str]:
    """The rulebooks that a batch refers to."""
    named = {append.rulebook for append in batch.appends}
    for append in batch.appends:
        named.update(posting.rulebook for posting in append.postings)
    return named - {""}


def lease_held(row: StreamRow) -> Refusal:
    return Refusal("lease/held", f"{row.stream} is held by {row.owner}", row.stream)


def lease_lost(lease: Lease) -> Refusal:
    return Refusal(
        "lease/lost", f"epoch {lease.epoch} of {lease.stream} is over; it was taken", lease.stream
    )
