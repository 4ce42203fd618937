"""What is cached of sessions and accounts, until somebody changes one on any node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import SECOND, Clock, Millis
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

T = TypeVar("T")
CHANGED = "changed"
MOMENT = SECOND
"""How long a change on another node may go unnoticed."""
MOST_CACHED = 50_000
TRIES = 20


class SessionChanges:
    """A note of the last ended session or changed account, on any node or the command line.

    While this note stays the same, cached sessions and accounts are valid. It is read once a
    second; changes of this process are known without reading it.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._last = b""
        self._checked_at: Millis | None = None
        self._number = 0

    def number(self, now: Millis | None = None) -> int:
        """A number that grows whenever somebody else has changed something."""
        now = self._clock() if now is None else now
        if self._checked_at is None or not 0 <= now - self._checked_at < MOMENT:
            self._check()
        return self._number

    def _check(self) -> None:
        self._checked_at = self._clock()
        with self._store.reading() as reader:
            note = reader.note(CHANGED, "last")
        last = note.body if note else b""
        if last != self._last:
            self._last = last
            self._number += 1

    def commit(self, what: str, batch: Batch) -> None:
        """Commit a change together with the note of it."""
        for _ in range(TRIES):
            expected, now = self._last, self._clock()
            note = Note(CHANGED, "last", "", now, f"{now} {what}".encode())
            try:
                self._store.commit(replace(batch, notes=(*batch.notes, NoteWrite(note, expected))))
            except Refusal as refusal:
                if refusal.code != "note/changed":
                    raise
                self._check()
                continue
            self._last = note.body
            return
        raise Refusal("people/busy")


class Cache(Generic[T]):
    """What was read from the store, until somebody changes something."""

    def __init__(self, changes: SessionChanges, read: Callable[[str], T | None]) -> None:
        self._changes = changes
        self._read = read
        self._entries: dict[str, tuple[int, T]] = {}

    def get(self, key: str, now: Millis | None = None) -> T | None:
        entry = self._entries.get(key)
        if entry is not None and entry[0] == self._changes.number(now):
            return entry[1]
        return self.read(key)

    def __contains__(self, key: str) -> bool:
        return key in self._entries

    def read(self, key: str) -> T | None:
        """Read from the store, whatever is cached."""
        number, value = self._changes.number(), self._read(key)
        if value is None:
            self.forget(key)
        else:
            self.put(key, value, number)
        return value

    def put(self, key: str, value: T, number: int) -> None:
        """Cache a value that is valid as of a number of the changes."""
        if len(self._entries) >= MOST_CACHED:
            self._entries.clear()
        self._entries[key] = number, value

    def forget(self, key: str) -> None:
        self._entries.pop(key, None)

    def clear(self) -> None:
        self._entries.clear()
