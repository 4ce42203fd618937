"""A table on a server for asyncio: one task may follow it while others send orders."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import TYPE_CHECKING

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from uth.client import calls, exchange
from uth.client.messages import ServerRefusal, TableUpdate, refusal_from
from uth.client.table_orders import TableOrders
from uth.core.refusal import Refusal
from uth.floor.tables.orders import Answer, SocketAnswer, SocketRefusal
from uth.table import commands as c

if TYPE_CHECKING:
    from uth.client.async_client import AsyncClient


class ConnectionLostError(Exception):
    """The socket closed before an answer came; the order is sent again."""


class AsyncTable(TableOrders[Awaitable[Answer]]):
    """Like `RemoteTable`: `async for update in table.follow()`, `await table.act("4x")`."""

    def __init__(self, client: AsyncClient, name: str) -> None:
        super().__init__(name)
        self.client = client
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()
        self._updates: asyncio.Queue[TableUpdate | Refusal | None] = asyncio.Queue()
        """Updates that nobody has read yet; None for a lost connection, which is made again."""
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        """What orders wait for, by key."""

    @property
    def player(self) -> str:
        return self.client.name

    async def __aenter__(self) -> AsyncTable:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the socket; a seated player is then disconnected."""
        socket, reader = self._socket, self._reader
        self._socket = self._reader = None
        if socket is not None and reader is not None:
            try:
                await socket.close()
                await asyncio.wait([reader])
            finally:
                socket.transport.abort()  # if closing was cancelled; else it is closed already

    async def see(self) -> TableUpdate:
        """The table now."""
        return await self.client.ask(calls.see_table(self.name))

    async def follow(self) -> AsyncIterator[TableUpdate]:
        """The table now, and then after every commit; a lost connection is made again."""
        while True:
            yield await self.next_update()

    async def next_update(self) -> TableUpdate:
        """The next update."""
        while True:
            if self._updates.empty():
                await self._open()
            match await self._updates.get():
                case TableUpdate() as update:
                    return update
                case Refusal() as refusal:
                    raise refusal

    async def order(self, command: c.Command, *, key: str = "", version: int = 0) -> Answer:
        """Send a command and wait for its answer; after a lost connection it is sent again."""
        key = key or calls.new_key()
        message = exchange.order_message(command, key, version)
        while True:
            socket, reader = await self._open()
            answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._answers[key] = answer
            sent = asyncio.gather(socket.send(message), answer)
            try:
                await asyncio.wait_for(sent, exchange.TIMEOUT)
                return answer.result()
            except (ConnectionClosed, ConnectionLostError):
                await reader
            finally:
                self._answers.pop(key, None)

    async def _open(self) -> tuple[ClientConnection, asyncio.Task[None]]:
        """The socket and what reads it, both made again when the last one is closed."""
        async with self._connecting:
            if self._socket is None or self._reader is None or self._reader.done():
                self._socket = await self._connect()
                self._reader = asyncio.create_task(self._read(self._socket))
            return self._socket, self._reader

    async def _connect(self) -> ClientConnection:
        address = exchange.socket_address(self.client.address, self.name)
        headers = exchange.headers_of(self.client.token, self.client.language)
        trouble: Refusal | None = None
        for attempt in range(exchange.ATTEMPTS):
            if attempt:
                await asyncio.sleep(exchange.pause(attempt))
            try:
                return await connect(address, additional_headers=headers, max_size=None)
            except InvalidStatus as error:
                response = error.response
                trouble = refusal_from(bytes(response.body or b""), response.status_code)
                if not exchange.may_retry(trouble):
                    raise trouble from None
            except (OSError, WebSocketException) as error:
                trouble = exchange.unreachable(self.client.address, error)
        assert trouble is not None
        raise trouble

    async def _read(self, socket: ClientConnection) -> None:
        """Pass on what arrives, until the socket closes."""
        try:
            async for text in socket:
                self._pass_on(exchange.read_message(text))
        except ConnectionClosed:
            pass
        finally:
            ended = exchange.closed_for_good(socket.close_code, socket.close_reason or "")
            self._fail(ended or ConnectionLostError())
            self._updates.put_nowait(ended)

    def _pass_on(self, message: exchange.SocketMessage) -> None:
        match message:
            case TableUpdate() as update:
                self._updates.put_nowait(self._arrived(update))
            case SocketAnswer(key=key) as reply if key in self._answers:
                self._answers.pop(key).set_result(reply.answer)
            case SocketRefusal(key=key) as reply if key in self._answers:
                self._answers.pop(key).set_exception(ServerRefusal(reply.refusal))
            case SocketRefusal(key="") as reply:
                self._fail(ServerRefusal(reply.refusal))

    def _fail(self, error: Exception) -> None:
        """Raise this for all who wait for an answer."""
        while self._answers:
            self._answers.popitem()[1].set_exception(error)
