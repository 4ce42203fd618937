"""Sessions and failed attempts in the store, for all nodes and across restarts."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import islice

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import SECOND, Clock, Millis
from uth.floor.people.lockout import Attempts
from uth.floor.people.sessions import Session
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

SESSION, ATTEMPTS, CHANGED = "session", "attempts", "changed"
MOMENT = SECOND
"""How long a change on another node may go unnoticed."""
MOST_CACHED = 50_000
TRIES = 20
AT_ONCE = 500
"""How many notes one transaction deletes."""
Later = Callable[[Batch], object]
"""Submits a batch without waiting for the disk."""


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

    def number(self) -> int:
        """A number that grows whenever somebody else has changed something."""
        if self._checked_at is None or not 0 <= self._clock() - self._checked_at < MOMENT:
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


class StoredSessions:
    """Sessions by the hash of their token, cached in memory.

    Every message on a socket checks its session, so sessions are cached; one that another node
    ends is noticed within a second.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        later: Later | None = None,
        changes: SessionChanges | None = None,
    ) -> None:
        self._store = store
        self._later = later or store.commit
        self._changes = changes or SessionChanges(store, clock)
        self._cache: dict[str, tuple[int, Session]] = {}

    def put(self, session: Session) -> None:
        """A new session is durable before its token is returned; a later `seen` need not be."""
        body = msgspec.json.encode(session)
        note = Note(SESSION, session.key, session.name, session.seen, body)
        batch = Batch(notes=(NoteWrite(note),))
        if session.seen == session.opened:
            self._store.commit(batch)
        else:
            self._remember(session, self._changes.number())
            self._later(batch)

    def _remember(self, session: Session, number: int) -> None:
        if len(self._cache) >= MOST_CACHED:
            self._cache.clear()
        self._cache[session.key] = number, session

    def get(self, key: str) -> Session | None:
        known = self._cache.get(key)
        if known is not None and known[0] == self._changes.number():
            return known[1]
        return self.read(key)

    def read(self, key: str) -> Session | None:
        """Read a session from the store: another node may have seen it since."""
        number = self._changes.number()
        with self._store.reading() as reader:
            session = _session(reader.note(SESSION, key))
        if session is None:
            self._cache.pop(key, None)
        else:
            self._remember(session, number)
        return session

    def remove(self, key: str) -> None:
        self._changes.commit(key, Batch(notes=(NoteWrite(Note(SESSION, key)),)))
        self._cache.pop(key, None)

    def of(self, name: str) -> list[Session]:
        with self._store.reading() as reader:
            sessions = map(_session, reader.notes(SESSION, name))
            return [session for session in sessions if session is not None]

    def purge(self, opened_before: int, seen_before: int) -> int:
        """Delete sessions that have ended; returns how many."""
        self._cache.clear()

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


class StoredAttempts:
    """Failed attempts of all nodes together; each `realm` counts separately."""

    def __init__(self, store: Store, realm: str) -> None:
        self._store = store
        self._realm = realm

    def _key(self, key: str) -> str:
        """A hash: the names and addresses of failed attempts are not stored."""
        return _hidden(self._realm, key)

    def get(self, key: str) -> Attempts | None:
        with self._store.reading() as reader:
            note = reader.note(ATTEMPTS, self._key(key))
        return msgspec.json.decode(note.body, type=Attempts) if note else None

    def swap(self, key: str, before: Attempts | None, after: Attempts) -> bool:
        expected = msgspec.json.encode(before) if before is not None else b""
        at = max(after.last, after.locked_until)
        name = _hidden("of", key.partition("\n")[0])
        note = Note(ATTEMPTS, self._key(key), name, at, msgspec.json.encode(after))
        try:
            self._store.commit(Batch(notes=(NoteWrite(note, expected),)))
        except Refusal as refusal:
            if refusal.code != "note/changed":
                raise
            return False
        return True

    def remove(self, key: str) -> None:
        self._store.commit(Batch(notes=(NoteWrite(Note(ATTEMPTS, self._key(key))),)))


def _hidden(realm: str, text: str) -> str:
    return hashlib.sha256(f"{realm}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def locked_names(store: Store, now: int) -> Callable[[str], bool]:
    """A function that says whether a name is locked out, from one address or from all."""
    with store.reading() as reader:
        notes = reader.notes(ATTEMPTS)
    read = msgspec.json.Decoder(Attempts).decode
    locked = {note.name for note in notes if now < read(note.body).locked_until}
    return lambda name: _hidden("of", name) in locked


def forget_attempts(store: Store, name: str) -> None:
    """Delete the failed attempts at a name from all addresses."""
    with store.reading() as reader:
        notes = reader.notes(ATTEMPTS, _hidden("of", name))
    gone = [NoteWrite(Note(ATTEMPTS, note.key)) for note in notes]
    if gone:
        store.commit(Batch(notes=tuple(gone)))


def purge(store: Store, kind: str, ended: Callable[[Note], bool]) -> int:
    """Delete notes that have ended and not changed meanwhile; returns how many."""
    with store.reading() as reader:
        notes = iter([note for note in reader.notes(kind) if ended(note)])
    count = 0
    while some := list(islice(notes, AT_ONCE)):
        batches = [Batch(notes=(NoteWrite(Note(kind, note.key), note.body),)) for note in some]
        count += sum(not isinstance(result, Refusal) for result in store.commit_all(batches))
    return count
