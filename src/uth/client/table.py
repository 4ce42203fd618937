"""A table on a server: its updates as they happen, and orders that are carried out once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection, connect

from uth.client import calls, exchange
from uth.client.messages import ServerRefusal, TableUpdate, refusal_from
from uth.client.table_orders import TableOrders
from uth.coach.table_advice import TableAdvice
from uth.core.refusal import Refusal
from uth.floor.tables.orders import Answer, SocketAnswer, SocketRefusal
from uth.table import commands as c

if TYPE_CHECKING:
    from uth.client.sync_client import Client


class RemoteTable(TableOrders[Answer]):
    """One table; its socket opens with the first update or order, and again when it is lost."""

    def __init__(self, client: Client, name: str) -> None:
        super().__init__(name)
        self.client = client
        self._sockets = ExitStack()
        self._socket: ClientConnection | None = None
        self._waiting: deque[TableUpdate] = deque()
        """Updates that arrived while an answer was awaited."""

    @property
    def player(self) -> str:
        return self.client.name

    def __enter__(self) -> RemoteTable:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket; a seated player is then disconnected."""
        self._sockets.close()
        self._socket = None

    # What happens

    def see(self) -> TableUpdate:
        """The table now."""
        return self.client.ask(calls.see_table(self.name))

    def follow(self) -> Iterator[TableUpdate]:
        """The table now, and then after every commit; a lost connection is made again."""
        while True:
            yield self.next_update()

    def next_update(self, timeout: float | None = None) -> TableUpdate:
        """The next update; raises TimeoutError after so many seconds without one."""
        if self._waiting:
            return self._waiting.popleft()
        while True:
            try:
                message = exchange.read_message(self._open().recv(timeout))
            except ConnectionClosed as error:
                self._lost(error)
                continue
            if isinstance(message, TableUpdate):
                return self._arrived(message)

    # Orders

    def order(self, command: c.Command, *, key: str = "", version: int = 0) -> Answer:
        """Send a command and wait for its answer; after a lost connection it is sent again."""
        key = key or calls.new_key()
        message = exchange.order_message(command, key, version)
        while True:
            try:
                socket = self._open()
                socket.send(message)
                return self._answer(socket, key)
            except ConnectionClosed as error:
                self._lost(error)

    def _answer(self, socket: ClientConnection, key: str) -> Answer:
        while True:
            match exchange.read_message(socket.recv(exchange.TIMEOUT)):
                case TableUpdate() as update:
                    self._waiting.append(self._arrived(update))
                case SocketAnswer(key=of) as reply if of == key:
                    return reply.answer
                case SocketRefusal(key=of) as reply if of in (key, ""):
                    raise ServerRefusal(reply.refusal)

    def seat_bots(self, count: int) -> None:
        """Seat bots at a table of one's own."""
        self.client.ask(calls.seat_bots(self.name, count))

    def advice(self) -> TableAdvice:
        """What each action is worth with one's own hand."""
        return self.client.ask(calls.advice(self.name))

    # The socket

    def _open(self) -> ClientConnection:
        if self._socket is None:
            self._socket = self._connect()
        return self._socket

    def _connect(self) -> ClientConnection:
        client = self.client
        address = exchange.socket_address(client.address, self.name)
        headers = exchange.headers_of(client.token, client.language)
        trouble: Refusal | None = None
        for attempt in range(exchange.ATTEMPTS):
            if attempt:
                time.sleep(exchange.pause(attempt))
            try:
                made = connect(address, additional_headers=headers, max_size=None)
                return self._sockets.enter_context(made)
            except InvalidStatus as error:
                response = error.response
                trouble = refusal_from(bytes(response.body or b""), response.status_code)
                if not exchange.may_retry(trouble):
                    raise trouble from None
            except (OSError, WebSocketException) as error:
                trouble = exchange.unreachable(client.address, error)
        assert trouble is not None
        raise trouble

    def _lost(self, error: ConnectionClosed) -> None:
        """Connect again next time, unless the server has closed the socket for good."""
        self.close()
        close = error.rcvd
        refusal = exchange.closed_for_good(close.code, close.reason) if close else None
        if refusal is not None:
            raise refusal from None
