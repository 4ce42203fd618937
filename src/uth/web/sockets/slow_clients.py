"""Server protocols that drop a connection whose client stops reading."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

STALL_TIMEOUT = 10.0
"""Seconds for which a client may read nothing of what waits for it."""


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


class SlowSocketProtocol(_StallTimeout, WebSocketsSansIOProtocol):
    """A WebSocket connection with a stall timeout."""

    async def send(self, message: ASGISendEvent) -> None:
        """Once a refused handshake is answered it is complete, so uvicorn reports no error."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True


class SlowHttpProtocol(_StallTimeout, HttpToolsProtocol):
    """An HTTP connection with a stall timeout."""
