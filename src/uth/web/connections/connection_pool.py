"""How many connections there may be, what one may send, and which one makes room for another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Protocol

import msgspec

from uth.floor.metrics import Metrics
from uth.floor.people.rate_limits import Pacing
from uth.web.fair_turns import FairTurns
from uth.web.requests import MAX_BODY


class HttpBounds(msgspec.Struct, frozen=True):
    """What one connection may send, in bytes and seconds."""

    head: int = 16_384
    """The request's first line and all headers, cookies among them."""
    headers: int = 100
    url: int = 4_096
    pipelined: int = 16
    """Requests that may wait for the answer to an earlier one."""
    message: int = 8 * MAX_BODY
    """A body with its framing; more than is accepted, so that the client gets to read a refusal."""
    requests: int = 200
    """Requests and new connections a second of one network; more are read later."""
    burst: int = 1_000
    """How many of them may come at once."""
    head_seconds: float = 10.0
    body_seconds: float = 20.0


BOUNDS = HttpBounds()


class Droppable(Protocol):
    """A connection that waits for its client."""

    network: str

    def drop(self) -> None:
        """Close now."""


class ConnectionPool:
    """How many connections may be open, and which one makes room for another.

    Those that wait for their client can be closed: the oldest of the network that has most of them.
    So whoever opens many silent connections only closes their own.
    """

    def __init__(
        self,
        limit: int,
        metrics: Metrics | None = None,
        *,
        bounds: HttpBounds = BOUNDS,
        hosts: frozenset[str] = frozenset(),
        is_proxy: Callable[[str], bool] = lambda address: False,
    ) -> None:
        self.limit = limit
        self.pacing: Pacing = Pacing(bounds.requests, bounds.burst)
        self.is_proxy = is_proxy
        """Whether many visitors come from an address, which is then not paced."""
        self.bounds = bounds
        self.hosts = hosts
        """The names that are served; empty for all."""
        self.turns: FairTurns = FairTurns()
        self.arrivals: set[Droppable] = set()
        """Connections that nobody else counts yet: they wait for their turn, or TLS begins."""
        self._metrics = metrics
        self._waiting: defaultdict[str, dict[Droppable, None]] = defaultdict(dict)

    def make_room(self, count: int) -> bool:
        """Close a waiting connection if there are too many; returns whether there is room."""
        if count + len(self.arrivals) <= self.limit:
            return True
        return self.drop_one()

    def drop_one(self) -> bool:
        """Close the waiting connection that is least worth it; returns whether there was one."""
        largest = max(self._waiting.values(), key=len, default=None)
        if largest is None:
            return False
        self.count("dropped")
        next(iter(largest)).drop()
        return True

    def drop_all(self) -> None:
        """Close every connection that waits for its client."""
        for waiting in list(self._waiting.values()):
            for connection in list(waiting):
                connection.drop()

    def wait(self, connection: Droppable) -> None:
        self._waiting[connection.network][connection] = None

    def work(self, connection: Droppable) -> None:
        """The connection does not wait for its client any more, or it is closed."""
        waiting = self._waiting.get(connection.network, {})
        waiting.pop(connection, None)
        if not waiting:
            self._waiting.pop(connection.network, None)

    def count(self, what: str) -> None:
        if self._metrics is not None:
            self._metrics.count("uth_connections_refused_total", what)
