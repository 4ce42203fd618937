"""Lock-out: after some failed attempts the next ones have to wait, longer each time.

Names are locked whether or not they have an account, so that a lock-out reveals nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from uth.core.refusal import Refusal
from uth.floor.clock import DAY, HOUR, MINUTE, SECOND, Clock, Millis
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

ATTEMPTS, KNOWN = "attempts", "known"
"""The notes of failed attempts, and of addresses from which the owner of a name has signed in."""
REMEMBER = 90 * DAY
"""How long such an address is remembered."""
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

    One address has few free attempts at a name. All strangers together have more, so that many of
    them can't guess without end. They can't lock out the owner either: an address from which the
    owner has signed in before has only its own attempts counted.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def begin(self, name: str, address: str) -> None:
        """Count an attempt as failed until it succeeds; refused during a lock-out."""
        self._count(_hidden("both", name, address), name, FREE)
        with self._store.reading() as reader:
            stranger = reader.note(KNOWN, _hidden("both", name, address)) is None
        if stranger:
            self._count(_hidden("name", name), name, FREE_FROM_ANYWHERE)

    def _count(self, key: str, name: str, free: int) -> None:
        for _ in range(TRIES):
            now = self._clock()
            with self._store.reading() as reader:
                before = reader.note(ATTEMPTS, key)
            attempts = _DECODER.decode(before.body) if before else Attempts(0, 0)
            if attempts.last <= now < attempts.locked_until:  # otherwise the clock was set back
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
        """Forget the failed attempts, and remember where the owner has signed in."""
        both = _hidden("both", name, address)
        known = NoteWrite(Note(KNOWN, both, _hidden("of", name), self._clock(), b"1"))
        self._delete([both, _hidden("name", name)], known)

    def forget(self, name: str) -> None:
        """Delete the failed attempts at a name from all addresses."""
        with self._store.reading() as reader:
            notes = reader.notes(ATTEMPTS, _hidden("of", name))
        self._delete([note.key for note in notes])

    def _delete(self, keys: list[str], *others: NoteWrite) -> None:
        deleted = [NoteWrite(Note(ATTEMPTS, key)) for key in keys]
        if deleted:
            self._store.commit(Batch(notes=(*deleted, *others)))

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
