"""One open socket: its queue of outgoing messages, its incoming messages, and how it closes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from uth.core.refusal import Refusal
from uth.web.requests import MAX_BODY, language_of
from uth.web.responses import refusal_response, status_of
from uth.web.sockets.slow_clients import SEND_NOW

MAX_BACKLOG = 256
"""How many messages may wait for a client that reads slowly, before its socket is closed."""
TOO_FAST = "rate/too_many"
FLOOD = 200
"""A socket is closed when this many more messages were too fast than were in time."""
CLOSE_TIMEOUT = 1.0
"""Seconds for sending the close frame; a client that does not read does not get one."""
REFUSED, TOO_LARGE, TRY_AGAIN = 1008, 1009, 1013

OnMessage = Callable[[bytes], Awaitable[bool]]
"""Handles a message; returns False when it came too fast."""

DENIAL = "websocket.http.response"
"""The ASGI extension by which a server answers a refused handshake with an HTTP response."""


def close_code(refusal: Refusal) -> int:
    """The code to close a socket with: whether connecting again makes sense."""
    return TRY_AGAIN if status_of(refusal.code) == HTTPStatus.SERVICE_UNAVAILABLE else REFUSED


async def refuse(socket: WebSocket, refusal: Refusal) -> None:
    """Refuse a handshake like any request; a server without the extension just closes it."""
    if DENIAL in socket.scope.get("extensions", {}):
        await socket.send_denial_response(refusal_response(refusal, language_of(socket)))
    else:
        await socket.close(close_code(refusal), refusal.code)


def _never(raw: bytes) -> bool:
    """For a server without the extension: everything goes through the queue."""
    return False


class Connection:
    """Sends and receives over an accepted socket until either side closes it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(MAX_BACKLOG)
        self._unsent = 0
        """Messages in the queue, or taken from it and not sent yet."""
        extension = socket.scope.get("extensions", {}).get(SEND_NOW)
        self._send_now: Callable[[bytes], bool] = extension["send"] if extension else _never
        self._closing: asyncio.Future[tuple[int, str]]
        self._closing = asyncio.get_running_loop().create_future()

    @property
    def closed(self) -> bool:
        return self._closing.done()

    def close(self, code: int, reason: str) -> None:
        """Close the socket from our side; of several calls the first counts."""
        if not self.closed:
            self._closing.set_result((code, reason))

    def send(self, raw: bytes, if_full: str = "socket/behind") -> None:
        """Send a message now or after those that wait; if too many do, close with `if_full`."""
        if self.closed or (not self._unsent and self._send_now(raw)):
            return
        try:
            self._queue.put_nowait(raw)
            self._unsent += 1
        except asyncio.QueueFull:
            self.close(TRY_AGAIN, if_full)

    async def run(self, on_message: OnMessage) -> None:
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read(on_message))]
        try:
            ends: list[asyncio.Future[Any]] = [*tasks, self._closing]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self.closed:
                for task in tasks:
                    task.cancel()
                with contextlib.suppress(RuntimeError, TimeoutError):
                    async with asyncio.timeout(CLOSE_TIMEOUT):
                        await self._socket.close(*self._closing.result())
        finally:
            self._closing.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _write(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self._socket.send_text((await self._queue.get()).decode())
                self._unsent -= 1

    async def _read(self, on_message: OnMessage) -> None:
        flood = 0
        with contextlib.suppress(WebSocketDisconnect):
            while not self.closed:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                raw = text.encode("utf-8", "replace") if text is not None else message["bytes"]
                if len(raw) > MAX_BODY:
                    self.close(TOO_LARGE, "socket/too_large")
                    return
                flood = max(flood - 1, 0) if await on_message(raw) else flood + 1
                if flood >= FLOOD:
                    self.close(TRY_AGAIN, TOO_FAST)
