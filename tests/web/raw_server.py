"""The server on a real port, in a thread, and clients that send it bytes."""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from tests.ledger.memory import MemoryStore
from tests.web.served_app import PASSWORD, PATIENCE, QUICK, STAFF, ignore_load
from uth.floor.people.passwords import Passwords
from uth.web.app import App
from uth.web.connections.acceptor import HttpServer
from uth.web.connections.connection_pool import BOUNDS, ConnectionPool, HttpBounds
from uth.web.edge import PLAIN, Edge, uvicorn_settings
from uth.web.server import make_app

HOST = b"Host: localhost\r\n"


class RawServer:
    """A served app; `pool` and `app` are its own."""

    def __init__(self, limit: int, bounds: HttpBounds, edge: Edge, **options: Any) -> None:
        cheap = Passwords(passes=1, memory_kib=64)
        self.app: App = make_app(MemoryStore(), pace=QUICK, passwords=cheap, **options)
        ignore_load(self.app.runner)
        metrics = self.app.runner.metrics
        hosts = edge.served_hosts("")
        self.pool = ConnectionPool(
            limit, metrics, bounds=bounds, hosts=hosts, is_proxy=edge.is_proxy
        )
        self.edge = edge
        self.port = 0
        self.loop: asyncio.AbstractEventLoop

    def connect(self) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        if not self.edge.certfile:
            return client
        context = ssl.create_default_context(cafile=self.edge.certfile)
        return context.wrap_socket(client, server_hostname="localhost")

    def ask(self, *pieces: bytes) -> bytes:
        """Everything that the server sends until it closes the connection."""
        with self.connect() as client:
            for piece in pieces:
                client.sendall(piece)
            return read_all(client)

    def get(self, path: str, *headers: bytes) -> tuple[int, bytes]:
        lines = b"".join(header + b"\r\n" for header in (*headers, b"Connection: close"))
        return parse(self.ask(f"GET {path} HTTP/1.1\r\n".encode() + HOST + lines + b"\r\n"))


def read_all(client: socket.socket) -> bytes:
    """What arrives until the other side closes, or resets what it has not read."""
    received = b""
    try:
        while piece := client.recv(65_536):
            received += piece
    except ConnectionResetError:
        pass
    return received


def parse(answer: bytes) -> tuple[int, bytes]:
    """The status and the rest of an answer; 0 if there is none."""
    status, _, rest = answer.partition(b"\r\n")
    return (int(status.split(b" ")[1]) if status else 0), rest


@contextmanager
def raw_server(
    limit: int = 1_000, bounds: HttpBounds = BOUNDS, edge: Edge = PLAIN, **options: Any
) -> Iterator[RawServer]:
    served = RawServer(limit, bounds, edge, **options)
    listener = socket.create_server(("127.0.0.1", 0))
    served.port = listener.getsockname()[1]
    config = uvicorn.Config(served.app.build(), **uvicorn_settings(served.pool, edge))

    def started() -> None:
        served.loop = asyncio.get_running_loop()

    server = HttpServer(config, served.pool, started)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        end = time.monotonic() + PATIENCE
        while not server.started:
            assert thread.is_alive(), "the server does not start"
            assert time.monotonic() < end
            time.sleep(0.01)
        for name, role in STAFF.items():
            served.app.people.make(name, PASSWORD, role)
        yield served
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
