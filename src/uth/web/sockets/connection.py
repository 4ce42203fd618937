"""One open socket: what waits to be told on it, what is said, and how the house ends it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from uth.core.refusal import Refusal
from uth.table.wire import to_json
from uth.web.routes import HEADERS, JSON, refusal_message, status_of

LONGEST = 65_536
"""Bytes of one message."""
BEHIND = 256
"""How many messages a reader may be behind before he is let go."""
SLOWED = "rate/too_many"
FLOOD = 200
"""When so many more messages came too fast than came in time, a socket is closed."""
FAREWELL = 1.0
"""Seconds for telling somebody that his socket ends; one who does not read is not told."""
REFUSED, TOO_LARGE, AGAIN = 1008, 1009, 1013

Take = Callable[[bytes], Awaitable[bool]]
"""Takes a message; False where it came too fast."""

DENIAL = "websocket.http.response"
"""The extension by which a server answers a handshake that is refused."""


def closing(no: Refusal) -> int:
    """With which code a socket ends: whether it is worth coming again."""
    return AGAIN if status_of(no) == HTTPStatus.SERVICE_UNAVAILABLE else REFUSED


async def refuse(socket: WebSocket, no: Refusal) -> None:
    """Refuse a handshake as any other request is; a server that can't just closes."""
    if DENIAL in socket.scope.get("extensions", {}):
        said = Response(to_json(refusal_message(no)), status_of(no), HEADERS, JSON)
        await socket.send_denial_response(said)
    else:
        await socket.close(closing(no), no.code)


class Connection:
    """Both ways over an accepted socket, until one side ends it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._line: asyncio.Queue[bytes] = asyncio.Queue(BEHIND)
        self._ending: asyncio.Future[tuple[int, str]]
        self._ending = asyncio.get_running_loop().create_future()

    @property
    def ended(self) -> bool:
        return self._ending.done()

    def end(self, code: int, word: str) -> None:
        """The house ends it, with the first code and word that are given."""
        if not self.ended:
            self._ending.set_result((code, word))

    def tell(self, raw: bytes, full: str = "socket/behind") -> None:
        """One who falls behind is told nothing more, and let go with the word `full`."""
        if self.ended:
            return
        try:
            self._line.put_nowait(raw)
        except asyncio.QueueFull:
            self.end(AGAIN, full)

    async def go_on(self, take: Take) -> None:
        tasks = [asyncio.create_task(self._send()), asyncio.create_task(self._listen(take))]
        try:
            until: list[asyncio.Future[Any]] = [*tasks, self._ending]
            await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
            if self.ended:
                for task in tasks:
                    task.cancel()
                with contextlib.suppress(RuntimeError, TimeoutError):
                    async with asyncio.timeout(FAREWELL):
                        await self._socket.close(*self._ending.result())
        finally:
            self._ending.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_text((await self._line.get()).decode())

    async def _listen(self, take: Take) -> None:
        flood = 0
        with contextlib.suppress(WebSocketDisconnect):
            while not self.ended:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                raw = text.encode("utf-8", "replace") if text is not None else message["bytes"]
                if len(raw) > LONGEST:
                    self.end(TOO_LARGE, "socket/too_large")
                    return
                flood = max(flood - 1, 0) if await take(raw) else flood + 1
                if flood >= FLOOD:
                    self.end(AGAIN, SLOWED)
