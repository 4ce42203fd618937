"""Sessions: a secret token, stored as its hash, that expires after a while or when idle."""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import DAY, HOUR, MINUTE, Clock, Millis
from uth.floor.fairness.randomness import Source, fresh

if TYPE_CHECKING:
    from uth.floor.people.stored_sessions import StoredSessions

TOKEN_BYTES = 32
TOKEN_LENGTH = 43
"""256 bits in characters that a cookie or a URL may hold."""


class Session(msgspec.Struct, frozen=True):
    """Who is signed in; the role is looked up each time, so that a change applies at once."""

    key: str
    """The SHA-256 of the token: nobody can sign in with what the store holds."""
    name: str
    opened: Millis
    seen: Millis


class SessionRules(msgspec.Struct, frozen=True):
    """How long a session lasts, how long it may be idle, and how many a person may have."""

    life: Millis = 7 * DAY
    idle: Millis = 12 * HOUR
    most: int = 20
    touch: Millis = 5 * MINUTE
    """How often at most it is recorded that a session was seen."""


@lru_cache(maxsize=20_000)
def key_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    """Opens, finds and ends sessions; only the person who signs in ever gets the token."""

    def __init__(
        self, store: StoredSessions, clock: Clock, source: Source, rules: SessionRules | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._source = source
        self._rules = rules or SessionRules()
        self._purged = clock()

    def open(self, name: str) -> str:
        """Open a session; beyond the limit the least recently seen one ends. Returns its token."""
        now = self._clock()
        if now - self._purged >= HOUR:
            self._purged = now
            self.purge()
        alive = [session for session in self._store.of(name) if not self._ended(session, now)]
        spare = len(alive) - self._rules.most + 1
        for session in sorted(alive, key=lambda session: session.seen)[: max(spare, 0)]:
            self._store.remove(session.key)
        token = base64.urlsafe_b64encode(fresh(self._source, TOKEN_BYTES)).rstrip(b"=").decode()
        self._store.put(Session(key_of(token), name, now, now))
        return token

    def find(self, token: str) -> Session:
        """The session of a token, marked as seen; refused if it has ended or never existed."""
        now = self._clock()
        session = self._get(key_of(token), now) if len(token) == TOKEN_LENGTH else None
        if session is None or self._ended(session, now):
            if session is not None:
                self._store.remove(session.key)
            raise Refusal("session/none")
        if now - session.seen >= self._rules.touch:
            session = replace(session, seen=now)
            self._store.put(session)
        return session

    def alive(self, token: str) -> bool:
        """Whether a session is still open; this does not mark it as seen."""
        now = self._clock()
        session = self._get(key_of(token), now)
        return session is not None and not self._ended(session, now)

    def _get(self, key: str, now: Millis) -> Session | None:
        """A session; if it seems to have ended it is read again: another node may have seen it."""
        session = self._store.get(key)
        return self._store.read(key) if session and self._ended(session, now) else session

    def renew(self, token: str) -> str:
        """Replace a token by a new one, when the rights of its holder change."""
        session = self.find(token)
        self._store.remove(session.key)
        return self.open(session.name)

    def end(self, token: str) -> None:
        self._store.remove(key_of(token))

    def end_all(self, name: str, but: str = "") -> int:
        """End a person's sessions, except the one with the token `but`; returns how many."""
        ended = [session for session in self._store.of(name) if session.key != key_of(but)]
        for session in ended:
            self._store.remove(session.key)
        return len(ended)

    def purge(self) -> int:
        """Delete sessions that have ended; returns how many."""
        now = self._clock()
        return self._store.purge(now - self._rules.life, now - self._rules.idle)

    def _ended(self, session: Session, now: Millis) -> bool:
        rules = self._rules
        return now - session.opened >= rules.life or now - session.seen >= rules.idle
