"""HTTP connections with bounds: what a client may send, how long it may take, how many there are.

Everything here happens before a request is parsed or reaches the application.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from httptools import parse_url
from uvicorn.protocols.http.httptools_impl import (
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)

from uth.core.refusal import Refusal
from uth.core.texts import ENGLISH
from uth.floor.people.addresses import network_of
from uth.web.connections.connection_pool import ConnectionPool
from uth.web.fair_turns import FairReading, FairTurns
from uth.web.responses import refusal_response
from uth.web.sockets.slow_clients import SlowSocketProtocol, StallTimeout

if TYPE_CHECKING:
    from uvicorn._types import ASGI3Application

PORT = re.compile(r":\d*$")
LOG = logging.getLogger("uvicorn.requests")
LOG.setLevel(logging.ERROR)  # a request that can't be parsed is no fault of ours


class HttpConnection(StallTimeout, FairReading, HttpToolsProtocol):
    """An HTTP connection of a pool."""

    def __init__(self, *args: Any, pool: ConnectionPool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.logger = LOG
        self._pool = pool
        self.turns: FairTurns = pool.turns
        self._bounds = pool.bounds
        self._in_head = True
        self._in_message = False
        self._received = 0
        """Bytes of the head, or of the body, so far."""
        self._deadline: asyncio.TimerHandle | None = None
        self._refusal = Refusal("request/malformed")
        self._paced = True
        self._resume: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None
        """The request that is being answered; `cycle` is the last one that was read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.network: str = network_of(self.client[0]) if self.client else ""
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
        self._send_no_more()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

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
        for cycle in (self._running, self.cycle):  # others of a pipeline are not begun
            if cycle is not None and not cycle.response_complete:
                cycle.disconnected = True
                cycle.message_event.set()

    def piece(self, data: bytes) -> int:
        """What the parser has not finished with is never more than a head."""
        return self._bounds.head - (self._received if self._in_head else 0)

    def may_read(self) -> bool:
        return not self.flow.read_paused

    def handle_piece(self, data: bytes) -> None:
        bounds = self._bounds
        self._received += len(data)
        if self._in_head and self._deadline is None:
            self._arm(bounds.head_seconds)
        elif not self._in_head and self._received > bounds.message:
            self.cut_off()
            return
        HttpToolsProtocol.data_received(self, data)
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
        hosts = {*self._hosts(), *self._addressed()}
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

    def _addressed(self) -> Iterator[str]:
        """The name in the first line, as a request to a proxy has one."""
        if not self.url.startswith((b"/", b"*")):
            host = parse_url(self.url).host
            if host is not None:
                name = host.decode("latin-1").lower()
                yield f"[{name}]" if ":" in name else name

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
        upgraded = self.transport.get_protocol()
        if isinstance(upgraded, SlowSocketProtocol) and not upgraded.handshake_initiated:
            self._refuse(Refusal("request/malformed"))  # nothing else would ever close it

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
        if self.flow.read_paused or self.behind or (self._in_head and self._answering()):
            self._arm(seconds)
        elif self._in_message and (self._in_head or not self.cycle.response_started):
            self._refuse(Refusal("request/slow"))
        else:
            self.cut_off()

    def _answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete
