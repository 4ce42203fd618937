"""The chain: each event's hash covers the one before it, so no past can be changed unseen.

What must stay hidden (a deck, a mystery's value) is not in the body but in a secret beside it;
the chain covers a salted commitment. So a copy without secrets still has a whole chain.
"""

from __future__ import annotations

import hashlib
import hmac

from msgspec.structs import replace

from uth.ledger.journal.batch import Append, Batch, Entry, Head

START = bytes(32)
"""What a stream's first event follows upon."""


def _sized(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part


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
    """The hash of one event: no two different events have the same parts in the same order.

    `answered` is the sum of the answer that a key was given with it, empty where none was.
    """
    text = b"".join(
        (
            b"uth-journal-2" + _sized(answered) if answered else b"uth-journal-1",
            before,
            _sized(stream.encode()),
            version.to_bytes(8, "big"),
            at.to_bytes(8, "big", signed=True),
            _sized(kind.encode()),
            _sized(body),
            _sized(seal),
        )
    )
    return hashlib.sha256(text).digest()


def seal(salt: bytes, secret: bytes) -> bytes:
    """The commitment to a secret; empty where there is none."""
    return hashlib.sha256(b"uth-seal-1" + _sized(salt) + secret).digest() if secret else b""


def salt_for(salt: bytes, version: int) -> bytes:
    """A salt for one event out of the fresh one that its batch came with."""
    return hmac.digest(salt, version.to_bytes(8, "big"), "sha256")


def chained(append: Append, head: Head, answered: bytes = b"") -> Append:
    """An append with the hashes of its events, upon the head that it follows."""
    hashes = tuple(extend(head, append, answered))
    return replace(append, follows=head.hash, hashes=hashes)


def extend(head: Head, append: Append, answered: bytes = b"") -> list[bytes]:
    """The hashes of an append's events upon the head they follow; the last covers an answer."""
    hashes, before = [], head.hash
    for version, entry in enumerate(append.entries, head.version + 1):
        told = answered if version == append.version else b""
        before = _entry_hash(before, append, version, entry, told)
        hashes.append(before)
    return hashes


def _entry_hash(
    before: bytes, append: Append, version: int, entry: Entry, answered: bytes
) -> bytes:
    covered = seal(entry.salt, entry.secret)
    return link(
        before, append.stream, version, append.at, entry.kind, entry.body, covered, answered
    )


def snapshot_sum(head: Head, body: bytes) -> bytes:
    """What ties a snapshot to the head of the chain that it stands for."""
    text = _sized(head.stream.encode()) + head.version.to_bytes(8, "big") + _sized(head.hash)
    return hashlib.sha256(b"uth-snapshot-1" + text + body).digest()


def answer_sum(actor: str, key: str, answer: bytes) -> bytes:
    """What shows a kept answer to be the one that was given."""
    text = _sized(actor.encode()) + _sized(key.encode()) + answer
    return hashlib.sha256(b"uth-answer-1" + text).digest()


def answered_in(batch: Batch) -> bytes:
    """What the chain covers of a batch's answer: the last event of its first append has it."""
    return answer_sum(batch.actor, batch.key, batch.answer) if batch.key else b""
