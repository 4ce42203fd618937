"""Connections that give up on one who takes nothing: else he would hold his place for ever."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

PATIENCE = 10.0
"""Seconds that somebody may take nothing of what waits for him."""


class _Impatient(asyncio.Protocol):
    """Drops the connection when what waits has not moved for too long."""

    _given_up: asyncio.TimerHandle | None = None
    patience = PATIENCE

    def pause_writing(self) -> None:
        super().pause_writing()
        transport = self.transport  # type: ignore[attr-defined]
        loop = asyncio.get_running_loop()
        self._given_up = loop.call_later(self.patience, transport.abort)

    def resume_writing(self) -> None:
        self._stay()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stay()
        super().connection_lost(exc)

    def _stay(self) -> None:
        if self._given_up is not None:
            self._given_up.cancel()
            self._given_up = None


class SlowSocketProtocol(_Impatient, WebSocketsSansIOProtocol):
    """A socket that is dropped when nobody reads it."""

    async def send(self, message: ASGISendEvent) -> None:
        """A handshake that was refused with an answer is over, and nothing to complain of."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True


class SlowHttpProtocol(_Impatient, HttpToolsProtocol):
    """An answer that is dropped when nobody takes it."""
