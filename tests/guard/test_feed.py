"""The floor's feed is held to what every other socket is: session, role, floods, how many."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from tests.floor.sources import Clock
from tests.guard.test_sockets import _closing, _denied, _until
from tests.guard.world import World
from tests.ledger.memory import MemoryStore
from uth.floor.people.roles import Role
from uth.web.app import Rates
from uth.web.requests import MAX_BODY
from uth.web.sockets.connection import FLOOD
from uth.web.sockets.open_sockets import MAX_PER_PERSON

TABLE = {"name": "main", "house": "cardroom-25"}


def _end_session(world: World) -> None:
    world.app.people.sessions.end_all("sue")


def _other_role(world: World) -> None:
    """His session goes on, as it may at another node for a moment."""
    accounts = world.app.people.accounts
    found = accounts.get("sue")
    assert found is not None
    accounts.put(type(found)(found.name, Role.PLAYER, found.password))


def _close_account(world: World) -> None:
    world.app.people.change("sue", closed=True)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (_end_session, "session/none"),
        (_other_role, "role/not_allowed"),
        (_close_account, "session/none"),
    ],
)
def test_a_feed_ends_with_the_right_to_watch(change: object, word: str) -> None:
    async def go() -> None:
        assert callable(change)
        world = World()
        async with world.open():
            flo, sue = await world.staff("flo"), await world.staff("sue")
            async with sue.socket("floor") as spoken, sue.socket("floor") as silent:
                await flo.do("POST", "/api/tables", **TABLE)
                for socket in (spoken, silent):
                    assert b"opened" in await socket.recv(decode=False)
                change(world)
                await spoken.send("is anybody there?")
                assert await _closing(spoken) == (1008, word)
                await flo.do("POST", "/api/tables/main/close")
                with pytest.raises(ConnectionClosed) as closed:
                    await silent.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.reason == word, "and he was not told of the closing"
            await _until(lambda: not world.app.runner.feed.hearers)

    asyncio.run(go())


def test_a_flood_ends_a_feed() -> None:
    async def go() -> None:
        clock = Clock()
        world = World(MemoryStore(clock), rates=Rates(), clock=clock)
        async with world.open():
            sue = await world.staff("sue")
            async with sue.socket("floor") as socket:
                with pytest.raises(ConnectionClosed):
                    for _ in range(100 + 2 * FLOOD):
                        await socket.send("hello")
                        await asyncio.sleep(0)
                    await socket.recv()
                assert await _closing(socket) == (1013, "rate/too_many")
            await _until(lambda: world.app.sockets.count == 0)
            async with sue.socket("floor") as socket:
                await socket.send("x" * (MAX_BODY + 1))
                assert (await _closing(socket))[0] == 1009

    asyncio.run(go())


def test_feeds_count_as_sockets() -> None:
    async def go() -> None:
        world = World()
        async with world.open():
            sue, gus = await world.staff("sue"), await world.staff("gus")
            held = [await sue.socket("floor").__aenter__() for _ in range(MAX_PER_PERSON)]
            assert await _denied(sue, "floor") == (503, "service/full")
            async with gus.socket("floor"):
                pass
            await _until(lambda: world.app.sockets.count == MAX_PER_PERSON)
            world.app.runner.capacity = MAX_PER_PERSON
            assert await _denied(gus, "floor") == (503, "service/full")
            await held.pop().close()
            await _until(lambda: world.app.sockets.count == MAX_PER_PERSON - 1)
            world.app.runner.door = False
            async with gus.socket("floor"):
                assert world.app.sockets.count == MAX_PER_PERSON, "a shut door is for newcomers"
            for socket in held:
                await socket.close()
            await _until(lambda: world.app.sockets.count == 0)

    asyncio.run(go())
