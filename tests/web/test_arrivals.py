"""Bursts of connections: all are accepted, and each network is served in its turn."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from tests.web.raw_server import HOST, RawServer, parse, raw_server, read_all
from tests.web.served_app import PATIENCE
from uth.web.connections.http_connection import HttpConnection

OTHER = "127.0.0.2"
BURST = 200
GET = b"GET /health HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n"


@contextmanager
def held(server: RawServer) -> Iterator[Callable[[], None]]:
    """The event loop does nothing until it is released."""
    stopped, go = threading.Event(), threading.Event()

    def wait() -> None:
        stopped.set()
        go.wait(PATIENCE)

    server.loop.call_soon_threadsafe(wait)
    assert stopped.wait(PATIENCE)
    try:
        yield go.set
    finally:
        go.set()


def connected(server: RawServer, address: str, seconds: float = PATIENCE) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), seconds, (address, 0))


def test_the_system_holds_a_burst_of_connections() -> None:
    """Without a place in the queue, a client would wait for a second before it tries again."""
    with raw_server() as server, ExitStack() as stack, held(server):
        for _ in range(BURST):
            stack.enter_context(connected(server, OTHER, 5))


def test_a_connection_is_served_before_the_rest_of_a_burst(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    connection_made = HttpConnection.connection_made

    def record(connection: HttpConnection, transport: Any) -> None:
        connection_made(connection, transport)
        made.append(connection.network)

    monkeypatch.setattr(HttpConnection, "connection_made", record)
    with raw_server() as server, ExitStack() as stack:
        with held(server) as release:
            many = [stack.enter_context(connected(server, OTHER)) for _ in range(100)]
            one = stack.enter_context(connected(server, "127.0.0.1"))
            for client in (*many, one):
                client.sendall(GET)
            release()
        answers = [parse(read_all(client))[0] for client in (*many, one)]
    assert answers == [200] * 101, "all are served"
    assert made.index("127.0.0.1") < 50


def test_who_leaves_while_they_wait_for_their_turn_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level("ERROR"), raw_server(limit=20) as server:
        with held(server), ExitStack() as stack:
            for number in range(BURST):
                client = stack.enter_context(connected(server, OTHER))
                if number % 2:
                    client.close()
        assert server.get("/health")[0] == 200
        assert caplog.messages == []
    assert not server.pool.arrivals
