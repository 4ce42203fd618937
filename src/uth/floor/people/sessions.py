"""Sessions: a token that only its holder has, kept as its hash, with an end and an idle end."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Protocol

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.clock import DAY, HOUR, MINUTE, Clock
from uth.floor.fairness.randomness import Source, fresh

TOKEN_BYTES = 32
TOKEN_LENGTH = 43
"""256 bits in the letters that fit into a cookie or an address."""


class Session(msgspec.Struct, frozen=True):
    """Who is signed in. What he may do is looked up each time, so that a change binds at once."""

    key: str
    """The SHA-256 of the token: whoever reads the store can't sign in with it."""
    name: str
    opened: int
    seen: int


class SessionStore(Protocol):
    """Where sessions are kept."""

    def put(self, session: Session) -> None: ...

    def get(self, key: str) -> Session | None: ...

    def read(self, key: str) -> Session | None:
        """The same, but not from memory: it may have been seen elsewhere."""
        ...

    def remove(self, key: str) -> None: ...

    def of(self, name: str) -> Iterable[Session]: ...

    def purge(self, opened_before: int, seen_before: int) -> int: ...


class SessionRules(msgspec.Struct, frozen=True):
    """How long a session lasts, how long it may lie idle, and how many one person may have."""

    life: int = 7 * DAY
    idle: int = 12 * HOUR
    most: int = 20
    touch: int = 5 * MINUTE
    """A session that was seen within this is not written again."""


def key_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    """Opens, finds and ends sessions; a token is told once, to the one who signs in."""

    def __init__(
        self, store: SessionStore, clock: Clock, source: Source, rules: SessionRules | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._source = source
        self._rules = rules or SessionRules()
        self._purged = clock()

    def open(self, name: str) -> str:
        """A new session's token; where there are too many, the one seen longest ago ends."""
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
        """The session of a token, now seen; one that has ended is as if it had never been."""
        now = self._clock()
        session = self._get(key_of(token), now) if len(token) == TOKEN_LENGTH else None
        if session is None or self._ended(session, now):
            if session is not None:
                self._store.remove(session.key)
            raise Refusal("session/none", "sign in first: there is no such session, or it ended")
        if now - session.seen >= self._rules.touch:
            session = replace(session, seen=now)
            self._store.put(session)
        return session

    def alive(self, token: str) -> bool:
        """Whether a session has not ended; asking does not count as using it."""
        now = self._clock()
        session = self._get(key_of(token), now)
        return session is not None and not self._ended(session, now)

    def _get(self, key: str, now: int) -> Session | None:
        """A session; one that seems to have ended may have been seen elsewhere meanwhile."""
        session = self._store.get(key)
        return self._store.read(key) if session and self._ended(session, now) else session

    def renew(self, token: str) -> str:
        """Another token in place of this one, when someone's standing changes."""
        session = self.find(token)
        self._store.remove(session.key)
        return self.open(session.name)

    def end(self, token: str) -> None:
        self._store.remove(key_of(token))

    def end_all(self, name: str, but: str = "") -> int:
        """End a person's sessions, all or all but the one with this token; how many there were."""
        ended = [session for session in self._store.of(name) if session.key != key_of(but)]
        for session in ended:
            self._store.remove(session.key)
        return len(ended)

    def purge(self) -> int:
        """Forget the sessions that have ended."""
        now = self._clock()
        return self._store.purge(now - self._rules.life, now - self._rules.idle)

    def _ended(self, session: Session, now: int) -> bool:
        rules = self._rules
        return now - session.opened >= rules.life or now - session.seen >= rules.idle
