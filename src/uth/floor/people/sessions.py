"""Sessions: a secret token, stored as its hash, that expires after a while or when idle."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import DAY, HOUR, MINUTE, Clock, Millis
from uth.floor.fairness.randomness import Source, fresh
from uth.floor.people.session_changes import Cache, SessionChanges
from uth.ledger.journal.batch import Batch
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Store

SESSION = "session"
TOKEN_BYTES = 32
TOKEN_LENGTH = 43
"""256 bits in characters that a cookie or a URL may hold."""
LIFE, IDLE = 7 * DAY, 12 * HOUR
"""How long a session lasts, and how long it may be idle."""
MOST = 20
"""How many sessions a person may have."""
TOUCH = 5 * MINUTE
"""How often at most it is recorded that a session was seen."""
Later = Callable[[Batch], object]
"""Submits a batch without waiting for the disk."""


class Session(msgspec.Struct, frozen=True):
    """Who is signed in; the role is looked up each time, so that a change applies at once."""

    key: str
    """The SHA-256 of the token: nobody can sign in with what the store holds."""
    name: str
    opened: Millis
    seen: Millis


@lru_cache(maxsize=20_000)
def key_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    """Opens, finds and ends sessions; only the person who signs in ever gets the token.

    They are in the store, for all nodes and across restarts. Every message on a socket checks its
    session, so they are cached; one that another node ends is noticed within a second. Whoever
    listens learns at once of one that ends here.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        source: Source,
        changes: SessionChanges,
        later: Later | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._source = source
        self._changes = changes
        self._later = later or store.commit
        self._cache = Cache(changes, self._read)
        self.on_end: Callable[[str], object] = lambda key: None
        """Called with the key of each session that this process ends, in any thread."""

    def open(self, name: str) -> str:
        """Open a session; beyond the limit the least recently seen one ends. Returns its token."""
        now = self._clock()
        alive = [session for session in self._of(name) if not _ended(session, now)]
        spare = len(alive) - MOST + 1
        for session in sorted(alive, key=lambda session: session.seen)[: max(spare, 0)]:
            self._remove(session.key)
        token = base64.urlsafe_b64encode(fresh(self._source, TOKEN_BYTES)).rstrip(b"=").decode()
        self._store.commit(_batch(Session(key_of(token), name, now, now)))
        return token

    def find(self, token: str) -> Session:
        """The session of a token, marked as seen; refused if it has ended or never existed."""
        now = self._clock()
        session = self._get(key_of(token), now) if len(token) == TOKEN_LENGTH else None
        if session is None:
            raise Refusal("session/none")
        if now - session.seen >= TOUCH:
            session = replace(session, seen=now)
            self._cache.put(session.key, session, self._changes.number())
            self._later(_batch(session))
        return session

    def cached(self, token: str) -> bool:
        """Whether a token is known without reading the store."""
        return key_of(token) in self._cache

    def alive(self, token: str) -> bool:
        """Whether a session is still open; this does not mark it as seen."""
        return self.is_open(key_of(token))

    def is_open(self, key: str) -> bool:
        return self._get(key, self._clock()) is not None

    def changes_elsewhere(self) -> int:
        """A number that grows when another process has ended a session or changed an account."""
        return self._changes.number()

    def _get(self, key: str, now: Millis) -> Session | None:
        """A session that is open; if it seems to have ended, another node may have seen it."""
        session = self._cache.get(key, now)
        if session is not None and _ended(session, now):
            session = self._cache.read(key)
            if session is not None and _ended(session, now):
                self._remove(key)
                return None
        return session

    def _read(self, key: str) -> Session | None:
        with self._store.reading() as reader:
            note = reader.note(SESSION, key)
        return _session(note) if note else None

    def _of(self, name: str) -> list[Session]:
        with self._store.reading() as reader:
            sessions = map(_session, reader.notes(SESSION, name))
            return [session for session in sessions if session is not None]

    def _remove(self, key: str) -> None:
        self._changes.commit(key, Batch(notes=(NoteWrite(Note(SESSION, key)),)))
        self._cache.forget(key)
        self.on_end(key)

    def end(self, token: str) -> None:
        self._remove(key_of(token))

    def end_all(self, name: str, but: str = "") -> int:
        """End a person's sessions, except the one with the token `but`; returns how many."""
        ended = [session for session in self._of(name) if session.key != key_of(but)]
        for session in ended:
            self._remove(session.key)
        return len(ended)


def _ended(session: Session, now: Millis) -> bool:
    return now - session.opened >= LIFE or now - session.seen >= IDLE


def _batch(session: Session) -> Batch:
    body = msgspec.json.encode(session)
    note = Note(SESSION, session.key, session.name, session.seen, body)
    return Batch(notes=(NoteWrite(note),))


def _session(note: Note) -> Session | None:
    try:
        return msgspec.json.decode(note.body, type=Session)
    except msgspec.MsgspecError:
        return None
