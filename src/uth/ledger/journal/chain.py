"""The hash chain: each event's hash covers the previous one, so that changes are detected.

What must stay hidden for a while (a deck, a mystery's value) is stored as a secret, apart from the
event's body; the chain covers a salted commitment to it. A copy without the secrets therefore still
has a valid chain.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from struct import Struct

from msgspec.structs import replace

from uth.ledger.journal.batch import Append, Batch, Head

START = bytes(32)
"""The hash that a stream's first event follows."""


_SIZE = Struct(">I").pack
_VERSION_AND_TIME = Struct(">Qq").pack


def _sized(part: bytes) -> bytes:
    return _SIZE(len(part)) + part


@lru_cache(maxsize=10_000)
def _sized_name(name: str) -> bytes:
    """The name of a stream or of a kind of event; the same ones come again and again."""
    return _sized(name.encode())


def link(
    before: bytes,
    stream: str,
    version: int,
    at: int,
    kind: str,
    body: bytes,
    seal: bytes,
    answered: bytes = b"",
) -> bytes:
    """The hash of one event; every part is preceded by its length, so no two events collide.

    `answered` is the checksum of the answer committed with the event; empty if there is none.
    """
    text = b"".join(
        (
            b"uth-journal-2" + _sized(answered) if answered else b"uth-journal-1",
            before,
            _sized_name(stream),
            _VERSION_AND_TIME(version, at),
            _sized_name(kind),
            _SIZE(len(body)),
            body,
            _SIZE(len(seal)),
            seal,
        )
    )
    return hashlib.sha256(text).digest()


def seal(salt: bytes, secret: bytes) -> bytes:
    """The commitment to a secret; empty if there is no secret."""
    return hashlib.sha256(b"uth-seal-1" + _sized(salt) + secret).digest() if secret else b""


def salt_for(salt: bytes, version: int) -> bytes:
    """The salt of one event, derived from the random salt of its batch."""
    return hmac.digest(salt, version.to_bytes(8, "big"), "sha256")


def chained(append: Append, head: Head, answered: bytes = b"") -> Append:
    """An append with the hashes of its events, after the head that it follows."""
    hashes = tuple(extend(head, append, answered))
    return replace(append, follows=head.hash, hashes=hashes, answered=answered)


def extend(head: Head, append: Append, answered: bytes = b"") -> list[bytes]:
    """The hashes of an append's events after a head; the last one covers the answer."""
    hashes, before, last = [], head.hash, append.version
    for version, entry in enumerate(append.entries, head.version + 1):
        before = link(
            before,
            append.stream,
            version,
            at=append.at,
            kind=entry.kind,
            body=entry.body,
            seal=seal(entry.salt, entry.secret),
            answered=answered if version == last else b"",
        )
        hashes.append(before)
    return hashes


def snapshot_sum(head: Head, body: bytes) -> bytes:
    """The checksum that ties a stored state to the event it follows."""
    text = _sized(head.stream.encode()) + head.version.to_bytes(8, "big") + _sized(head.hash)
    return hashlib.sha256(b"uth-snapshot-1" + text + body).digest()


def answer_sum(actor: str, key: str, answer: bytes) -> bytes:
    """The checksum of a stored answer."""
    text = _sized(actor.encode()) + _sized(key.encode()) + answer
    return hashlib.sha256(b"uth-answer-1" + text).digest()


def answered_in(batch: Batch) -> bytes:
    """The checksum of a batch's answer, covered by the last event of its first append.

    An author who has hashed the events has computed it before.
    """
    if batch.appends and batch.appends[0].hashes:
        return batch.appends[0].answered
    return answer_sum(batch.actor, batch.key, batch.answer) if batch.key else b""
