"""What one command makes: events for one or more streams, postings, and an answer; all or none."""

from __future__ import annotations

import re

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal, shown
from uth.ledger.journal.accounts import LONGEST, check_account
from uth.ledger.journal.notes import NoteWrite, check_note_write

_STREAM = re.compile(r"[a-z0-9._/-]{1,100}")
MOST = 2**62
"""No amount, balance or version comes near it; a database integer holds twice as much."""


class Posting(msgspec.Struct, frozen=True):
    """Cents from one account to another: balanced by its form, tied to what caused it."""

    version: int
    """The event of the stream that implies it."""
    source: str
    target: str
    amount: Cents
    round: int = 0
    wager: str = ""
    clauses: str = ""
    rulebook: str = ""


class Entry(msgspec.Struct, frozen=True):
    """An event as it is kept: its body, and apart from it what must stay hidden for a while."""

    kind: str
    body: bytes
    secret: bytes = b""
    salt: bytes = b""


class RoundEnd(msgspec.Struct, frozen=True):
    """A round that an append closes, for the index: who played, and the table after it."""

    version: int
    round: int
    void: bool
    players: tuple[str, ...]
    body: bytes


class Head(msgspec.Struct, frozen=True, order=True):
    """Where a stream's chain ends."""

    stream: str
    version: int
    hash: bytes


class Append(msgspec.Struct, frozen=True):
    """Events that follow upon a version of a stream, made under a lease's epoch (0: none)."""

    stream: str
    expected: int
    entries: tuple[Entry, ...]
    postings: tuple[Posting, ...] = ()
    at: int = 0
    """When it happened: microseconds since 1970, by the clock of the floor."""
    epoch: int = 0
    rulebook: str = ""
    """The stored rulebook that it was decided by."""
    snapshot: bytes = b""
    """What the stream has come to after it, to recover from; the last one is kept."""
    ends: tuple[RoundEnd, ...] = ()
    follows: bytes = b""
    """The hash of the event before it, where `hashes` are given."""
    hashes: tuple[bytes, ...] = ()
    """The hashes of its events, where whoever made it knows the event before it."""

    @property
    def version(self) -> int:
        return self.expected + len(self.entries)

    @property
    def head(self) -> Head:
        """Where its stream's chain ends after it; only where `hashes` are given."""
        return Head(self.stream, self.version, self.hashes[-1])


class Batch(msgspec.Struct, frozen=True):
    """All that one command makes, with the answer that its actor's key will get ever after."""

    appends: tuple[Append, ...] = ()
    actor: str = ""
    key: str = ""
    answer: bytes = b""
    notes: tuple[NoteWrite, ...] = ()
    """What is noted or forgotten in the same transaction."""


class Committed(msgspec.Struct, frozen=True):
    """A batch that is durable; `repeated` where its key was answered before and nothing is new."""

    answer: bytes
    heads: tuple[Head, ...] = ()
    repeated: bool = False


Result = Committed | Refusal


def check_batch(batch: Batch) -> None:
    """Refuse a batch that can't be right, whatever the store holds."""
    streams = [append.stream for append in batch.appends]
    if len(set(streams)) != len(streams):
        raise Refusal("batch/stream_twice", "a batch appends to a stream once", streams[0])
    if not streams and not batch.key and not batch.notes:
        raise Refusal("batch/empty", "a batch has events, notes, or the answer to a key")
    for noting in batch.notes:
        check_note_write(noting)
    for name in (batch.actor, batch.key):
        if len(name) > LONGEST or not name.isprintable():
            raise Refusal("batch/key", f"a key or name has at most {LONGEST} printable characters")
    for stream in streams:
        if not _STREAM.fullmatch(stream):
            raise Refusal("stream/name", f"{shown(stream)} does not name a stream")
    for append in batch.appends:
        if not append.entries or append.expected < 0:
            raise Refusal("batch/empty", "an append has at least one event", append.stream)
        for posting in append.postings:
            _check_posting(append, posting)


def why_not(batch: Batch) -> Refusal | None:
    """Why a batch can't be right, if it can't."""
    try:
        check_batch(batch)
    except Refusal as no:
        return no
    return None


def _check_posting(append: Append, posting: Posting) -> None:
    where = f"{append.stream} {posting.version}"
    if not append.expected < posting.version <= append.version:
        raise Refusal("posting/unbalanced", "a posting belongs to an event of its append", where)
    if not 0 < posting.amount < MOST or posting.source == posting.target:
        raise Refusal(
            "posting/unbalanced", "a posting moves cents above 0 between two accounts", where
        )
    check_account(posting.source)
    check_account(posting.target)


def movements(batch: Batch) -> dict[str, Cents]:
    """By how much each account changes, in the order of their names: locks are taken in it."""
    moved: dict[str, Cents] = {}
    for append in batch.appends:
        for posting in append.postings:
            moved[posting.source] = moved.get(posting.source, 0) - posting.amount
            moved[posting.target] = moved.get(posting.target, 0) + posting.amount
    return {account: moved[account] for account in sorted(moved)}
