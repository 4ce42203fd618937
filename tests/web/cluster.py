"""A cluster on loopback, each node a real server in a thread of this process."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn
from websockets.sync.client import ClientConnection, connect

from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from tests.web.served_app import PATIENCE, QUICK, ignore_load
from uth.floor.people.passwords import Passwords
from uth.floor.tables.pace import Pace
from uth.ledger.journal.store import Store
from uth.web.app import App
from uth.web.edge import PLAIN, Edge
from uth.web.server import make_app

LEASE = 600
"""Milliseconds by the store's clock; nodes check on each other four times as often."""


def leased_store() -> tuple[MemoryStore, Clock]:
    """A store whose leases expire when the test says so, however slow the machine is."""
    clock = Clock()
    return MemoryStore(clock), clock


class ServedNode:
    """One node of the cluster."""

    def __init__(self, store: Store, name: str, pace: Pace, edge: Edge = PLAIN) -> None:
        self.listening = socket.socket()
        self.listening.bind(("127.0.0.1", 0))
        self.url = f"{edge.scheme}://localhost:{self.listening.getsockname()[1]}"
        self.app: App = make_app(
            store,
            pace=pace,
            passwords=Passwords(passes=1, memory_kib=64),
            owner=name,
            url=self.url,
            lease=LEASE,
            cafile=edge.cafile,
        )
        ignore_load(self.app.runner)
        config = uvicorn.Config(
            self.app.build(),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
            ssl_certfile=edge.certfile or None,
            ssl_keyfile=edge.keyfile or None,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self.listening]}, daemon=True
        )
        self.thread.start()
        until(lambda: self.server.started)

    def call(self, function: Callable[[], object]) -> None:
        """Call a function on the node's own event loop."""
        self.server.servers[0].get_loop().call_soon_threadsafe(function)

    def stop(self) -> None:
        self.fall_silent()
        self.listening.close()

    def fall_silent(self) -> None:
        """Stop answering."""
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


@contextmanager
def serving(
    store: Store, *names: str, pace: Pace = QUICK, edge: Edge = PLAIN
) -> Iterator[list[ServedNode]]:
    nodes = [ServedNode(store, name, pace, edge) for name in names]
    try:
        yield nodes
    finally:
        for node in reversed(nodes):
            node.stop()


def until(condition: Callable[[], Any]) -> Any:
    """Wait until a condition holds, and return its value."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError("the condition never holds")


class Visitor:
    """A client with a session, which may use any node."""

    def __init__(self, url: str) -> None:
        answer = httpx2.post(f"{url}/api/guest", timeout=PATIENCE).json()
        self.token, self.name = answer["token"], answer["name"]
        self._keys = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def ask(
        self, node: ServedNode | str, method: str, path: str, status: int = 200, **body: Any
    ) -> Any:
        url = node if isinstance(node, str) else node.url
        content = json.dumps(body) if body or method == "POST" else None
        response = httpx2.request(
            method, url + path, content=content, headers=self.headers, timeout=PATIENCE
        )
        assert response.status_code == status, response.text
        return response.json()

    def order(self, node: ServedNode | str, table: str, **command: Any) -> Any:
        self._keys += 1
        sent = {"player": self.name, **command}
        body: dict[str, Any] = {"key": f"k{self._keys}", "command": sent}
        return self.ask(node, "POST", f"/api/tables/{table}/orders", **body)

    def sit(self, node: ServedNode | str, table: str, seat: int, chips: int) -> None:
        self._keys += 1
        self.ask(node, "POST", "/api/me/play-money", amount=chips, key=f"m{self._keys}")
        self.order(node, table, type="Sit", seat=seat, chips=chips)

    def socket(self, node: ServedNode | str, table: str) -> ClientConnection:
        url = node if isinstance(node, str) else node.url
        address = f"{url.replace('http', 'ws')}/ws/{table}"
        return connect(
            address,
            additional_headers=self.headers,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
