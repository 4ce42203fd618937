"""A connection that is lost and made anew: whoever is here again is not left cut off (Q-13)."""

from __future__ import annotations

import asyncio

import pytest

from tests.guard.test_sockets import _house, _until
from tests.guard.world import World
from uth.floor.tables.orders import Answer, Order
from uth.table import commands as c

pytestmark = pytest.mark.slow


class Performed:
    """The orders that a house has performed; being cut off is held up while the gate is shut."""

    def __init__(self, world: World) -> None:
        self.done: list[str] = []
        self.gate, self.asked = asyncio.Event(), asyncio.Event()
        self.gate.set()
        self._perform = world.app.runner.perform
        world.app.runner.perform = self  # type: ignore[method-assign]

    async def __call__(self, order: Order) -> Answer:
        if isinstance(order.command, c.Disconnect):
            self.asked.set()
            await self.gate.wait()
        answer = await self._perform(order)
        self.done.append(type(order.command).__name__)
        return answer


def test_one_who_is_back_before_they_are_gone_is_not_cut_off() -> None:
    """The old connection ends when the new one has begun."""

    async def go() -> None:
        world = World()
        async with world.open():
            _, pat = await _house(world)
            performed = Performed(world)
            old = await pat.socket("main").__aenter__()
            await old.recv()
            async with pat.socket("main") as new:
                await new.recv()
                old.transport.abort()
                await _until(lambda: world.app.sockets.count == 1)
                await pat.order("main", type="MixSeed", player="pat", seed="x")
                assert performed.done == ["MixSeed"]

    asyncio.run(go())


def test_one_who_is_back_while_that_is_written_is_not_left_cut_off() -> None:
    """The new connection begins when the old one has ended, and the house is writing that down."""

    async def go() -> None:
        world = World()
        async with world.open():
            _, pat = await _house(world)
            performed, table_writer = Performed(world), world.app.runner.floor.table_writer("main")
            performed.gate.clear()
            old = await pat.socket("main").__aenter__()
            await old.recv()
            old.transport.abort()
            await performed.asked.wait()
            async with pat.socket("main") as new:
                await new.recv()
                assert performed.done == [], "not yet written"
                performed.gate.set()
                await _until(lambda: len(performed.done) == 2)
                assert performed.done == ["Disconnect", "Reconnect"]
                assert not table_writer.table.seat(1).disconnected

    asyncio.run(go())


def test_one_who_is_back_after_it_was_written_is_cut_off_no_longer() -> None:
    async def go() -> None:
        world = World()
        async with world.open():
            _, pat = await _house(world)
            performed, table_writer = Performed(world), world.app.runner.floor.table_writer("main")
            for _ in range(2):
                async with pat.socket("main") as socket:
                    await socket.recv()
                    await _until(lambda: not table_writer.table.seat(1).disconnected)
                await _until(lambda: table_writer.table.seat(1).disconnected)
            await _until(lambda: performed.done == ["Disconnect", "Reconnect", "Disconnect"])

    asyncio.run(go())


@pytest.mark.nightly
def test_whenever_one_is_back_they_are_not_left_cut_off() -> None:
    """The end of one connection and the beginning of the next, just as they happen to meet."""

    async def go() -> None:
        world = World()
        async with world.open():
            _, pat = await _house(world)
            table_writer = world.app.runner.floor.table_writer("main")
            for _ in range(100):
                socket = await pat.socket("main").__aenter__()
                socket.transport.abort()
                again = await pat.socket("main").__aenter__()
                await _until(lambda: world.app.sockets.count == 1)
                await _until(lambda: not table_writer.table.seat(1).disconnected)
                await again.close()
                await _until(lambda: table_writer.table.seat(1).disconnected)

    asyncio.run(go())
