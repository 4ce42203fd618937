"""A batch: the events, postings and answer of one command, committed together or not at all."""

from __future__ import annotations

import re

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import LONGEST, check_account
from uth.ledger.journal.notes import NoteWrite, check_note_write

_STREAM = re.compile(r"[a-z0-9._/-]{1,100}")
MOST = 2**62
"""The limit of amounts and balances; a database integer holds twice as much."""


class Posting(msgspec.Struct, frozen=True, gc=False):
    """Cents moved from one account to another, so always balanced, with what caused it."""

    version: int
    """The event of the stream that implies it."""
    source: str
    target: str
    amount: Cents
    round: int = 0
    wager: str = ""
    clauses: str = ""
    rulebook: str = ""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """An event to be stored: its body and, separately, what must stay hidden for a while."""

    kind: str
    body: bytes
    secret: bytes = b""
    salt: bytes = b""


class RoundEnd(msgspec.Struct, frozen=True, gc=False):
    """A round closed by an append, for the index: who played, and the table after it."""

    version: int
    round: int
    void: bool
    players: tuple[str, ...]
    body: bytes


class Head(msgspec.Struct, frozen=True, gc=False, order=True):
    """The last event of a stream, or of a stream as it was earlier, and its hash."""

    stream: str
    version: int
    hash: bytes


class Append(msgspec.Struct, frozen=True, gc=False):
    """Events to append to a stream after a version, under the epoch of a lease (0: no lease)."""

    stream: str
    expected: int
    entries: tuple[Entry, ...]
    postings: tuple[Posting, ...] = ()
    at: int = 0
    """When it happened: microseconds since 1970, by the floor's clock."""
    epoch: int = 0
    rulebook: str = ""
    """The digest of the stored rulebook that applies."""
    snapshot: bytes = b""
    """A meter's state after these events, to recover from; only the latest is stored."""
    ends: tuple[RoundEnd, ...] = ()
    follows: bytes = b""
    """The hash of the previous event, if `hashes` are given."""
    hashes: tuple[bytes, ...] = ()
    """The hashes of its events, if its author knows the previous event."""
    answered: bytes = b""
    """The checksum of the batch's answer, if `hashes` are given and the last of them covers it."""

    @property
    def version(self) -> int:
        return self.expected + len(self.entries)

    @property
    def head(self) -> Head:
        """The head of the stream after it; only if `hashes` are given."""
        return Head(self.stream, self.version, self.hashes[-1])


class Batch(msgspec.Struct, frozen=True, gc=False):
    """Everything one command changes, and the answer that is returned when its key is retried."""

    appends: tuple[Append, ...] = ()
    actor: str = ""
    key: str = ""
    answer: bytes = b""
    notes: tuple[NoteWrite, ...] = ()
    """Notes written or deleted in the same transaction."""


class Committed(msgspec.Struct, frozen=True, gc=False):
    """A durable batch; `repeated` if its key had an answer already and nothing was written."""

    answer: bytes
    heads: tuple[Head, ...] = ()
    repeated: bool = False


Result = Committed | Refusal


def check_batch(batch: Batch) -> None:
    """Refuse a batch that is invalid whatever the store contains."""
    streams = [append.stream for append in batch.appends]
    if len(set(streams)) != len(streams):
        raise Refusal("batch/stream_twice", where=streams[0])
    if not streams and not batch.key and not batch.notes:
        raise Refusal("batch/empty")
    for write in batch.notes:
        check_note_write(write)
    for name in (batch.actor, batch.key):
        if len(name) > LONGEST or not name.isprintable():
            raise Refusal("batch/key", longest=LONGEST)
    for stream in streams:
        if not _STREAM.fullmatch(stream):
            raise Refusal("stream/malformed", stream=stream)
    for append in batch.appends:
        if not append.entries or append.expected < 0:
            raise Refusal("batch/empty_append", where=append.stream)
        first, last = append.expected + 1, append.version
        for posting in append.postings:
            if not first <= posting.version <= last:
                raise Refusal("posting/event", where=f"{append.stream} {posting.version}")
            if not 0 < posting.amount < MOST or posting.source == posting.target:
                raise Refusal("posting/unbalanced", where=f"{append.stream} {posting.version}")
            check_account(posting.source)
            check_account(posting.target)


def batch_refusal(batch: Batch) -> Refusal | None:
    """The refusal of an invalid batch; None for a valid one."""
    try:
        check_batch(batch)
    except Refusal as refusal:
        return refusal
    return None


def movements(batch: Batch) -> dict[str, Cents]:
    """The change of each account, sorted by name, which is the order of locking."""
    moved: dict[str, Cents] = {}
    for append in batch.appends:
        for posting in append.postings:
            moved[posting.source] = moved.get(posting.source, 0) - posting.amount
            moved[posting.target] = moved.get(posting.target, 0) + posting.amount
    return {account: moved[account] for account in sorted(moved)}
