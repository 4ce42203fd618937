"""One open socket: its queue of outgoing messages, its incoming messages, and how it closes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from uth.core.refusal import Refusal
from uth.web.requests import MAX_BODY, language_of
from uth.web.responses import refusal_response, status_of
from uth.web.sockets.slow_clients import DIRECT, Deliver

MAX_BACKLOG = 256
"""How many messages may wait for a client that reads slowly, before its socket is closed."""
TOO_FAST = "rate/too_many"
FLOOD = 200
"""A socket is closed when this many more messages were too fast than were in time."""
CLOSE_TIMEOUT = 1.0
"""Seconds for sending the close frame; a client that does not read does not get one."""
REFUSED, TOO_LARGE, TRY_AGAIN = 1008, 1009, 1013

OnMessage = Callable[[bytes], None]
"""Handles a message; then, at once or later, `Connection.done` is called."""

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


class Connection:
    """Sends and receives over an accepted socket until either side closes it."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self._queue: asyncio.Queue[bytes] = asyncio.Queue(MAX_BACKLOG)
        self._unsent = 0
        """Messages in the queue, or taken from it and not sent yet."""
        direct = socket.scope.get("extensions", {}).get(DIRECT, {})
        """Empty from a server without the extension: everything goes through the queues."""
        self._send_now: Callable[[bytes], bool] | None = direct.get("send")
        self._receive_with: Callable[[Deliver], None] | None = direct.get("receive")
        self._on_message: OnMessage
        self._idle = asyncio.Event()
        """Set while no message is being handled; each is handled when the one before it is done."""
        self._idle.set()
        self._held = False
        """Whether a message was received that must wait for that."""
        self._flood = 0
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
        if self._closing.done() or (not self._unsent and self._send_now and self._send_now(raw)):
            return
        try:
            self._queue.put_nowait(raw)
            self._unsent += 1
        except asyncio.QueueFull:
            self.close(TRY_AGAIN, if_full)

    def done(self, *, in_time: bool) -> None:
        """A message has been handled; too many that came too fast close the socket."""
        self._flood = max(self._flood - 1, 0) if in_time else self._flood + 1
        if self._flood >= FLOOD:
            self.close(TRY_AGAIN, TOO_FAST)
        self._idle.set()

    async def run(self, on_message: OnMessage) -> None:
        self._on_message = on_message
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        if self._receive_with:
            self._receive_with(self._deliver)
        try:
            ends: list[asyncio.Future[Any]] = [*tasks, self._closing]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if self.closed:
                for task in tasks:
                    task.cancel()
                with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect):
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

    def _deliver(self, raw: bytes) -> bool:
        """Handle a message at once unless others are before it."""
        if self._held or not self._idle.is_set():
            return False
        self._handle(raw)
        return True

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while not self.closed:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                self._held = True
                await self._idle.wait()
                self._held = False
                self._handle(
                    text.encode("utf-8", "replace") if text is not None else message["bytes"]
                )

    def _handle(self, raw: bytes) -> None:
        if self.closed:
            return
        if len(raw) > MAX_BODY:
            self.close(TOO_LARGE, "socket/too_large")
            return
        self._idle.clear()
        self._on_message(raw)
