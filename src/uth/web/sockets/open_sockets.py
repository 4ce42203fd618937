"""How many sockets are open, and how many each person may open."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

from starlette.websockets import WebSocket

from uth.core.refusal import Refusal
from uth.floor.people.roles import Person
from uth.web.sockets.connection import Connection, refuse

T = TypeVar("T")
MAX_SOCKETS = 20_000
"""Sockets on one node, whoever they belong to."""
MAX_PER_PERSON = 50


class OpenSockets:
    """Admits sockets and counts them while they are open."""

    def __init__(self, maximum: int = MAX_SOCKETS) -> None:
        self.count = 0
        self._maximum = maximum
        self._by_person: Counter[str] = Counter()

    async def run(
        self,
        socket: WebSocket,
        person: Person,
        check: Callable[[], T],
        serve: Callable[[Connection, T], Awaitable[None]],
    ) -> None:
        """Refuse the handshake, or accept it and serve the socket with what `check` returns."""
        try:
            subject = check()
            self._check_limits(person)
        except Refusal as refusal:
            await refuse(socket, refusal)
            return
        with self._counted(person):
            await socket.accept()
            await serve(Connection(socket), subject)

    def _check_limits(self, person: Person) -> None:
        if self.count >= self._maximum or self._by_person[person.name] >= MAX_PER_PERSON:
            raise Refusal("service/connections")

    @contextlib.contextmanager
    def _counted(self, person: Person) -> Iterator[None]:
        self.count += 1
        self._by_person[person.name] += 1
        try:
            yield
        finally:
            self.count -= 1
            self._by_person -= Counter([person.name])
