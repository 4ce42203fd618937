"""How many sockets are open, and how many each person may open."""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from starlette.websockets import WebSocket

from uth.core.refusal import Refusal
from uth.floor.people.roles import Role
from uth.floor.people.sessions import key_of
from uth.web.routes import RequestContext
from uth.web.sockets.connection import REFUSED, Connection, refuse

T = TypeVar("T")
MAX_SOCKETS = 20_000
"""Sockets on one node, whoever they belong to."""
MAX_PER_PERSON = 50


class OpenSockets:
    """Admits sockets and counts them while they are open.

    Nobody can take all of them: a person may open as many as a quarter of those that are left, and
    the guests of one address together as many as are left. So the fuller it is, the less each gets,
    but a first socket is never refused to those who have none.
    """

    def __init__(self, capacity: Callable[[], int]) -> None:
        self.count: int = 0
        self._capacity = capacity
        self._by_person: Counter[str] = Counter()
        """By name, and of guests also by their address."""
        self._of_session: defaultdict[str, set[Connection]] = defaultdict(set)
        """The sockets of each session, by its key."""

    async def run(
        self,
        socket: WebSocket,
        context: RequestContext,
        check: Callable[[], T],
        serve: Callable[[Connection, T], Awaitable[None]],
    ) -> None:
        """Refuse the handshake, or accept it and serve the socket with what `check` returns."""
        try:
            subject = check()
            keys = self._shares(context)
        except Refusal as refusal:
            await refuse(socket, refusal)
            return
        with self._counted(keys):
            await socket.accept()
            connection = Connection(socket)
            session = key_of(context.token)
            self._of_session[session].add(connection)
            try:
                await serve(connection, subject)
            finally:
                self._of_session[session].discard(connection)
                if not self._of_session[session]:
                    del self._of_session[session]

    def close_ended(self, is_open: Callable[[str], bool]) -> None:
        """Close the sockets of all sessions that have ended."""
        for session in list(self._of_session):
            if not is_open(session):
                self.close_session(session)

    def close_session(self, session: str) -> None:
        """Close the sockets of a session that has ended."""
        for connection in self._of_session.get(session, ()):
            connection.close(REFUSED, "session/none")

    def _shares(self, context: RequestContext) -> list[str]:
        """What a socket counts towards; refused if a share is used up."""
        person, left = context.actor, self._capacity() - self.count
        shares = {f"person {person.name}": min(MAX_PER_PERSON, max(1, left // 4))}
        if person.role is Role.GUEST:
            shares[f"guests {context.client_address}"] = max(1, left)
        full = any(self._by_person[key] >= share for key, share in shares.items())
        if full or self.count >= MAX_SOCKETS:
            raise Refusal("service/connections")
        return list(shares)

    @contextlib.contextmanager
    def _counted(self, keys: list[str]) -> Iterator[None]:
        self.count += 1
        self._by_person.update(keys)
        try:
            yield
        finally:
            self.count -= 1
            self._by_person -= Counter(keys)
