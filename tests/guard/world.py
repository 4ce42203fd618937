"""A house behind a real listening socket in this process; every byte that it sends is scanned."""

from __future__ import annotations

import asyncio
import logging
import socket as sockets
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import uvicorn

from tests.guard.clients import Client, Place
from tests.guard.lines import Lines, check_line
from tests.guard.scan import Scan
from tests.guard.truth import Truth
from tests.ledger.memory import MemoryStore
from tests.web.served import LONG, PASSWORD, STAFF, whatever_the_machine
from uth.core.refusal import Refusal
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.people.passwords import Cost, Passwords
from uth.floor.people.rate_limits import Rate
from uth.floor.tables.pace import Pace
from uth.ledger.journal.store import Store
from uth.web import logs
from uth.web.app import App, Rates
from uth.web.server import UVICORN, make_app

ANY = Rates(*(Rate(burst=10**9, tokens=10**9) for _ in range(3)))
QUICK = Pace(betting=300, acting=1_000, offering=300, again=50, alone=False)
PATIENT = Pace(betting=LONG, acting=LONG, offering=300, again=50, alone=False)
"""Where nobody's time may run out because the machine is slow."""
Message = MutableMapping[str, Any]
Asgi = Callable[[Any, Any, Any], Awaitable[None]]


class Tap:
    """Sits between the application and the socket layer and shows the scan all that goes out."""

    def __init__(self, app: Asgi, people: Callable[[str], str], scan: Scan) -> None:
        self._app = app
        self._people = people
        self._scan = scan
        self.wrong: list[AssertionError] = []
        self.scanning = True

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan" or not self.scanning:
            await self._app(scope, receive, send)
            return
        viewer = self._viewer(scope)
        status, body = 0, b""

        async def tapped(message: Message) -> None:
            nonlocal status, body
            try:
                if message["type"] == "http.response.start":
                    status = message["status"]
                elif message["type"] == "http.response.body":
                    body += message.get("body", b"")
                    if not message.get("more_body"):
                        self._scan.http(scope["method"], scope["path"], status, body, viewer)
                elif message["type"] == "websocket.http.response.body":
                    self._scan.http("GET", scope["path"], 0, message["body"], viewer)
                elif message["type"] == "websocket.send":
                    raw = (message.get("text") or "").encode() or message.get("bytes") or b""
                    self._scan.socket(raw, viewer)
            except AssertionError as wrong:
                self.wrong.append(wrong)
            await send(message)

        await self._app(scope, receive, tapped)

    def _viewer(self, scope: Any) -> str:
        for name, value in scope["headers"]:
            if name == b"authorization":
                return self._people(value.decode("latin-1").partition(" ")[2])
        return ""


class World(Place):
    """The server, its truth and its scan; clients come by `come` and `staff`."""

    def __init__(
        self,
        store: Store | None = None,
        pace: Pace | None = None,
        rates: Rates = ANY,
        alter: Callable[[App], Asgi] = lambda app: app.build(),
        desk: JobQueue | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.store = store or MemoryStore()
        cheap = Passwords(Cost(passes=1, memory_kib=64))
        self.app = make_app(self.store, pace=pace or QUICK, passwords=cheap, rates=rates, **options)
        whatever_the_machine(self.app.runner, desk)
        self.truth = Truth(self.app.runner.floor)
        self.scan = Scan(self.truth)
        self.tap = Tap(alter(self.app), self._name, self.scan)
        self.log = Lines()
        self._clients: list[Client] = []
        self.words = {PASSWORD}
        self.narrow = False
        """Whether little fits between the house and one who does not read."""

    def _name(self, token: str) -> str:
        try:
            return self.app.people.person(token).name
        except Refusal:
            return ""

    @asynccontextmanager
    async def open(self) -> AsyncIterator[World]:
        """Listen until the block ends; then look at the log, too."""
        root = logging.getLogger()
        before, level = root.handlers[:], root.level
        logs.set_up(self.log)  # type: ignore[arg-type]
        quiet = logging.getLogger("httpx2")
        quiet.setLevel(logging.WARNING)
        listener = sockets.create_server(("127.0.0.1", 0))
        if self.narrow:
            listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 8_192)
        self.port = listener.getsockname()[1]
        server = uvicorn.Server(uvicorn.Config(self.tap, **UVICORN))
        task = asyncio.create_task(server.serve([listener]))
        while not server.started:
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
            server.should_exit = True
            await task
            root.handlers[:] = before
            root.setLevel(level)
        self.check()

    @property
    def wrong(self) -> list[AssertionError]:
        """What has been found so far."""
        return [*self.tap.wrong, *self.log.wrong]

    def check(self) -> None:
        """Nothing leaked, nothing failed behind a tidy answer."""
        for wrong in self.wrong:
            raise wrong
        for line in self.log.lines:
            check_line(line, self.words)
        check_faults(self.app.runner.metrics.text(), self.log.lines)

    async def come(self) -> Client:
        """A guest."""
        async with httpx2.AsyncClient(base_url=self.address, verify=False, timeout=None) as client:
            found = (await client.post("/api/guest")).json()
        return self._client(found["token"], found["name"])

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
    """Something failed that nobody should have met."""


def check_faults(metrics: str, lines: list[str]) -> None:
    """A fault is counted and logged even where its answer looks tidy."""
    for line in metrics.splitlines():
        if line.startswith("uth_faults_total") and not line.endswith(" 0.0"):
            raise Fault(line)
        if line.startswith("uth_requests_total") and 'status="5' in line:
            raise Fault(line)
    for text in lines:
        if '"fault"' in text or '"level":"error"' in text or '"level":"critical"' in text:
            raise Fault(text)
