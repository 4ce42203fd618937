"""Sessions and failed attempts in the store: every node knows them, and so does the next start."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import islice

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import SECOND, Clock
from uth.floor.people.lockout import Attempts
from uth.floor.people.sessions import Session
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

SESSION, ATTEMPTS, CHANGED = "session", "attempts", "changed"
MOMENT = SECOND
MOST_READ = 50_000
TRIES = 20
AT_ONCE = 500
"""How many notes are forgotten in one transaction."""
Later = Callable[[Batch], object]
"""Hands a batch over without waiting for the disk."""


class SessionChanges:
    """The last session that ended or account that changed, on any node or from the command line.

    While this one note stays the same, all that was read of sessions and accounts still holds. It
    is asked for once a moment; what this process changes itself it knows without asking.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._last = b""
        self._asked: int | None = None
        self._number = 0

    def number(self) -> int:
        """Another one than before where somebody else has changed something."""
        if self._asked is None or not 0 <= self._clock() - self._asked < MOMENT:
            self._look()
        return self._number

    def _look(self) -> None:
        self._asked = self._clock()
        with self._store.reading() as reader:
            note = reader.note(CHANGED, "last")
        found = note.body if note else b""
        if found != self._last:
            self._last = found
            self._number += 1

    def commit(self, what: str, batch: Batch) -> None:
        """Commit a change with word of it, after whatever others have changed before."""
        for _ in range(TRIES):
            upon, now = self._last, self._clock()
            word = Note(CHANGED, "last", "", now, f"{now} {what}".encode())
            try:
                self._store.commit(replace(batch, notes=(*batch.notes, NoteWrite(word, upon))))
            except Refusal as no:
                if no.code != "note/changed":
                    raise
                self._look()
                continue
            self._last = word.body
            return
        raise Refusal("people/busy", "too much changes here at once; try again")


class StoredSessions:
    """Only the hash of a token is a key here: whoever reads the store can't sign in with it.

    What was read is not read again, because every message to a socket asks whether its session
    lasts; what another node ends is noticed within a moment.
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
        self._read: dict[str, tuple[int, Session]] = {}

    def put(self, session: Session) -> None:
        """A new session is durable before its token is told; that it was seen can wait."""
        body = msgspec.json.encode(session)
        note = Note(SESSION, session.key, session.name, session.seen, body)
        batch = Batch(notes=(NoteWrite(note),))
        if session.seen == session.opened:
            self._store.commit(batch)
        else:
            self._keep(session, self._changes.number())
            self._later(batch)

    def _keep(self, session: Session, number: int) -> None:
        if len(self._read) >= MOST_READ:
            self._read.clear()
        self._read[session.key] = number, session

    def get(self, key: str) -> Session | None:
        known = self._read.get(key)
        if known is not None and known[0] == self._changes.number():
            return known[1]
        return self.read(key)

    def read(self, key: str) -> Session | None:
        """As the store has it now: another node may have seen it since."""
        number = self._changes.number()
        with self._store.reading() as reader:
            found = _session(reader.note(SESSION, key))
        if found is None:
            self._read.pop(key, None)
        else:
            self._keep(found, number)
        return found

    def remove(self, key: str) -> None:
        self._changes.commit(key, Batch(notes=(NoteWrite(Note(SESSION, key)),)))
        self._read.pop(key, None)

    def of(self, name: str) -> list[Session]:
        with self._store.reading() as reader:
            found = map(_session, reader.notes(SESSION, name))
            return [session for session in found if session is not None]

    def purge(self, opened_before: int, seen_before: int) -> int:
        """Drop what ended; how many there were."""
        self._read.clear()

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
    """Counted for all nodes together; `realm` keeps one kind of count from another."""

    def __init__(self, store: Store, realm: str) -> None:
        self._store = store
        self._realm = realm

    def _key(self, key: str) -> str:
        """Names and addresses of those who failed are not written down."""
        return _hidden(self._realm, key)

    def get(self, key: str) -> Attempts | None:
        with self._store.reading() as reader:
            note = reader.note(ATTEMPTS, self._key(key))
        return msgspec.json.decode(note.body, type=Attempts) if note else None

    def swap(self, key: str, before: Attempts | None, after: Attempts) -> bool:
        upon = msgspec.json.encode(before) if before is not None else b""
        at = max(after.last, after.locked_until)
        name = _hidden("of", key.partition("\n")[0])
        note = Note(ATTEMPTS, self._key(key), name, at, msgspec.json.encode(after))
        try:
            self._store.commit(Batch(notes=(NoteWrite(note, upon),)))
        except Refusal as no:
            if no.code != "note/changed":
                raise
            return False
        return True

    def remove(self, key: str) -> None:
        self._store.commit(Batch(notes=(NoteWrite(Note(ATTEMPTS, self._key(key))),)))


def _hidden(realm: str, text: str) -> str:
    return hashlib.sha256(f"{realm}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def locked_names(store: Store, now: int) -> Callable[[str], bool]:
    """Tells of a name whether it can't be tried now, from some place or from any."""
    with store.reading() as reader:
        notes = reader.notes(ATTEMPTS)
    read = msgspec.json.Decoder(Attempts).decode
    locked = {note.name for note in notes if now < read(note.body).locked_until}
    return lambda name: _hidden("of", name) in locked


def forget_attempts(store: Store, name: str) -> None:
    """As if nobody had failed at this name lately, from whatever place."""
    with store.reading() as reader:
        notes = reader.notes(ATTEMPTS, _hidden("of", name))
    gone = [NoteWrite(Note(ATTEMPTS, note.key)) for note in notes]
    if gone:
        store.commit(Batch(notes=tuple(gone)))


def purge(store: Store, kind: str, ended: Callable[[Note], bool]) -> int:
    """Forget notes that have ended, unless one has changed meanwhile; how many there were."""
    with store.reading() as reader:
        found = iter([note for note in reader.notes(kind) if ended(note)])
    count = 0
    while some := list(islice(found, AT_ONCE)):
        gone = [Batch(notes=(NoteWrite(Note(kind, note.key), note.body),)) for note in some]
        count += sum(not isinstance(done, Refusal) for done in store.commit_all(gone))
    return count
