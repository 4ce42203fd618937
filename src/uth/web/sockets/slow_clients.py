"""Server protocols that drop a connection whose client stops reading, and send without waiting."""

from __future__ import annotations

import asyncio
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
SEND_NOW = "uth.send_now"
"""The ASGI extension by which an application sends a text without waiting."""


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


class SlowSocketProtocol(_StallTimeout, WebSocketsSansIOProtocol):
    """A WebSocket connection with a stall timeout."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][SEND_NOW] = {"send": self.send_now}

    def send_now(self, raw: bytes) -> bool:
        """Send a text if the client keeps up and nothing is closing; returns whether it was sent.

        The ASGI message, its two queues and a task of its own would cost more than the message.
        """
        if self.conn.state is not State.OPEN or self.close_sent or not self.writable.is_set():
            return False
        self.transport.write(text_frame(raw))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """Once a refused handshake is answered it is complete, so uvicorn reports no error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True


class SlowHttpProtocol(_StallTimeout, HttpToolsProtocol):
    """An HTTP connection with a stall timeout."""
