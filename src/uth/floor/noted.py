"""Sessions and failed attempts in the store: every node knows them, and so does the next start."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import islice

import msgspec

from uth.core.refusal import Refusal
from uth.floor.lockout import Attempts
from uth.floor.sessions import Session
from uth.ledger.batch import Batch
from uth.ledger.notes import Note, Noting
from uth.ledger.store import Store

SESSION, ATTEMPTS = "session", "attempts"
AT_ONCE = 500
"""How many notes are forgotten in one transaction."""
Later = Callable[[Batch], object]
"""Hands a batch over without waiting for the disk."""


class SessionsInStore:
    """Only the hash of a token is a key here: whoever reads the store can't sign in with it."""

    def __init__(self, store: Store, later: Later | None = None) -> None:
        self._store = store
        self._later = later or store.commit

    def put(self, session: Session) -> None:
        """A new session is durable before its token is told; that it was seen can wait."""
        body = msgspec.json.encode(session)
        note = Note(SESSION, session.key, session.name, session.seen, body)
        batch = Batch(notes=(Noting(note),))
        if session.seen == session.opened:
            self._store.commit(batch)
        else:
            self._later(batch)

    def get(self, key: str) -> Session | None:
        with self._store.reading() as reader:
            return _session(reader.note(SESSION, key))

    def remove(self, key: str) -> None:
        self._store.commit(Batch(notes=(Noting(Note(SESSION, key)),)))

    def of(self, name: str) -> list[Session]:
        with self._store.reading() as reader:
            found = map(_session, reader.notes(SESSION, name))
            return [session for session in found if session is not None]

    def purge(self, opened_before: int, seen_before: int) -> int:
        """Drop what ended; how many there were."""

        def ended(note: Note) -> bool:
            session = _session(note)
            return note.at <= seen_before or session is None or session.opened <= opened_before

        return purge(self._store, SESSION, ended)


def _session(note: Note | None) -> Session | None:
    if note is None:
        return None
    try:
        return msgspec.json.decode(note.body, type=Session)
    except msgspec.MsgspecError:
        return None


class AttemptsInStore:
    """Counted for all nodes together; `realm` keeps one kind of count from another."""

    def __init__(self, store: Store, realm: str) -> None:
        self._store = store
        self._realm = realm

    def _key(self, key: str) -> str:
        """Names and addresses of those who failed are not written down."""
        return hashlib.sha256(f"{self._realm}\n{key}".encode("utf-8", "surrogatepass")).hexdigest()

    def get(self, key: str) -> Attempts | None:
        with self._store.reading() as reader:
            note = reader.note(ATTEMPTS, self._key(key))
        return msgspec.json.decode(note.body, type=Attempts) if note else None

    def swap(self, key: str, before: Attempts | None, after: Attempts) -> bool:
        upon = msgspec.json.encode(before) if before is not None else b""
        at = max(after.last, after.locked_until)
        note = Note(ATTEMPTS, self._key(key), "", at, msgspec.json.encode(after))
        try:
            self._store.commit(Batch(notes=(Noting(note, upon),)))
        except Refusal as no:
            if no.code != "note/changed":
                raise
            return False
        return True

    def remove(self, key: str) -> None:
        self._store.commit(Batch(notes=(Noting(Note(ATTEMPTS, self._key(key))),)))


def purge(store: Store, kind: str, ended: Callable[[Note], bool]) -> int:
    """Forget notes that have ended, unless one has changed meanwhile; how many there were."""
    with store.reading() as reader:
        found = iter([note for note in reader.notes(kind) if ended(note)])
    count = 0
    while some := list(islice(found, AT_ONCE)):
        gone = [Batch(notes=(Noting(Note(kind, note.key), note.body),)) for note in some]
        count += sum(not isinstance(done, Refusal) for done in store.commit_all(gone))
    return count
