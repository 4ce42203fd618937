"""Server protocols: a client that stops reading is dropped; a message needs no task of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from uth.floor.people.addresses import network_of
from uth.web.fair_turns import FairReading, FairTurns
from uth.web.logs import SOCKETS

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

STALL_TIMEOUT = 10.0
"""Seconds for which a client may read nothing of what waits for it."""
PIECE = 512
"""Bytes that are parsed at once, of more than one frame."""
MOST_PINGS = 20
"""Pings of one client within a second."""
MOST_FRAMES = 200
"""Other frames of one client within a second."""
MOST_MESSAGES = 2_000
"""Text messages of one frame within a second; far fewer already close the socket with a reason."""
TEXT = 0x81
"""How a frame begins that is a whole text message."""
DIRECT = "uth.direct"
"""The ASGI extension by which an application sends and receives messages without waiting.

The ASGI messages, their queues and the tasks that they wake would cost more than the messages.
"""


Deliver = Callable[[bytes], bool]
"""Takes a message at once, or returns False: then it waits its turn in the ASGI queue."""


class StallTimeout(asyncio.Protocol):
    """Aborts the connection when its write buffer has not drained for too long."""

    _timer: asyncio.TimerHandle | None = None
    """Runs while the transport has enough to write."""
    stall_timeout = STALL_TIMEOUT

    def pause_writing(self) -> None:
        super().pause_writing()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(self.stall_timeout, self.cut_off)

    def cut_off(self) -> None:
        """Close at once."""
        self.transport.abort()  # type: ignore[attr-defined]

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


def payload_start(data: bytes) -> int:
    """Where the payload begins of data that is one whole masked frame; 0 for any other data."""
    if len(data) < 6 or not data[0] & data[1] & 0x80:
        return 0
    size, start = data[1] & 0x7F, 6
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 8
    return start if size + start == len(data) and data[1] != 0xFF else 0


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


class SlowSocketProtocol(StallTimeout, FairReading, WebSocketsSansIOProtocol):
    """A WebSocket connection with a stall timeout."""

    handshake_complete: bool
    _deliver: Deliver | None = None
    _outgoing = b""
    _second = 0
    """The second of the last frame."""
    _pings = _frames = 0
    """How many came within it."""
    _by_frames = True
    """Whether each piece of data from the client was one whole frame so far, as most are."""
    _heard = False
    """Whether the client has sent anything since the last ping was scheduled."""

    def __init__(self, *args: Any, turns: FairTurns, **options: Any) -> None:
        super().__init__(*args, **options)
        self.turns = turns
        self.logger: logging.Logger = logging.getLogger(SOCKETS)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.network: str = network_of(self.client[0]) if self.client else ""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            own: dict[object, object] = {"send": self.send_now, "receive": self.receive_with}
            self.scope["extensions"][DIRECT] = own

    def send_now(self, raw: bytes) -> bool:
        """Send a text if the client keeps up and nothing is closing; returns whether it was sent.

        What is sent in one turn of the event loop leaves together, with one system call.
        """
        if self._timer is not None or self.close_sent or self.conn.state is not State.OPEN:
            return False
        if not self._outgoing:
            self.loop.call_soon(self._flush)
        self._outgoing += text_frame(raw)
        return True

    def _flush(self) -> None:
        outgoing, self._outgoing = self._outgoing, b""
        if outgoing and self.conn.state is State.OPEN and not self.transport.is_closing():
            self.transport.write(outgoing)

    def data_received(self, data: bytes) -> None:
        """Take turns, once the handshake is read, which was bounded as a request."""
        self._heard = True
        if self.handshake_initiated:
            super().data_received(data)
        else:
            WebSocketsSansIOProtocol.data_received(self, data)

    def piece(self, data: bytes) -> int:
        """One whole frame, or so little that a flood of tiny ones ends before it is parsed."""
        return len(data) if self._by_frames and payload_start(data) else PIECE

    def may_read(self) -> bool:
        return not self.read_paused

    def handle_piece(self, data: bytes) -> None:
        """Deliver a text that is one whole frame; the library parses everything else."""
        start = payload_start(data) if self._by_frames else 0
        self._by_frames = bool(start)
        if start and data[0] == TEXT and self.conn.state is State.OPEN:
            raw = apply_mask(data[start:], data[start - 4 : start])
            if self._delivered(raw):
                return
        WebSocketsSansIOProtocol.data_received(self, data)

    def handle_ping(self) -> None:
        """Answer a ping; a client that sends many of them is dropped."""
        self._pings += 1
        if not self._flooded():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if not self._flooded():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if not self._flooded():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        if not self._flooded(message=event.fin):
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if not self._flooded():
            super().handle_bytes(event)

    def _flooded(self, *, message: bool = False) -> bool:
        """Count a frame; a client that sends very many of them is dropped."""
        second = int(self.loop.time())
        if second != self._second:
            self._second, self._pings, self._frames = second, min(self._pings, 1), 0
        self._frames += 1
        if self._pings > MOST_PINGS or self._frames > (MOST_MESSAGES if message else MOST_FRAMES):
            self.transport.abort()
        return self.transport.is_closing()

    def _delivered(self, raw: bytes) -> bool:
        """Deliver a text at once if possible; one that is not UTF-8 closes the connection later."""
        deliver = None if self.close_sent else self._deliver
        return deliver is not None and _is_utf8(raw) and deliver(raw)

    def handle_parser_exception(self) -> None:
        """Close; a handshake that is not answered yet has no closing frame."""
        if self.conn.close_sent is None:
            self.transport.close()
        else:
            super().handle_parser_exception()

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
        if not self._delivered(b"".join(self.frames)):
            super().send_receive_event_to_app()

    async def send(self, message: ASGISendEvent) -> None:
        """Once a refused handshake is answered it is complete, so uvicorn reports no error.

        One whose client sent what is no frame meanwhile is closed already.
        """
        self._flush()
        if self.conn.eof_sent and message["type"].startswith("websocket.http.response"):
            self.handshake_complete = True
            return
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True
