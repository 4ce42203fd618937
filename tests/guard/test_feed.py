"""The floor feed obeys the limits of every socket: session, role, rate and number."""

from __future__ import annotations

import asyncio

import pytest
from websockets.exceptions import ConnectionClosed

from tests.floor.sources import Clock
from tests.guard.scanned_server import ScannedServer
from tests.guard.test_sockets import _closing, _denied, _until
from tests.ledger.memory import MemoryStore
from uth.floor.people.roles import Role
from uth.web.gate import Rates
from uth.web.requests import MAX_BODY
from uth.web.sockets.connection import FLOOD
from uth.web.sockets.open_sockets import MAX_PER_PERSON

TABLE = {"name": "main", "house": "cardroom-25"}


def _end_session(server: ScannedServer) -> None:
    server.app.people.sessions.end_all("sue")


def _other_role(server: ScannedServer) -> None:
    """The session stays valid, as it may for a moment at another node."""
    accounts = server.app.people.accounts
    result = accounts.get("sue")
    assert result is not None
    accounts.put(type(result)(result.name, Role.PLAYER, result.password))


def _close_account(server: ScannedServer) -> None:
    server.app.people.change("sue", closed=True)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        (_end_session, "session/none"),
        (_other_role, "role/not_allowed"),
        (_close_account, "session/none"),
    ],
)
def test_a_feed_closes_with_the_permission_to_see_it(change: object, word: str) -> None:
    async def go() -> None:
        assert callable(change)
        server = ScannedServer()
        async with server.open():
            flo, sue = await server.staff("flo"), await server.staff("sue")
            async with sue.socket("floor") as spoken, sue.socket("floor") as silent:
                await flo.do("POST", "/api/tables", **TABLE)
                for socket in (spoken, silent):
                    assert b"opened" in await socket.recv(decode=False)
                change(server)
                await spoken.send("is anybody there?")
                assert await _closing(spoken) == (1008, word)
                await flo.do("POST", "/api/tables/main/close")
                with pytest.raises(ConnectionClosed) as closed:
                    await silent.recv()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.reason == word, "the closing was not sent"
            await _until(lambda: not server.app.runner.feed.hearers)

    asyncio.run(go())


def test_a_flood_closes_a_feed() -> None:
    async def go() -> None:
        clock = Clock()
        server = ScannedServer(MemoryStore(clock), rates=Rates(), clock=clock)
        async with server.open():
            sue = await server.staff("sue")
            async with sue.socket("floor") as socket:
                with pytest.raises(ConnectionClosed):
                    for _ in range(100 + 2 * FLOOD):
                        await socket.send("hello")
                        await asyncio.sleep(0)
                    await socket.recv()
                assert await _closing(socket) == (1013, "rate/too_many")
            await _until(lambda: server.app.sockets.count == 0)
            async with sue.socket("floor") as socket:
                await socket.send("x" * (MAX_BODY + 1))
                assert (await _closing(socket))[0] == 1009

    asyncio.run(go())


def test_feeds_count_as_sockets() -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            sue, gus = await server.staff("sue"), await server.staff("gus")
            held = [await sue.socket("floor").__aenter__() for _ in range(MAX_PER_PERSON)]
            assert await _denied(sue, "floor") == (503, "service/connections")
            async with gus.socket("floor"):
                pass
            await _until(lambda: server.app.sockets.count == MAX_PER_PERSON)
            server.app.runner.capacity = MAX_PER_PERSON
            assert await _denied(gus, "floor") == (503, "service/full")
            await held.pop().close()
            await _until(lambda: server.app.sockets.count == MAX_PER_PERSON - 1)
            server.app.runner.door = False
            async with gus.socket("floor"):
                assert server.app.sockets.count == MAX_PER_PERSON, "a shut door is for newcomers"
            for socket in held:
                await socket.close()
            await _until(lambda: server.app.sockets.count == 0)

    asyncio.run(go())
