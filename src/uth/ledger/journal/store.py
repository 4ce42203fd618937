"""The interface of a store, and the refusals that all stores share."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import may_be_below_zero
from uth.ledger.journal.batch import MOST, Append, Batch, Committed, Head, Posting, Result
from uth.ledger.journal.chain import START
from uth.ledger.journal.notes import Note
from uth.ledger.journal.rounds import RoundQuery, RoundRow

CLOSING = ("RoundClosed", "MysteryHit")
"""Events after which the earlier secrets of their stream are public."""


class StoredEvent(msgspec.Struct, frozen=True):
    """An event in the journal; secret and salt are empty if nothing is hidden."""

    stream: str
    version: int
    at: int
    kind: str
    body: bytes
    seal: bytes
    hash: bytes
    answered: bytes = b""
    """The checksum of the answer committed with it; empty if there is none."""
    secret: bytes = b""
    salt: bytes = b""


class StreamRow(msgspec.Struct, frozen=True):
    """A stream's head and its lease; epoch 0 if it was never leased."""

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
    """The answer to a key, the event it was committed with, and its checksum."""

    actor: str
    key: str
    answer: bytes
    stream: str
    version: int
    sum: bytes


class Snapshot(msgspec.Struct, frozen=True):
    """A meter's state at a version, to recover from; the events remain authoritative."""

    stream: str
    version: int
    body: bytes
    sum: bytes


class Checkpoint(msgspec.Struct, frozen=True):
    """How far a stream has been checked; `state` is what the next check continues from."""

    stream: str
    version: int = 0
    hash: bytes = START
    state: bytes = b""


class Lease(msgspec.Struct, frozen=True):
    """The right to append to a stream, until it expires or a new epoch begins."""

    stream: str
    owner: str
    epoch: int
    expires: int


class Reader(Protocol):
    """Reads a store in one transaction: nothing changes meanwhile."""

    def now(self) -> int:
        """The database's clock, in milliseconds."""

    def stream(self, stream: str) -> StreamRow:
        """A stream's head and lease; version 0 if it has no events."""

    def streams(self, prefix: str = "") -> list[StreamRow]: ...

    def events(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[StoredEvent]:
        """The events after a version, up to and including `until`."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """The latest snapshot of a meter's stream."""

    def public_until(self, stream: str) -> int:
        """The version up to which secrets are public: those of settled rounds."""

    def postings(self, stream: str, after: int = 0) -> Iterator[Posting]: ...

    def postings_of(self, account: str) -> Iterator[tuple[str, Posting]]:
        """Every posting of an account, with its stream."""

    def balance(self, account: str) -> Cents: ...

    def balances(self, prefix: str = "") -> dict[str, Cents]: ...

    def answers(self, stream: str | None = None, after: int = 0) -> Iterator[StoredAnswer]:
        """All answers, or those of a stream after a version, in the order of its events."""

    def rulebook(self, digest: str) -> str:
        """The canonical text of a stored rulebook."""

    def rulebooks(self) -> dict[str, str]: ...

    def redacted(self) -> set[tuple[str, int]]:
        """The events whose secrets or answers were left out by a backup."""

    def rounds(self, query: RoundQuery) -> list[RoundRow]:
        """Closed rounds by player, table and time, in the order in which they ended."""

    def round(self, stream: str, number: int) -> RoundRow | None: ...

    def last_rounds(self, stream: str, most: int, before: int | None = None) -> list[RoundRow]:
        """The latest closed rounds of a table, the last first, optionally before a time."""

    def indexed_rounds(
        self, stream: str, after: int = 0
    ) -> Generator[tuple[RoundRow, tuple[str, ...]], None, None]:
        """A table's rounds after a number, with their players, for the audit."""

    def hashes(self, stream: str, versions: Collection[int]) -> dict[int, bytes]:
        """The hashes of those of these events that exist."""

    def orphans(self) -> list[tuple[str, str, int]]:
        """Rows without their event, at most one per SQL table: its name, stream and version."""

    def note(self, kind: str, key: str) -> Note | None: ...

    def notes(self, kind: str, name: str | None = None) -> list[Note]:
        """The notes of a kind, of one name or all, the oldest first."""


class Store(Protocol):
    """Stores a house's events and money; each call is one transaction."""

    def commit(self, batch: Batch) -> Committed:
        """Write the whole batch or nothing; a repeated key gets its first answer again."""

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        """Many batches in one durable transaction; a refused one does not affect the others."""

    def answer(self, actor: str, key: str) -> StoredAnswer | None:
        """The answer to a key; cheap, because every request with a key begins with it."""

    def save_rulebook(self, canonical: str) -> str:
        """Store a resolved rulebook under its digest, which is returned."""

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        """Lease a stream that nobody else holds; earlier epochs can no longer commit."""

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        """Renew leases at once; those that others have taken are missing from the result."""

    def release(self, lease: Lease) -> None: ...

    def reading(self) -> AbstractContextManager[Reader]: ...

    def close(self) -> None: ...


def check_follows(row: StreamRow, append: Append, now: int) -> None:
    """Refuse an append under a lease that is not valid, or after another version."""
    if row.epoch != append.epoch:
        raise Refusal(
            "lease/stale",
            stream=row.stream,
            epoch=row.epoch,
            decided=append.epoch,
            where=append.stream,
        )
    if row.epoch and row.expires <= now:
        raise Refusal("lease/expired", where=append.stream)
    if row.version != append.expected:
        raise Refusal(
            "journal/version",
            stream=row.stream,
            version=row.version,
            expected=append.expected,
            where=append.stream,
        )
    if append.hashes and row.hash != append.follows:
        raise Refusal("journal/chain", stream=row.stream, where=append.stream)


def check_balance(account: str, balance: Cents, change: Cents) -> None:
    """Refuse a change that would overdraw an account, or exceed the limit of balances."""
    after = balance + change
    if not -MOST < after < MOST:
        raise Refusal("account/too_large", where=account)
    if after < 0 and not may_be_below_zero(account):
        raise Refusal("account/overdrawn", needed=-change, balance=balance, where=account)


def rulebook_digest(canonical: str) -> str:
    """The digest of a canonical text, the same as `uth.rulebook.canonical.digest`."""
    return hashlib.sha256(canonical.encode()).hexdigest()


def unknown_rulebook(digest: str) -> Refusal:
    return Refusal("rulebook/unknown", digest=digest)


def rulebooks_of(batch: Batch) -> set[str]:
    """The digests of the rulebooks that a batch refers to."""
    digests = {append.rulebook for append in batch.appends}
    for append in batch.appends:
        digests.update(posting.rulebook for posting in append.postings)
    return digests - {""}


def lease_held(row: StreamRow) -> Refusal:
    return Refusal("lease/held", stream=row.stream, owner=row.owner, where=row.stream)


def lease_lost(lease: Lease) -> Refusal:
    return Refusal("lease/lost", epoch=lease.epoch, stream=lease.stream, where=lease.stream)
