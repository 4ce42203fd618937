"""HTTP connections with bounds: what a client may send, how long it may take, how many there are.

Everything here happens before a request is parsed or reaches the application.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from uth.core.refusal import Refusal
from uth.core.texts import ENGLISH
from uth.floor.metrics import Metrics
from uth.floor.people.addresses import network_of
from uth.floor.people.rate_limits import Pacing
from uth.web.requests import MAX_BODY
from uth.web.responses import refusal_response
from uth.web.sockets.slow_clients import StallTimeout

PORT = re.compile(r":\d*$")
LOG = logging.getLogger("uvicorn.requests")
LOG.setLevel(logging.ERROR)  # a request that can't be parsed is no fault of ours


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
        self._metrics = metrics
        self._waiting: defaultdict[str, dict[HttpConnection, None]] = defaultdict(dict)

    def make_room(self, count: int) -> bool:
        """Close a waiting connection if there are too many; returns whether there is room."""
        if count <= self.limit:
            return True
        largest = max(self._waiting.values(), key=len, default=None)
        if largest is None:
            return False
        self.count("dropped")
        next(iter(largest)).drop()
        return True

    def wait(self, connection: HttpConnection) -> None:
        self._waiting[connection.network][connection] = None

    def work(self, connection: HttpConnection) -> None:
        """The connection does not wait for its client any more, or it is closed."""
        waiting = self._waiting.get(connection.network, {})
        waiting.pop(connection, None)
        if not waiting:
            self._waiting.pop(connection.network, None)

    def count(self, what: str) -> None:
        if self._metrics is not None:
            self._metrics.count("uth_connections_refused_total", what)


class HttpConnection(StallTimeout, HttpToolsProtocol):
    """An HTTP connection of a pool."""

    network: str = ""

    def __init__(self, *args: Any, pool: ConnectionPool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.logger = LOG
        self._pool = pool
        self._bounds = pool.bounds
        self._in_head = True
        self._in_message = False
        self._received = 0
        """Bytes of the head, or of the body, so far."""
        self._deadline: asyncio.TimerHandle | None = None
        self._refusal = Refusal("request/malformed")
        self._paced = True
        self._resume: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network = network_of(self.client[0]) if self.client else ""
        if not self._pool.make_room(len(self.connections)):
            self._refuse(Refusal("service/connections"))
            return
        self._pool.wait(self)
        self._arm(self._bounds.head_seconds)
        self._paced = not (self.client and self._pool.is_proxy(self.client[0]))
        self._pace()

    def _pace(self) -> None:
        """Read nothing more for a while from a network that sends too much."""
        delay = self._pool.pacing.delay(self.network, self.loop.time()) if self._paced else 0.0
        if delay:
            self._pool.count("paced")
            self.flow.pause_reading()
            self._resume = self.loop.call_later(delay, self.flow.resume_reading)

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        if self._resume is not None:
            self._resume.cancel()
        self._pool.work(self)
        super().connection_lost(exc)

    def drop(self) -> None:
        """Close now; the descriptor is free in the event loop's next turn."""
        self._pool.work(self)
        self.connections.discard(self)
        self.cut_off()

    def cut_off(self) -> None:
        """Close at once; an answer that is under way ends quietly."""
        self._send_no_more()
        super().cut_off()

    def _send_no_more(self) -> None:
        """What is still to be answered is not written to a closed connection."""
        if self._answering():
            self.cycle.disconnected = True
            self.cycle.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Feed the parser in pieces: what it has not finished with is never more than a head."""
        start = 0
        while start < len(data) and not self.transport.is_closing():
            if self.transport.get_protocol() is not self:  # it is a WebSocket now
                return
            end = start + self._bounds.head - (self._received if self._in_head else 0)
            self._receive(data[start:end])
            start = end

    def _receive(self, data: bytes) -> None:
        bounds = self._bounds
        self._received += len(data)
        if self._in_head and self._deadline is None:
            self._arm(bounds.head_seconds)
        elif not self._in_head and self._received > bounds.message:
            self.cut_off()
            return
        super().data_received(data)
        if self._in_head and self._received >= bounds.head and not self.transport.is_closing():
            self._refuse(Refusal("request/head", most=bounds.head))

    def on_message_begin(self) -> None:
        self._in_message = True
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self._bounds.url:
            self._stop(Refusal("request/url", most=self._bounds.url))

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > self._bounds.headers:
            self._stop(Refusal("request/headers", most=self._bounds.headers))

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= self._bounds.pipelined:
            self._stop(Refusal("rate/too_many", seconds=1))
        hosts = set(self._hosts())
        if self._pool.hosts and not (hosts and self._pool.hosts >= hosts):
            self._stop(Refusal("request/host"))
        self._in_head, self._received = False, 0
        self._arm(self._bounds.body_seconds)
        super().on_headers_complete()

    def _hosts(self) -> Iterator[str]:
        """The names of the Host headers, without their ports."""
        for name, value in self.headers:
            if name == b"host":
                yield PORT.sub("", value.decode("latin-1").lower())

    def on_message_complete(self) -> None:
        self._in_head, self._in_message, self._received = True, False, 0
        self._disarm()
        super().on_message_complete()
        if self._answering():
            self._pool.work(self)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.pipeline and not self.transport.is_closing():
            self._pool.wait(self)
        if not self.transport.is_closing():
            self._pace()

    def handle_websocket_upgrade(self) -> None:
        self._disarm()
        self._pool.work(self)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        self._pool.wait(self)
        super().pause_writing()

    def resume_writing(self) -> None:
        if self._answering():
            self._pool.work(self)
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """What uvicorn calls when the parser fails, or one of the bounds above ended it."""
        self._refuse(self._refusal)

    def _stop(self, refusal: Refusal) -> NoReturn:
        """End the parsing; the parser reports that by `send_400_response`."""
        self._refusal = refusal
        raise refusal

    def _refuse(self, refusal: Refusal) -> None:
        """Answer and close."""
        response = refusal_response(refusal, ENGLISH)
        self._pool.count(refusal.code)
        headers = [*response.raw_headers, (b"connection", b"close")]
        lines = b"".join(name + b": " + value + b"\r\n" for name, value in headers)
        self._send_no_more()
        self.transport.write(
            STATUS_LINE[response.status_code] + lines + b"\r\n" + bytes(response.body)
        )
        self.transport.close()

    def _arm(self, seconds: float) -> None:
        self._disarm()
        self._deadline = self.loop.call_later(seconds, self._too_slow, seconds)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self, seconds: float) -> None:
        """The client did not send its request in time, unless we did not read meanwhile."""
        if self.flow.read_paused or (self._in_head and self._answering()):
            self._arm(seconds)
        elif self._in_message and (self._in_head or not self.cycle.response_started):
            self._refuse(Refusal("request/slow"))
        else:
            self.cut_off()

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete
