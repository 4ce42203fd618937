"""One server on a real port for all tests of the client."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

import pytest

from tests.guard.scanned_server import ScannedServer
from tests.ledger.memory import MemoryStore
from tests.patience import PATIENCE
from tests.web.served_app import QUICK
from uth.client import Client


@pytest.fixture(scope="package")
def server() -> Iterator[ScannedServer]:
    """A server on its own event loop, so that requests come from outside."""
    made = ScannedServer(MemoryStore(), QUICK)
    made.middleware.scanning = False
    ready, over = threading.Event(), threading.Event()

    async def live() -> None:
        async with made.open():
            ready.set()
            await asyncio.to_thread(over.wait)

    thread = threading.Thread(target=lambda: asyncio.run(live()))
    thread.start()
    assert ready.wait(PATIENCE)
    yield made
    over.set()
    thread.join()


@pytest.fixture
def guest(server: ScannedServer) -> Iterator[Client]:
    with Client(server.address) as client:
        client.enter_as_guest()
        yield client
