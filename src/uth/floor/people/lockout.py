"""Lock-out: after some failed attempts the next ones have to wait, longer each time.

Names are locked whether or not they have an account, so that a lock-out reveals nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import HOUR, MINUTE, SECOND, Clock, Millis
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

ATTEMPTS = "attempts"
FREE, FREE_FROM_ANYWHERE = 5, 50
"""The free attempts at a name from one address, and from all addresses together."""
FIRST, LONGEST = 30 * SECOND, 15 * MINUTE
"""The first wait, which doubles with each failure, and the longest."""
FORGET = HOUR
"""After this long without an attempt all are free again."""
TRIES = 8
"""How often counting is retried when another attempt is counted at the same moment."""


class Attempts(msgspec.Struct, frozen=True):
    """Recent failures, the time of the last one, and the end of the lock-out."""

    failed: int
    last: Millis
    locked_until: Millis = 0


_DECODER = msgspec.json.Decoder(Attempts)


class Lockout:
    """Counts attempts before they are made, so that simultaneous ones are not all free.

    One address has few free attempts at a name. All addresses together have more, so that a
    stranger can't easily lock a player out, but many strangers can't guess without end.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def begin(self, name: str, address: str) -> None:
        """Count an attempt as failed until it succeeds; refused during a lock-out."""
        self._count(_hidden("both", name, address), name, FREE)
        self._count(_hidden("name", name), name, FREE_FROM_ANYWHERE)

    def _count(self, key: str, name: str, free: int) -> None:
        for _ in range(TRIES):
            now = self._clock()
            with self._store.reading() as reader:
                before = reader.note(ATTEMPTS, key)
            attempts = _DECODER.decode(before.body) if before else Attempts(0, 0)
            if now < attempts.locked_until:
                seconds = -(-(attempts.locked_until - now) // SECOND)
                raise Refusal("sign_in/locked", seconds=seconds)
            expired = now - max(attempts.last, attempts.locked_until) >= FORGET
            failed = 1 if expired else attempts.failed + 1
            wait = min(FIRST << min(failed - free, 30), LONGEST) if failed >= free else 0
            counted = Attempts(failed, now, now + wait if wait else 0)
            body = msgspec.json.encode(counted)
            note = Note(ATTEMPTS, key, _hidden("of", name), now + wait, body)
            try:
                write = NoteWrite(note, before.body if before else b"")
                self._store.commit(Batch(notes=(write,)))
            except Refusal as refusal:
                if refusal.code != "note/changed":
                    raise
                continue
            return
        raise Refusal("sign_in/locked", seconds=1)

    def succeeded(self, name: str, address: str) -> None:
        self._delete([_hidden("both", name, address), _hidden("name", name)])

    def forget(self, name: str) -> None:
        """Delete the failed attempts at a name from all addresses."""
        with self._store.reading() as reader:
            notes = reader.notes(ATTEMPTS, _hidden("of", name))
        self._delete([note.key for note in notes])

    def _delete(self, keys: list[str]) -> None:
        if keys:
            self._store.commit(Batch(notes=tuple(NoteWrite(Note(ATTEMPTS, key)) for key in keys)))

    def locked_names(self) -> Callable[[str], bool]:
        """A function that says whether a name is locked out, from one address or from all."""
        now = self._clock()
        with self._store.reading() as reader:
            notes = reader.notes(ATTEMPTS)
        locked = {note.name for note in notes if now < _DECODER.decode(note.body).locked_until}
        return lambda name: _hidden("of", name) in locked


def _hidden(*texts: str) -> str:
    """A hash: the names and addresses of failed attempts are not stored."""
    return hashlib.sha256("\n".join(texts).encode("utf-8", "surrogatepass")).hexdigest()
