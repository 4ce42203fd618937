"""Notes: shared, mutable records that are neither history nor money.

Sessions, failed sign-ins, the waiting list for a seat, which node serves which table. A batch
writes or deletes them. A note whose checksum is wrong (a damaged file) is treated as absent.
"""

from __future__ import annotations

import hashlib

import msgspec

from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import LONGEST


class Note(msgspec.Struct, frozen=True):
    """A record of a kind under a key; `name` is its owner, `at` its time, which also sorts."""

    kind: str
    key: str
    name: str = ""
    at: int = 0
    body: bytes = b""
    """Never empty in the store: writing an empty body deletes the note."""


class NoteWrite(msgspec.Struct, frozen=True):
    """A note to be written; `expected` is the body it replaces, empty if none may exist."""

    note: Note
    expected: bytes | None = None
    """None: whatever is stored."""


def note_sum(note: Note) -> bytes:
    """The checksum of a note."""
    parts = (note.kind.encode(), note.key.encode(), note.name.encode(), note.body)
    text = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(b"uth-note-1" + note.at.to_bytes(8, "big", signed=True) + text).digest()


def is_intact(note: Note, checksum: bytes) -> bool:
    """Whether a note is as it was written; a damaged row may contain anything."""
    try:
        return note_sum(note) == checksum
    except (AttributeError, TypeError, OverflowError):
        return False


def check_note_write(write: NoteWrite) -> None:
    note = write.note
    for text in (note.kind, note.key, note.name):
        if len(text) > LONGEST or not text.isprintable():
            raise Refusal("note/name", longest=LONGEST)
    if not note.kind or not note.key:
        raise Refusal("note/nameless")
