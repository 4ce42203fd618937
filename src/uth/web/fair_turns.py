"""Fair reading: how much of what clients send is handled in one turn of the event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

MOST_PIECES = 8
"""Pieces of data that are handled in one turn."""


class FairTurns:
    """Hands out a turn's pieces; who gets none waits, and then the networks take one in rotation.

    So whoever sends very much at once delays itself, and others by no more than a turn.
    """

    def __init__(self, most: int = MOST_PIECES) -> None:
        self._most = most
        self._left = most
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        """What each network wants handled; the first network is the next."""
        self._turning = False

    def take(self) -> bool:
        """Take a piece of this turn, if there is one and nobody waits for it."""
        if self._waiting or not self._left:
            return False
        self._left -= 1
        self._turn()
        return True

    def wait(self, network: str, handle: Callable[[], None]) -> None:
        """Handle a piece in one of the next turns."""
        self._waiting.setdefault(network, deque()).append(handle)
        self._turn()

    def _turn(self) -> None:
        if not self._turning:
            self._turning = True
            asyncio.get_running_loop().call_soon(self._next)

    def _next(self) -> None:
        self._turning, self._left = False, self._most
        while self._waiting and self._left:
            self._left -= 1
            network = next(iter(self._waiting))
            queue = self._waiting.pop(network)
            handle = queue.popleft()
            if queue:
                self._waiting[network] = queue
            handle()
        if self._waiting:
            self._turn()


class FairReading(asyncio.Protocol):
    """A protocol that handles what it receives piece by piece, each when it is its turn."""

    transport: asyncio.Transport
    turns: FairTurns
    network: str = ""
    """Whose turn it is."""
    _unread: bytearray | None = None
    """What was received and not handled yet; nothing more is read meanwhile."""

    def piece(self, data: bytes) -> int:
        """How many bytes are handled at once of what was received."""
        raise NotImplementedError

    def handle_piece(self, data: bytes) -> None:
        raise NotImplementedError

    def may_read(self) -> bool:
        """Whether nothing else keeps the connection from being read."""
        raise NotImplementedError

    @property
    def behind(self) -> bool:
        """Whether something that was received waits for its turn."""
        return self._unread is not None

    def data_received(self, data: bytes) -> None:
        if self._unread is not None:
            self._unread += data
            self.transport.pause_reading()
        elif not self.turns.take():
            self._wait(data)
        else:
            self._handle(data)

    def _wait(self, data: bytes) -> None:
        self._unread = bytearray(data)
        self.transport.pause_reading()
        self.turns.wait(self.network, self._go_on)

    def _go_on(self) -> None:
        data, self._unread = bytes(self._unread or b""), None
        self._handle(data)
        if self._unread is None and not self.transport.is_closing() and self.may_read():
            self.transport.resume_reading()

    def _handle(self, data: bytes) -> None:
        """Handle one piece, and the others as long as there are turns."""
        start = 0
        while start < len(data) and self._is_read():
            if start and not self.turns.take():
                self._wait(data[start:])
                return
            piece = data[start:] if start else data
            size = self.piece(piece)
            self.handle_piece(piece[:size])
            start += size

    def _is_read(self) -> bool:
        """Whether this protocol still reads: it is not closed, or has become a WebSocket."""
        return not self.transport.is_closing() and self.transport.get_protocol() is self
