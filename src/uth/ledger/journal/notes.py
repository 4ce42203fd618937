"""Notes: what nodes share and a restart must find again, but is no history and no money.

Sessions, failed attempts, the line for a seat, who serves which table. A note is written anew or
taken away within a batch; one whose sum does not fit (a damaged file) is as if it had never been.
"""

from __future__ import annotations

import hashlib

import msgspec

from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import LONGEST


class Note(msgspec.Struct, frozen=True):
    """A line of a kind under a key; `name` is whose it is, `at` orders and ages them."""

    kind: str
    key: str
    name: str = ""
    at: int = 0
    body: bytes = b""
    """Never empty in the store: an empty one takes the note away."""


class NoteWrite(msgspec.Struct, frozen=True):
    """A note to be written; `upon` is the body that it must replace, empty where none may be."""

    note: Note
    expected: bytes | None = None
    """None: whatever is there."""


def note_sum(note: Note) -> bytes:
    """What shows a note to be the one that was written."""
    parts = (note.kind.encode(), note.key.encode(), note.name.encode(), note.body)
    text = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(b"uth-note-1" + note.at.to_bytes(8, "big", signed=True) + text).digest()


def is_written(note: Note, tied: bytes) -> bool:
    """Whether a note is as it was written; a damaged row may hold anything."""
    try:
        return note_sum(note) == tied
    except (AttributeError, TypeError, OverflowError):
        return False


def check_note_write(noting: NoteWrite) -> None:
    note = noting.note
    for text in (note.kind, note.key, note.name):
        if len(text) > LONGEST or not text.isprintable():
            raise Refusal("note/name", f"a note's names have at most {LONGEST} printable letters")
    if not note.kind or not note.key:
        raise Refusal("note/name", "a note has a kind and a key")


def note_changed(note: Note) -> Refusal:
    return Refusal("note/changed", "another has changed this meanwhile; look again", note.kind)
