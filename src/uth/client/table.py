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
from uth.client.messages import ServerRefusal, refusal_from
from uth.coach.table_advice import TableAdvice
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.tables.orders import Answer, SocketAnswer, SocketRefusal
from uth.floor.tables.updates import Update
from uth.table import commands as c
from uth.table.view import SeatView

if TYPE_CHECKING:
    from uth.client.sync_client import Client


class RemoteTable:
    """One table; its socket opens with the first update or order, and again when it is lost."""

    def __init__(self, client: Client, name: str) -> None:
        self.client = client
        self.name = name
        self.last: Update | None = None
        """The latest update."""
        self._sockets = ExitStack()
        self._socket: ClientConnection | None = None
        self._waiting: deque[Update] = deque()
        """Updates that arrived while an answer was awaited."""

    def __repr__(self) -> str:
        return f"RemoteTable({self.name!r})"

    def __enter__(self) -> RemoteTable:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket; a seated player is then disconnected."""
        self._sockets.close()
        self._socket = None

    # What happens

    def see(self) -> Update:
        """The table now."""
        return self.client.ask(calls.see_table(self.name))

    def follow(self) -> Iterator[Update]:
        """The table now, and then after every commit; a lost connection is made again."""
        while True:
            yield self.next_update()

    def next_update(self, timeout: float | None = None) -> Update:
        """The next update; raises TimeoutError after so many seconds without one."""
        if self._waiting:
            return self._seen(self._waiting.popleft())
        while True:
            try:
                message = exchange.read_message(self._open().recv(timeout))
            except ConnectionClosed as error:
                self._lost(error)
                continue
            if isinstance(message, Update):
                return self._seen(message)

    def _seen(self, update: Update) -> Update:
        self.last = update
        return update

    @property
    def seat(self) -> SeatView | None:
        """One's own seat in the latest update."""
        seats = self.last.view.seats if self.last else ()
        return next((seat for seat in seats if seat and seat.player == self.client.name), None)

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
                case Update() as update:
                    self._waiting.append(update)
                case SocketAnswer(key=of) as reply if of == key:
                    return reply.answer
                case SocketRefusal(key=of) as reply if of in (key, ""):
                    raise ServerRefusal(reply.refusal)

    def sit(self, seat: int, chips: Cents) -> Answer:
        """Take a seat, 1 to 6, with chips from the cage."""
        return self.order(c.Sit(self.client.name, seat, chips))

    def wager(self, **wagers: Cents) -> Answer:
        """Stake before the deal: `wager(ante=1_000, blind=1_000, trips=500)`."""
        return self.order(c.Wager(self.client.name, wagers))

    def act(self, action: str) -> Answer:
        """`check`, `fold`, or a Play bet such as `4x`, on the street of the last update."""
        version = self.last.version if self.last else 0
        return self.order(c.Act(self.client.name, action), version=version)

    def take_bank(self, amount: Cents) -> Answer:
        """Take the bank that is offered."""
        return self.order(c.TakeBank(self.client.name, amount))

    def decline_bank(self) -> Answer:
        """Decline the bank that is offered."""
        return self.order(c.DeclineBank(self.client.name))

    def leave(self) -> Answer:
        """Leave with one's chips."""
        return self.order(c.Leave(self.client.name))

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
