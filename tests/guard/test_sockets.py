"""The limits of a real socket: message size, rate, slow readers, foreign pages."""

from __future__ import annotations

import asyncio
import base64
import os
import socket as sockets
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.utils import apply_mask

from tests.floor.sources import Clock
from tests.guard.clients import Client
from tests.guard.scanned_server import ScannedServer
from tests.ledger.memory import MemoryStore
from tests.web.served_app import PATIENCE
from uth.core.messages import RefusalMessage
from uth.web.fair_turns import FairTurns
from uth.web.gate import Rates
from uth.web.requests import MAX_BODY
from uth.web.sockets import slow_clients
from uth.web.sockets.connection import FLOOD, MAX_BACKLOG
from uth.web.sockets.open_sockets import MAX_PER_PERSON

pytestmark = pytest.mark.slow


async def _house(server: ScannedServer) -> tuple[Client, Client]:
    """A table with one player and one spectator."""
    flo, pat = await server.staff("flo"), await server.staff("pat")
    await flo.do("POST", "/api/tables", name="main", house="cardroom-25")
    await pat.do("POST", "/api/me/play-money", amount=100_000, key="money")
    response = await pat.order("main", type="Sit", player="pat", seat=1, chips=100_000)
    assert response.status_code == 200
    return flo, pat


async def _closing(socket: Any) -> tuple[int, str]:
    """Read until the server closes the socket; returns the code and the reason."""
    try:
        async with asyncio.timeout(PATIENCE):
            while True:
                await socket.recv()
    except ConnectionClosed as closed:
        ended = closed.rcvd
    return (ended.code, ended.reason) if ended else (1006, "")


async def _denied(client: Client, table: str, **more: Any) -> tuple[int, str]:
    """Status and refusal code of a refused handshake."""
    with pytest.raises(InvalidStatus) as refused:
        await client.socket(table, **more).__aenter__()
    answer = refused.value.response
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.body is not None
    text = msgspec.json.decode(answer.body, type=RefusalMessage)
    assert text.sentence
    return answer.status_code, text.code


async def _until(right: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not right():
            await asyncio.sleep(0.01)


def test_a_message_of_64_kib_is_read_and_a_longer_one_closes_the_socket() -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            flo, _ = await _house(server)
            async with flo.socket("main", compression=None) as socket:
                await socket.recv()
                await socket.send("x" * MAX_BODY)
                assert b"body/malformed" in await socket.recv(decode=False)
                await socket.send("x" * (MAX_BODY + 1))
                assert (await _closing(socket))[0] == 1009
            async with flo.socket("main") as plain:
                await plain.recv()
                assert plain.response is not None
                text = plain.response.headers
                assert "sec-websocket-extensions" not in text, "nothing packed is ever unpacked"
                await plain.send("x" * (MAX_BODY + 1))
                assert (await _closing(plain))[0] == 1009
            await _until(lambda: server.app.sockets.count == 0)
            large = b"[" + b" " * MAX_BODY + b"]"
            response = await flo.http.post("/api/tables", content=large)
            assert (response.status_code, response.json()["code"]) == (413, "body/too_large")

            async def drop_by_drop() -> Any:
                for _ in range(80):
                    yield b" " * 1_024

            response = await flo.http.post("/api/tables", content=drop_by_drop())
            assert response.status_code == 413

    asyncio.run(go())


@pytest.mark.parametrize("reads", [True, False])
def test_a_flood_closes_the_socket(reads: bool) -> None:
    async def go() -> None:
        clock = Clock()
        server = ScannedServer(MemoryStore(clock), rates=Rates(), clock=clock)
        async with server.open():
            flo, pat = await _house(server)
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
            await _until(lambda: server.app.sockets.count == 0)
            assert (await pat.ask("GET", "/api/me")).status_code == 200, "others go on"
            codes = {(await pat.ask("GET", "/api/me")).status_code for _ in range(150)}
            assert codes == {200, 429}

    asyncio.run(go())


def test_a_client_that_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        server = ScannedServer()
        server.narrow = True
        monkeypatch.setattr(slow_clients.SlowSocketProtocol, "stall_timeout", 0.5)
        async with server.open():
            flo, pat = await _house(server)
            raw = sockets.socket()
            raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4_096)
            raw.connect(("127.0.0.1", server.port))
            key = base64.b64encode(os.urandom(16)).decode()
            lines = [
                "GET /ws/main HTTP/1.1",
                f"Host: 127.0.0.1:{server.port}",
                "Upgrade: websocket",
                "Connection: Upgrade",
                f"Sec-WebSocket-Key: {key}",
                "Sec-WebSocket-Version: 13",
                f"Authorization: Bearer {flo.token}",
                "",
                "",
            ]
            raw.sendall("\r\n".join(lines).encode())
            await _until(lambda: server.app.sockets.count == 1)
            viewers = server.app.runner.viewers
            await _until(lambda: len(viewers["main"]) == 1)
            for number in range(1_200):
                await pat.order("main", type="MixSeed", player="pat", seed=f"seed {number}")
                if server.app.sockets.count == 0:
                    break
            await _until(lambda: server.app.sockets.count == 0 and not viewers)
            raw.settimeout(0)
            await _until(lambda: _dropped(raw))
            raw.close()
            assert (await pat.ask("GET", "/api/tables/main")).status_code == 200

    asyncio.run(go())


def _dropped(raw: sockets.socket) -> bool:
    """Whether the server has closed the connection."""
    try:
        return raw.recv(65_536) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://[", ""])
def test_a_page_of_another_site_gets_nothing(origin: str) -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            flo, _ = await _house(server)
            for name in ("main", "floor"):
                assert await _denied(flo, name, origin=origin) == (403, "role/foreign_origin")
            for method, path in (("GET", "/api/me"), ("POST", "/api/sign-out")):
                response = await flo.http.request(method, path, headers={"origin": origin})
                assert (response.status_code, response.json()["code"]) == (
                    403,
                    "role/foreign_origin",
                )
            own: Any = f"http://127.0.0.1:{server.port}"
            async with flo.socket("main", origin=own) as socket:
                await socket.recv()

    asyncio.run(go())


def test_a_socket_closes_with_its_session() -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            flo, pat = await _house(server)
            async with pat.socket("main") as socket:
                await socket.recv()
                other = await server.staff("pat")
                assert (await pat.ask("POST", "/api/sign-out")).status_code == 200
                await other.order("main", type="MixSeed", player="pat", seed="x")
                assert await _closing(socket) == (1008, "session/none")
            for nobody in (pat, server.nobody()):
                for name in ("main", "floor"):
                    assert await _denied(nobody, name) == (401, "session/none")
            assert await _denied(flo, "nowhere") == (404, "table/unknown")
            assert await _denied(other, "floor") == (403, "role/not_allowed")
            server.app.runner.door = False
            gus = await server.staff("gus")
            assert await _denied(gus, "main") == (503, "service/door")

    asyncio.run(go())


def test_nobody_can_open_all_sockets() -> None:
    async def go() -> None:
        server = ScannedServer()
        async with server.open():
            flo, pat = await _house(server)
            held = [await pat.socket("main").__aenter__() for _ in range(MAX_PER_PERSON)]
            assert await _denied(pat, "main") == (503, "service/connections")
            async with flo.socket("main") as socket:
                await socket.recv()
            for socket in held:
                await socket.close()
            await _until(lambda: server.app.sockets.count == 0)
            async with pat.socket("main") as socket:
                await socket.recv()

    asyncio.run(go())


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_library_frames_it(size: int) -> None:
    text = b"x" * size
    frame = Frame(Opcode.TEXT, text).serialize(mask=False)
    assert slow_clients.text_frame(text) == frame


@pytest.mark.parametrize("size", [0, 5, 125, 126, 127, 65_535])
def test_one_whole_masked_frame_is_recognized(size: int) -> None:
    text = b"x" * size
    frame = Frame(Opcode.TEXT, text).serialize(mask=True)
    start = slow_clients.payload_start(frame)
    assert apply_mask(frame[start:], frame[start - 4 : start]) == text
    unmasked = Frame(Opcode.TEXT, text).serialize(mask=False)
    fragment = Frame(Opcode.TEXT, text, fin=False).serialize(mask=True)
    for other in (frame[:-1], frame + b"x", frame + frame, unmasked, fragment):
        assert slow_clients.payload_start(other) == 0


def test_a_long_frame_is_left_to_the_library() -> None:
    frame = Frame(Opcode.TEXT, b"x" * 65_536).serialize(mask=True)
    assert slow_clients.payload_start(frame) == slow_clients.payload_start(frame[:133]) == 0


def test_whole_texts_are_delivered_until_one_comes_in_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    parsed: list[bytes] = []
    monkeypatch.setattr(
        WebSocketsSansIOProtocol, "data_received", lambda _, data: parsed.append(data)
    )
    delivered: list[bytes] = []

    def deliver(raw: bytes) -> bool:
        if raw != b"busy":
            delivered.append(raw)
        return raw != b"busy"

    protocol = _open_protocol(_Turn())
    protocol.receive_with(deliver)
    frames = {
        text: Frame(Opcode.TEXT, text).serialize(mask=True)
        for text in (b"one", b"busy", b"\xff", b"two", b"three")
    }
    ping = Frame(Opcode.PING, b"").serialize(mask=True)
    for data in (frames[b"one"], frames[b"busy"], ping, frames[b"\xff"], frames[b"two"]):
        protocol.data_received(data)
    assert delivered == [b"one", b"two"]
    assert parsed == [frames[b"busy"], ping, frames[b"\xff"]], "the library handles these"
    pieces = [frames[b"three"][:4], frames[b"three"][4:], frames[b"one"]]
    for data in pieces:
        protocol.data_received(data)
    assert (delivered, parsed[3:]) == ([b"one", b"two"], pieces), "nothing overtakes a piece"


class Unhurried(FairTurns):
    """There is always a turn left."""

    def take(self) -> bool:
        return True


class _Turn:
    """An event loop and a transport: what is called later, and what is written."""

    def __init__(self) -> None:
        self.later: list[Any] = []
        self.written: list[bytes] = []
        self.call_soon, self.write = self.later.append, self.written.append
        self.is_closing = lambda: False
        self.get_protocol: Callable[[], object] = lambda: None


def _open_protocol(turn: _Turn) -> slow_clients.SlowSocketProtocol:
    protocol = slow_clients.SlowSocketProtocol.__new__(slow_clients.SlowSocketProtocol)
    protocol.loop, protocol.transport = turn, turn  # type: ignore[assignment]
    protocol.conn = SimpleNamespace(state=State.OPEN)  # type: ignore[assignment]
    protocol.close_sent, protocol.handshake_initiated = False, True
    protocol.turns, turn.get_protocol = Unhurried(), lambda: protocol
    return protocol


def test_messages_of_one_turn_leave_together_unless_the_connection_closes() -> None:
    turn = _Turn()
    protocol = _open_protocol(turn)
    assert protocol.send_now(b"one")
    assert protocol.send_now(b"two")
    assert turn.written == []
    turn.later.pop()()
    assert (turn.written, turn.later) == ([b"\x81\x03one\x81\x03two"], [])
    assert protocol.send_now(b"three")
    protocol.conn.state = State.CLOSING
    turn.later.pop()()
    assert len(turn.written) == 1, "nothing follows a close frame"
    assert not protocol.send_now(b"four")
    protocol = _open_protocol(turn)
    assert protocol.send_now(b"five")
    turn.is_closing = lambda: True
    turn.later.pop()()
    assert len(turn.written) == 1, "a connection that was cut off is not written to"


def test_only_a_silent_client_is_pinged(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    for name in ("schedule_ping", "send_keepalive_ping"):
        monkeypatch.setattr(WebSocketsSansIOProtocol, name, lambda _, name=name: done.append(name))
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", lambda _, data: None)
    protocol = _open_protocol(_Turn())
    protocol.data_received(b"hello")
    protocol.send_keepalive_ping()
    assert done == ["schedule_ping"]
    protocol.send_keepalive_ping()
    assert done == ["schedule_ping", "send_keepalive_ping"]


def test_messages_that_come_together_are_answered_one_after_the_other() -> None:
    async def go() -> list[str]:
        server = ScannedServer()
        async with server.open():
            _, pat = await _house(server)
            async with pat.socket("main") as socket:
                await socket.recv()
                for number in range(5):
                    mix = {"type": "MixSeed", "player": "pat", "seed": f"é {number}"}
                    order = {"type": "order", "key": f"k{number}", "command": mix}
                    await socket.send(msgspec.json.encode(order).decode())
                answers: list[str] = []
                while len(answers) < 5:
                    message = msgspec.json.decode(await socket.recv())
                    if message["type"] == "answer":
                        answers.append(message["key"])
                return answers

    assert asyncio.run(go()) == [f"k{number}" for number in range(5)]
