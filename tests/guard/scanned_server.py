"""A server on a real socket in this process; every byte that it sends is scanned for leaks."""

from __future__ import annotations

import asyncio
import gzip
import logging
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import uvicorn

from tests.guard.clients import Client, ServerAddress
from tests.guard.leak_scan import LeakScan
from tests.guard.live_secrets import LiveSecrets
from tests.guard.log_scan import LogScan, check_log_entry
from tests.ledger.memory import MemoryStore
from tests.web.served_app import LONG, PASSWORD, STAFF, ignore_load
from uth.core.refusal import Refusal
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.people.passwords import Passwords
from uth.floor.people.rate_limits import Rate
from uth.floor.tables.pace import Pace
from uth.ledger.journal.store import Store
from uth.web import logs
from uth.web.app import App
from uth.web.connections.acceptor import HttpServer
from uth.web.connections.connection_pool import ConnectionPool
from uth.web.edge import Edge, uvicorn_settings
from uth.web.gate import Rates
from uth.web.server import make_app
from uth.web.sockets.slow_clients import DIRECT

UNLIMITED = Rates(*(Rate(burst=10**9, tokens=10**9) for _ in range(4)))
QUICK = Pace(betting=300, acting=1_000, offering=300, again=50, alone=False)
PATIENT = Pace(betting=LONG, acting=LONG, offering=300, again=50, alone=False)
"""For tests in which nobody may run out of time on a slow machine."""
Message = MutableMapping[str, Any]
AsgiApp = Callable[[Any, Any, Any], Awaitable[None]]


class ScanningMiddleware:
    """ASGI middleware that passes everything that is sent to the scan."""

    def __init__(self, app: AsgiApp, people: Callable[[str], str], scan: LeakScan) -> None:
        self._app = app
        self._people = people
        self._scan = scan
        self.leaks: list[AssertionError] = []
        self.scanning = True

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" or not self.scanning:
            await self._app(scope, receive, send)
            return
        viewer = self._viewer(scope)
        status, compressed, body = 0, False, b""

        async def scanned_send(message: Message) -> None:
            nonlocal status, compressed, body
            try:
                if message["type"] == "http.response.start":
                    status = message["status"]
                    compressed = (b"content-encoding", b"gzip") in message["headers"]
                elif message["type"] == "http.response.body":
                    body += message.get("body", b"")
                    if not message.get("more_body"):
                        plain = gzip.decompress(body) if compressed else body
                        self._scan.http(scope["method"], scope["path"], status, plain, viewer)
                elif message["type"] == "websocket.http.response.body":
                    self._scan.http("GET", scope["path"], 0, message["body"], viewer)
                elif message["type"] == "websocket.send":
                    raw = (message.get("text") or "").encode() or message.get("bytes") or b""
                    self._scan.socket(raw, viewer)
            except AssertionError as leak:
                self.leaks.append(leak)
            await send(message)

        def scanned_send_now(raw: bytes) -> bool:
            try:
                self._scan.socket(raw, viewer)
            except AssertionError as leak:
                self.leaks.append(leak)
            return bool(send_now(raw))

        extensions = scope.get("extensions") or {}
        if DIRECT in extensions:
            direct = extensions[DIRECT]
            send_now = direct["send"]
            extensions = {**extensions, DIRECT: {**direct, "send": scanned_send_now}}
        await self._app({**scope, "extensions": extensions}, receive, scanned_send)

    def _viewer(self, scope: Any) -> str:
        for name, value in scope["headers"]:
            if name == b"authorization":
                return self._people(value.decode("latin-1").partition(" ")[2])
        return ""


class ScannedServer(ServerAddress):
    """The server, its secrets and its scan; `enter_as_guest` and `staff` make clients."""

    def __init__(
        self,
        store: Store | None = None,
        pace: Pace | None = None,
        rates: Rates = UNLIMITED,
        alter: Callable[[App], AsgiApp] = lambda app: app.build(),
        jobs: JobQueue | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.store = store or MemoryStore()
        cheap = Passwords(passes=1, memory_kib=64)
        self.app = make_app(self.store, pace=pace or QUICK, passwords=cheap, rates=rates, **options)
        ignore_load(self.app.runner, jobs)
        self.secrets = LiveSecrets(self.app.runner.floor)
        self.scan = LeakScan(self.secrets)
        self.middleware = ScanningMiddleware(alter(self.app), self._name, self.scan)
        self.log = LogScan()
        self._clients: list[Client] = []
        self.words = {PASSWORD}
        self.pool = ConnectionPool(10_000, self.app.runner.metrics)
        self.edge = Edge(proxies=("127.0.0.1",))
        self.narrow = False
        """Whether the send buffer is small, so that it is soon full if a client does not read."""

    def _name(self, token: str) -> str:
        try:
            return self.app.people.person(token).name
        except Refusal:
            return ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[ScannedServer]:
        """Serve until the block ends, then check the log too."""
        root = logging.getLogger()
        before, level = root.handlers[:], root.level
        logs.set_up(self.log)  # type: ignore[arg-type]
        quiet = logging.getLogger("httpx2")
        quiet.setLevel(logging.WARNING)
        listener = sockets.create_server(("127.0.0.1", 0))
        if self.narrow:
            listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 8_192)
        self.port = listener.getsockname()[1]
        settings = uvicorn_settings(self.pool, self.edge)
        config = uvicorn.Config(self.middleware, **settings)
        uvicorn_server = HttpServer(config, self.pool, lambda: None)
        task = asyncio.create_task(uvicorn_server.serve([listener]))
        while not uvicorn_server.started:
            await asyncio.sleep(0.005)
            if task.done():
                await task
        for name, role in STAFF.items():
            self.app.people.make(name, PASSWORD, role)
        try:
            yield self
        finally:
            for client in self._clients:
                await client.close()
            uvicorn_server.should_exit = True
            await task
            root.handlers[:] = before
            root.setLevel(level)
        self.check()

    @property
    def leaks(self) -> list[AssertionError]:
        """The leaks found so far."""
        return [*self.middleware.leaks, *self.log.leaks]

    def check(self) -> None:
        """Fail if anything leaked, or failed behind a regular answer."""
        for leak in self.leaks:
            raise leak
        for entry in self.log.lines:
            check_log_entry(entry, self.words)
        check_faults(self.app.runner.metrics.text(), self.log.lines)

    async def enter_as_guest(self) -> Client:
        """A client with a guest's session."""
        async with httpx2.AsyncClient(base_url=self.address, verify=False, timeout=None) as client:
            session = (await client.post("/api/guest")).json()
        return self._client(session["token"], session["name"])

    async def staff(self, name: str) -> Client:
        token = self.app.people.sessions.open(name)
        return self._client(token, name)

    def nobody(self) -> Client:
        return self._client("", "")

    def _client(self, token: str, name: str) -> Client:
        if token:
            self.words.add(token)
        self._clients.append(Client(self, token, name))
        return self._clients[-1]


class Fault(AssertionError):  # noqa: N818
    """An unexpected error."""


def check_faults(metrics: str, lines: list[str]) -> None:
    """A fault is counted and logged even if its answer looks regular."""
    for row in metrics.splitlines():
        if row.startswith("uth_faults_total") and not row.endswith(" 0.0"):
            raise Fault(row)
        if row.startswith("uth_requests_total") and 'status="5' in row:
            raise Fault(row)
    for text in lines:
        if '"fault"' in text or '"level":"error"' in text or '"level":"critical"' in text:
            raise Fault(text)
