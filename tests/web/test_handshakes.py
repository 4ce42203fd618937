"""Handshakes of sockets and of TLS that are never completed, and connections accepted in turns."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from errno import EMFILE
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tests.web.raw_server import HOST, RawServer, parse, raw_server, read_all
from tests.web.served_app import PATIENCE
from uth.web import app
from uth.web.connections import acceptor
from uth.web.connections.connection_pool import HttpBounds
from uth.web.edge import Edge
from uth.web.sockets.connection import refuse

TLS = Path(__file__).parent / "tls"
LIMIT = 6
UPGRADE = (
    b"GET /ws/floor HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
) + HOST


@pytest.fixture(scope="module")
def server() -> Iterator[RawServer]:
    with raw_server() as made:
        yield made


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(
    "rest",
    [
        b"Content-Length: 10\r\n\r\n0123456789",
        b"Transfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n0\r\n\r\n",
        b"Cookie: " + b"a" * 9_000 + b"\r\n\r\n",
    ],
    ids=["a body", "chunks", "a long header"],
)
def test_a_handshake_that_can_t_be_read_is_refused(server: RawServer, rest: bytes) -> None:
    """Nothing else would ever close the connection."""
    status, answer = parse(server.ask(UPGRADE + rest))
    assert (status, b"request/malformed" in answer) == (400, True)


def test_what_is_no_frame_before_a_handshake_is_refused_is_no_fault(
    server: RawServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked, closed, refused = Event(), Event(), Event()

    async def late(*args: Any) -> None:
        asked.set()
        await asyncio.to_thread(closed.wait, PATIENCE)
        try:
            await refuse(*args)
        finally:
            refused.set()

    monkeypatch.setattr(app, "refuse", late)
    with caplog.at_level("ERROR"), server.connect() as client:
        client.sendall(UPGRADE + b"\r\n")
        assert asked.wait(PATIENCE)
        client.sendall(b"\xff" * 1_000)
        assert read_all(client) == b""
        closed.set()
        assert refused.wait(PATIENCE)
        assert server.get("/health")[0] == 200
    assert caplog.messages == []


def test_the_name_in_the_first_line_is_served_or_refused() -> None:
    with raw_server(edge=Edge(hosts=("localhost",))) as named:

        def status(address: bytes) -> int:
            head = b"GET " + address + b" HTTP/1.1\r\n" + HOST + b"Connection: close\r\n\r\n"
            return parse(named.ask(head))[0]

        assert status(b"http://localhost:80/health") == 200
        assert status(b"http://[::1]/health") == 200
        assert status(b"http://evil.example/health") == 421


@pytest.fixture(scope="module")
def secure() -> Iterator[RawServer]:
    """A server with TLS, for few connections."""
    edge = Edge(certfile=str(TLS / "certificate.pem"), keyfile=str(TLS / "key.pem"))
    bounds = HttpBounds(head_seconds=PATIENCE, body_seconds=PATIENCE)
    with raw_server(LIMIT, bounds, edge) as made:
        yield made


def silent(server: RawServer) -> socket.socket:
    """A connection whose TLS handshake does not begin."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE)


def test_tls_handshakes_count_as_connections(secure: RawServer) -> None:
    """More of them than may be open at once, and each request is answered."""
    clients = [silent(secure) for _ in range(3 * LIMIT)]
    try:
        until(lambda: len(secure.pool.arrivals) >= LIMIT - 1)
        assert secure.get("/health")[0] == 200
        assert len(secure.pool.arrivals) <= LIMIT
        assert read_all(clients[0]) == b"", "the oldest was closed"
    finally:
        for client in clients:
            client.close()
    until(lambda: not secure.pool.arrivals)
    assert secure.get("/health")[0] == 200


def test_handshakes_of_one_network_wait_for_each_other(
    secure: RawServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many at once; a client that leaves makes room for the next."""
    monkeypatch.setattr(acceptor, "MOST_HANDSHAKES", 1)
    with silent(secure) as first:
        until(lambda: len(secure.pool.arrivals) == 1)
        with silent(secure) as second:
            second.sendall(b"no TLS at all\r\n\r\n")
            until(lambda: len(secure.pool.arrivals) == 2)
            first.close()
            assert read_all(second)[:1] in (b"", b"\x15"), "an alert, or just the end"


def test_a_slow_tls_handshake_ends() -> None:
    edge = Edge(certfile=str(TLS / "certificate.pem"), keyfile=str(TLS / "key.pem"))
    with raw_server(100, HttpBounds(head_seconds=0.2), edge) as hasty:
        with silent(hasty) as client:
            assert read_all(client) == b""
        until(lambda: not hasty.pool.arrivals)


def test_a_server_stops_while_tls_handshakes_are_half_done(
    caplog: pytest.LogCaptureFixture,
) -> None:
    edge = Edge(certfile=str(TLS / "certificate.pem"), keyfile=str(TLS / "key.pem"))
    bounds = HttpBounds(head_seconds=PATIENCE)
    with caplog.at_level("ERROR"), ExitStack() as connected:
        with raw_server(100, bounds, edge) as stopping:
            clients = [connected.enter_context(silent(stopping)) for _ in range(5)]
            clients[0].sendall(b"\x16\x03\x01\x02\x00\x01")
            until(lambda: len(stopping.pool.arrivals) == 5)
        assert [read_all(client) for client in clients] == [b""] * 5
    assert caplog.messages == []


def test_connections_are_accepted_again_when_there_are_descriptors(
    server: RawServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    accept, failures = socket.socket.accept, 3

    def failing(listener: socket.socket) -> Any:
        nonlocal failures
        if listener.getsockname()[1] == server.port and failures:
            failures -= 1
            raise OSError(EMFILE, "Too many open files")
        return accept(listener)

    monkeypatch.setattr(socket.socket, "accept", failing)
    with caplog.at_level("ERROR"):
        assert server.get("/health")[0] == 200
    assert caplog.messages == ["no connection can be accepted"] * 3
