"""What a socket does not take, each over a real one: size, floods, slow readers, strangers."""

from __future__ import annotations

import asyncio
import base64
import os
import socket as sockets
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.floor.sources import Clock
from tests.guard.clients import Client
from tests.guard.world import World
from tests.ledger.memory import MemoryStore
from tests.web.served import PATIENCE
from uth.core.messages import RefusalMessage
from uth.web.app import Rates
from uth.web.requests import MAX_BODY
from uth.web.sockets import slow_clients
from uth.web.sockets.connection import FLOOD, MAX_BACKLOG
from uth.web.sockets.open_sockets import MAX_PER_PERSON

pytestmark = pytest.mark.slow


async def _house(world: World) -> tuple[Client, Client]:
    """A table with somebody at it, and somebody who looks on."""
    flo, pat = await world.staff("flo"), await world.staff("pat")
    await flo.do("POST", "/api/tables", name="main", house="cardroom-25")
    await pat.do("POST", "/api/me/play-money", amount=100_000, key="money")
    found = await pat.order("main", type="Sit", player="pat", seat=1, chips=100_000)
    assert found.status_code == 200
    return flo, pat


async def _closing(socket: Any) -> tuple[int, str]:
    """Read until the house ends it; the code and the word."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await socket.recv()
    except ConnectionClosed as closed:
        ended = closed.rcvd
    return (ended.code, ended.reason) if ended else (1006, "")


async def _denied(client: Client, table: str, **more: Any) -> tuple[int, str]:
    """Status and code of a handshake that is refused; the answer is like any other refusal."""
    with pytest.raises(InvalidStatus) as refused:
        await client.socket(table, **more).__aenter__()
    answer = refused.value.response
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.body is not None
    told = msgspec.json.decode(answer.body, type=RefusalMessage)
    assert told.sentence
    return answer.status_code, told.code


async def _until(right: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not right():
            await asyncio.sleep(0.01)


def test_a_message_of_64_kib_is_read_and_a_longer_one_ends_the_socket() -> None:
    async def go() -> None:
        world = World()
        async with world.open():
            flo, _ = await _house(world)
            async with flo.socket("main", compression=None) as socket:
                await socket.recv()
                await socket.send("x" * MAX_BODY)
                assert b"body/malformed" in await socket.recv(decode=False)
                await socket.send("x" * (MAX_BODY + 1))
                assert (await _closing(socket))[0] == 1009
            async with flo.socket("main") as plain:
                await plain.recv()
                assert plain.response is not None
                told = plain.response.headers
                assert "sec-websocket-extensions" not in told, "nothing packed is ever unpacked"
                await plain.send("x" * (MAX_BODY + 1))
                assert (await _closing(plain))[0] == 1009
            await _until(lambda: world.app.sockets.count == 0)
            large = b"[" + b" " * MAX_BODY + b"]"
            found = await flo.http.post("/api/tables", content=large)
            assert (found.status_code, found.json()["code"]) == (413, "body/too_large")

            async def drop_by_drop() -> Any:
                for _ in range(80):
                    yield b" " * 1_024

            found = await flo.http.post("/api/tables", content=drop_by_drop())
            assert found.status_code == 413

    asyncio.run(go())


@pytest.mark.parametrize("reads", [True, False])
def test_a_flood_ends_the_socket(reads: bool) -> None:
    async def go() -> None:
        clock = Clock()
        world = World(MemoryStore(clock), rates=Rates(), clock=clock)
        async with world.open():
            flo, pat = await _house(world)
            async with flo.socket("main", compression=None) as socket:
                for number in range(100 + FLOOD + MAX_BACKLOG):
                    try:
                        await socket.send("{}")
                        if reads and number:
                            await socket.recv()
                    except ConnectionClosed:
                        break
                code, word = await _closing(socket)
                assert (code, word) == (1013, "rate/too_many")
            await _until(lambda: world.app.sockets.count == 0)
            assert (await pat.ask("GET", "/api/me")).status_code == 200, "others go on"
            codes = {(await pat.ask("GET", "/api/me")).status_code for _ in range(150)}
            assert codes == {200, 429}

    asyncio.run(go())


def test_one_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        world = World()
        world.narrow = True
        monkeypatch.setattr(slow_clients.SlowSocketProtocol, "stall_timeout", 0.5)
        async with world.open():
            flo, pat = await _house(world)
            raw = sockets.socket()
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
            raw.connect(("127.0.0.1", world.port))
            key = base64.b64encode(os.urandom(16)).decode()
            lines = [
                "GET /ws/main HTTP/1.1",
                f"Host: 127.0.0.1:{world.port}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}",
                "Sec-WebSocket-Version: 13",
                f"Authorization: Bearer {flo.token}",
                "",
                "",
            ]
            raw.sendall("\r\n".join(lines).encode())
            await _until(lambda: world.app.sockets.count == 1)
            hearers = world.app.runner.hearers["main"]
            await _until(lambda: len(hearers) == 1)
            for number in range(1_200):
                await pat.order("main", type="MixSeed", player="pat", seed=f"seed {number}")
                if world.app.sockets.count == 0:
                    break
            await _until(lambda: world.app.sockets.count == 0 and not hearers)
            raw.settimeout(0)
            await _until(lambda: _dropped(raw))
            raw.close()
            assert (await pat.ask("GET", "/api/tables/main")).status_code == 200

    asyncio.run(go())


def _dropped(raw: sockets.socket) -> bool:
    """Whether the other end is gone, found by reading on."""
    try:
        return raw.recv(65_536) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://[", ""])
def test_a_page_of_another_site_gets_nothing(origin: str) -> None:
    async def go() -> None:
        world = World()
        async with world.open():
            flo, _ = await _house(world)
            for name in ("main", "floor"):
                assert await _denied(flo, name, origin=origin) == (403, "role/foreign_origin")
            for method, path in (("GET", "/api/me"), ("POST", "/api/sign-out")):
                found = await flo.http.request(method, path, headers={"origin": origin})
                assert (found.status_code, found.json()["code"]) == (403, "role/foreign_origin")
            own: Any = f"http://127.0.0.1:{world.port}"
            async with flo.socket("main", origin=own) as socket:
                await socket.recv()

    asyncio.run(go())


def test_a_socket_ends_with_its_session() -> None:
    async def go() -> None:
        world = World()
        async with world.open():
            flo, pat = await _house(world)
            async with pat.socket("main") as socket:
                await socket.recv()
                other = await world.staff("pat")
                assert (await pat.ask("POST", "/api/sign-out")).status_code == 200
                await other.order("main", type="MixSeed", player="pat", seed="x")
                assert await _closing(socket) == (1008, "session/none")
            for nobody in (pat, world.nobody()):
                for name in ("main", "floor"):
                    assert await _denied(nobody, name) == (401, "session/none")
            assert await _denied(flo, "nowhere") == (404, "table/unknown")
            assert await _denied(other, "floor") == (403, "role/not_allowed")
            world.app.runner.door = False
            gus = await world.staff("gus")
            assert await _denied(gus, "main") == (503, "service/door")

    asyncio.run(go())


def test_nobody_takes_all_the_sockets_of_a_house() -> None:
    async def go() -> None:
        world = World()
        async with world.open():
            flo, pat = await _house(world)
            held = [await pat.socket("main").__aenter__() for _ in range(MAX_PER_PERSON)]
            assert await _denied(pat, "main") == (503, "service/full")
            async with flo.socket("main") as socket:
                await socket.recv()
            for socket in held:
                await socket.close()
            await _until(lambda: world.app.sockets.count == 0)
            async with pat.socket("main") as socket:
                await socket.recv()

    asyncio.run(go())
