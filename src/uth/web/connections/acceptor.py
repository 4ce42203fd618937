"""Accepts connections: at once, but each is served in its turn; TLS handshakes are bounded."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sized
from functools import partial
from socket import IPPROTO_TCP, SO_RCVBUF, SOL_SOCKET, TCP_NODELAY, socket
from ssl import SSLContext
from typing import cast
from weakref import WeakValueDictionary

import uvicorn

from uth.floor.people.addresses import network_of
from uth.web.connections.connection_pool import ConnectionPool

LOG = logging.getLogger("uth.server")
BACKLOG = 4_096
"""Connections that the system holds until they are accepted; it may allow fewer.

Where there is no place for one, its client tries again after a second.
"""
MOST_ACCEPTED = 64
"""Connections that are accepted in one turn of the event loop; then they wait for their turns."""
MOST_HANDSHAKES = 16
"""TLS handshakes of one network at once; further ones of the same network wait."""
RECEIVE_BUFFER = 128 * 1024
"""What the system holds for a connection that is not read; Linux doubles it."""
REST = 0.2
"""Seconds until the next attempt, where the system has no descriptor left."""
GRACE = 2.0
"""Seconds that a server which stops waits for slow clients and for long calculations."""
STOPPING = "uth.stopping"
"""Where the application's state has what refuses those calculations; called in a thread."""


class Acceptor:
    """Accepts the connections of a listening socket; stands in for asyncio's server in uvicorn's.

    Those who connect very often get their connections later: the networks take turns, and the event
    loop is not kept from what others have sent.
    """

    def __init__(
        self,
        listener: socket,
        make_protocol: Callable[[], asyncio.Protocol],
        *,
        pool: ConnectionPool,
        connections: Sized,
        tls: SSLContext | None,
    ) -> None:
        self._listener = listener
        self._make_protocol = make_protocol
        self._pool = pool
        self._connections = connections
        """Those whose protocol was made."""
        self._tls = tls
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting: asyncio.TimerHandle | None = None
        self._slots: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        """The TLS handshakes of each network that has some."""
        listener.setblocking(False)
        listener.listen(BACKLOG)
        listener.setsockopt(SOL_SOCKET, SO_RCVBUF, RECEIVE_BUFFER)
        self._listen()

    def _listen(self) -> None:
        self._loop.add_reader(self._listener, self._accept)

    def _accept(self) -> None:
        for _ in range(MOST_ACCEPTED):
            try:
                client, address = self._listener.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:
                self._rest(error)
                return
            client.setblocking(False)
            network = network_of(str(address[0]))
            if self._tls is None:
                self._queue(client, network)
            else:
                self._secure(client, network)

    def _queue(self, client: socket, network: str) -> None:
        """Let a connection wait for its network's turn; it can make room for others meanwhile."""
        if not self._pool.make_room(len(self._connections) + 1):
            self._start(self._connect(client), client)  # which refuses it with a reason
            return
        arrival, turns = Arrival(self._pool, network, client.close), self._pool.turns

        def connect() -> None:
            if arrival.waits:
                arrival.end()
                self._start(self._connect(client), client)

        if turns.take():
            connect()
        else:
            turns.wait(network, connect)

    def _rest(self, error: OSError) -> None:
        """There are no descriptors: leave those who want to connect in the system's queue."""
        LOG.error("no connection can be accepted", extra={"fault": error.strerror})
        self._loop.remove_reader(self._listener)
        self._pool.drop_one()
        self._resting = self._loop.call_later(REST, self._listen)

    def _start(self, work: Coroutine[None, None, None], client: socket) -> asyncio.Task[None]:
        def end(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if task.cancelled():
                client.close()

        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(end)
        return task

    async def _connect(self, client: socket, seconds: float | None = None) -> None:
        """Give a connection its protocol; one that is lost on the way is no fault of ours."""
        try:
            client.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(
                self._make_protocol, client, ssl=self._tls, ssl_handshake_timeout=seconds
            )
        except OSError:
            client.close()

    def _secure(self, client: socket, network: str) -> None:
        """Begin a TLS handshake, which counts as a connection that waits for its client."""
        task = self._start(self._shake_hands(client, network), client)
        arrival = Arrival(self._pool, network, task.cancel)
        task.add_done_callback(lambda task: arrival.end())
        if not self._pool.make_room(len(self._connections)):
            arrival.drop()

    async def _shake_hands(self, client: socket, network: str) -> None:
        """Do a handshake when one of the network's slots is free."""
        seconds = self._pool.bounds.head_seconds
        slots = self._slots.setdefault(network, asyncio.Semaphore(MOST_HANDSHAKES))
        try:
            async with asyncio.timeout(seconds), slots:
                await self._connect(client, seconds)
        except TimeoutError:
            self._pool.count("request/slow")
            client.close()

    def close(self) -> None:
        """Accept nothing more; handshakes under way are cut off."""
        if self._resting is not None:
            self._resting.cancel()
        self._loop.remove_reader(self._listener)
        for task in self._tasks:
            task.cancel()
        for arrival in list(self._pool.arrivals):
            arrival.drop()

    async def wait_closed(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Arrival:
    """A connection without a protocol yet, in the pool until it has one or is closed."""

    def __init__(self, pool: ConnectionPool, network: str, close: Callable[[], object]) -> None:
        self.network = network
        self.waits: bool = True
        self._pool = pool
        self._close = close
        pool.arrivals.add(self)
        pool.wait(self)

    def drop(self) -> None:
        self.end()
        self._close()

    def end(self) -> None:
        self.waits = False
        self._pool.arrivals.discard(self)
        self._pool.work(self)


class HttpServer(uvicorn.Server):
    """Uvicorn with an acceptor of its own; calls back when it has started."""

    def __init__(
        self, config: uvicorn.Config, pool: ConnectionPool, on_start: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._pool = pool
        self._on_start = on_start

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup([])
        if not self.started:
            return
        make_protocol = partial(
            cast(Callable[..., asyncio.Protocol], self.config.http_protocol_class),
            config=self.config,
            server_state=self.server_state,
            app_state=self.lifespan.state,
        )
        for listener in sockets or ():
            acceptor = Acceptor(
                listener,
                make_protocol,
                pool=self._pool,
                connections=self.server_state.connections,
                tls=self.config.ssl,
            )
            self.servers.append(acceptor)  # type: ignore[arg-type]
        self._on_start()

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Only work of our own is waited for longer, and only it is logged if it takes too long."""
        dropping = asyncio.get_running_loop().call_later(GRACE, self._drop_slow)
        try:
            await super().shutdown(sockets)
        finally:
            dropping.cancel()

    def _drop_slow(self) -> None:
        """Close those that wait for their client, and refuse those that wait for a calculation."""
        refuse = self.lifespan.state.get(STOPPING)
        if refuse is not None:
            asyncio.get_running_loop().run_in_executor(None, refuse)
        self._pool.drop_all()
        for connection in list(self.server_state.connections):
            if connection.transport.is_closing():
                connection.transport.abort()
