"""Server protocols: a client that stops reading is dropped; a message needs no task of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

STALL_TIMEOUT = 10.0
"""Seconds for which a client may read nothing of what waits for it."""
DIRECT = "uth.direct"
"""The ASGI extension by which an application sends and receives messages without waiting.

The ASGI messages, their queues and the tasks that they wake would cost more than the messages.
"""


Deliver = Callable[[bytes], bool]
"""Takes a message at once, or returns False: then it waits its turn in the ASGI queue."""


class _StallTimeout(asyncio.Protocol):
    """Aborts the connection when its write buffer has not drained for too long."""

    _timer: asyncio.TimerHandle | None = None
    stall_timeout = STALL_TIMEOUT

    def pause_writing(self) -> None:
        super().pause_writing()
        transport = self.transport  # type: ignore[attr-defined]
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.stall_timeout, transport.abort)

    def resume_writing(self) -> None:
        self._stop_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_timer()
        super().connection_lost(exc)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def text_frame(raw: bytes) -> bytes:
    """A text message of a server as one WebSocket frame (RFC 6455, 5.2)."""
    size = len(raw)
    if size < 126:
        return bytes((0x81, size)) + raw
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + raw
    return b"\x81\x7f" + size.to_bytes(8, "big") + raw


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


class SlowSocketProtocol(_StallTimeout, WebSocketsSansIOProtocol):
    """A WebSocket connection with a stall timeout."""

    _deliver: Deliver | None = None
    _outgoing = b""
    _heard = False
    """Whether the client has sent anything since the last ping was scheduled."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            own: dict[object, object] = {"send": self.send_now, "receive": self.receive_with}
            self.scope["extensions"][DIRECT] = own

    def send_now(self, raw: bytes) -> bool:
        """Send a text if the client keeps up and nothing is closing; returns whether it was sent.

        What is sent in one turn of the event loop leaves together, with one system call.
        """
        if self.conn.state is not State.OPEN or self.close_sent or not self.writable.is_set():
            return False
        if not self._outgoing:
            self.loop.call_soon(self._flush)
        self._outgoing += text_frame(raw)
        return True

    def _flush(self) -> None:
        outgoing, self._outgoing = self._outgoing, b""
        if outgoing and self.conn.state is State.OPEN:
            self.transport.write(outgoing)

    def data_received(self, data: bytes) -> None:
        self._heard = True
        super().data_received(data)

    def schedule_ping(self) -> None:
        self._heard = False
        super().schedule_ping()

    def send_keepalive_ping(self) -> None:
        """Ping only a client that has been silent: others show that they are there."""
        if self._heard:
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def receive_with(self, deliver: Deliver) -> None:
        self._deliver = deliver

    def send_receive_event_to_app(self) -> None:
        """Deliver a message; uvicorn closes the connection of one that is not UTF-8."""
        raw = b"".join(self.frames)
        if self.close_sent or not (self._deliver and _is_utf8(raw) and self._deliver(raw)):
            super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        """Once a refused handshake is answered it is complete, so uvicorn reports no error."""
        self._flush()
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True


class SlowHttpProtocol(_StallTimeout, HttpToolsProtocol):
    """An HTTP connection with a stall timeout."""
