"""A player who connects again is not left disconnected, whenever it happens (Q-13)."""

from __future__ import annotations

import asyncio

import pytest

from tests.guard.scanned_server import ScannedServer
from tests.guard.test_sockets import _house, _until
from uth.floor.order_queue import Done
from uth.floor.tables.orders import Answer, Order
from uth.table import commands as c

pytestmark = pytest.mark.slow


class PerformedOrders:
    """Records the orders that a floor performs; delays `Disconnect` while the gate is shut."""

    def __init__(self, server: ScannedServer) -> None:
        self.done: list[str] = []
        self.gate, self.disconnecting = asyncio.Event(), asyncio.Event()
        self.gate.set()
        self._start = server.app.runner.orders.start
        self._tasks: set[asyncio.Task[None]] = set()
        server.app.runner.orders.start = self  # type: ignore[method-assign]

    def __call__(self, order: Order, done: Done) -> None:
        def ended(outcome: Answer | Exception) -> None:
            self.done.append(type(order.command).__name__)
            done(outcome)

        if isinstance(order.command, c.Disconnect):
            self.disconnecting.set()
            self._tasks.add(asyncio.create_task(self._start_later(order, ended)))
        else:
            self._start(order, ended)

    async def _start_later(self, order: Order, done: Done) -> None:
        await self.gate.wait()
        self._start(order, done)


def test_a_player_who_reconnects_early_is_not_disconnected() -> None:
    """The old connection closes after the new one has opened."""

    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            _, pat = await _house(server)
            performed = PerformedOrders(server)
            old = await pat.socket("main").__aenter__()
            await old.recv()
            async with pat.socket("main") as new:
                await new.recv()
                old.transport.abort()
                await _until(lambda: server.app.sockets.count == 1)
                await pat.order("main", type="MixSeed", player="pat", seed="x")
                assert performed.done == ["MixSeed"]

    asyncio.run(go())


def test_a_player_who_reconnects_during_the_write_is_not_left_disconnected() -> None:
    """The new connection opens while the end of the old one is being written."""

    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            _, pat = await _house(server)
            performed = PerformedOrders(server)
            table_writer = server.app.runner.floor.tables.writer("main")
            performed.gate.clear()
            old = await pat.socket("main").__aenter__()
            await old.recv()
            old.transport.abort()
            await performed.disconnecting.wait()
            async with pat.socket("main") as new:
                await new.recv()
                assert performed.done == [], "not yet written"
                performed.gate.set()
                await _until(lambda: len(performed.done) == 2)
                assert performed.done == ["Disconnect", "Reconnect"]
                assert not table_writer.table.seat(1).disconnected

    asyncio.run(go())


def test_a_player_who_reconnects_after_the_write_is_reconnected() -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            _, pat = await _house(server)
            performed = PerformedOrders(server)
            table_writer = server.app.runner.floor.tables.writer("main")
            for _ in range(2):
                async with pat.socket("main") as socket:
                    await socket.recv()
                    await _until(lambda: not table_writer.table.seat(1).disconnected)
                await _until(lambda: table_writer.table.seat(1).disconnected)
            await _until(lambda: performed.done == ["Disconnect", "Reconnect", "Disconnect"])

    asyncio.run(go())


@pytest.mark.nightly
def test_whenever_a_player_reconnects_they_are_not_left_disconnected() -> None:
    """The end of one connection and the start of the next, in any order."""

    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            _, pat = await _house(server)
            table_writer = server.app.runner.floor.tables.writer("main")
            for _ in range(100):
                socket = await pat.socket("main").__aenter__()
                socket.transport.abort()
                again = await pat.socket("main").__aenter__()
                await _until(lambda: server.app.sockets.count == 1)
                await _until(lambda: not table_writer.table.seat(1).disconnected)
                await again.close()
                await _until(lambda: table_writer.table.seat(1).disconnected)

    asyncio.run(go())
