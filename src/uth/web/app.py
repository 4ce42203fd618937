"""The application: binds a floor and its people to HTTP and sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache
from importlib import import_module
from inspect import isawaitable
from itertools import count
from pkgutil import iter_modules
from typing import Any, cast

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route as Endpoint
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from uth.core.refusal import Refusal
from uth.floor.cage.books import at_once
from uth.floor.clock import Clock, monotonic
from uth.floor.keys import once
from uth.floor.people.people import People
from uth.floor.people.rate_limits import RateLimit
from uth.floor.runner import FloorRunner
from uth.web import api
from uth.web.connections.acceptor import STOPPING
from uth.web.documents import asyncapi, openapi
from uth.web.forwarding import Forwarder
from uth.web.gate import Gate, Rates
from uth.web.requests import decode, language_of, read_body
from uth.web.responses import (
    RETRY_AFTER,
    answer_response,
    answer_status,
    compressed,
    refusal_of,
    refusal_response,
)
from uth.web.routes import Method, Route
from uth.web.sockets.connection import refuse
from uth.web.sockets.feed_socket import FeedSocket
from uth.web.sockets.open_sockets import OpenSockets
from uth.web.sockets.table_socket import TableSocket
from uth.web.static_pages import Handbook, Page, Pages, make_page, send_page

ROUTES: tuple[Route, ...] = tuple(
    route
    for module in iter_modules(api.__path__, f"{api.__name__}.")
    for route in import_module(module.name).resource
)
"""The routes of every file in `web/api`."""
LOG = logging.getLogger("uth.web")
PURGE_INTERVAL = 600
"""Seconds between two purges of expired sessions."""
CHECK_INTERVAL = 5
"""Seconds between two checks whether sessions of sockets have expired."""


@cache
def _openapi_text() -> bytes:
    return msgspec.json.encode(openapi.document(ROUTES))


@cache
def _asyncapi_text() -> bytes:
    return msgspec.json.encode(asyncapi.document())


DOCUMENTS = {"/openapi.json": _openapi_text, "/asyncapi.json": _asyncapi_text}
METRICS_AGE = 1.0
"""Seconds for which the same figures are sent to everybody who asks for them."""


class App:
    """Serves one floor; `build` returns the ASGI application."""

    def __init__(
        self,
        runner: FloorRunner,
        people: People,
        rates: Rates | None = None,
        steady: Clock = monotonic,
        cafile: str = "",
    ) -> None:
        self.runner = runner
        self.people = people
        rates = rates or Rates()
        self._gate = Gate(runner, people, rates, steady)
        self.sockets: OpenSockets = OpenSockets(lambda: runner.capacity)
        message_rate = RateLimit(rates.session, steady)
        self._tables = TableSocket(self.sockets, message_rate)
        self._feed = FeedSocket(self.sockets, message_rate)
        self._forwarder = Forwarder(runner.nodes.name, cafile)
        self._documents: dict[str, Page] = {}
        self._making = asyncio.Lock()
        self._measured, self._measured_at = "", -METRICS_AGE
        runner.present = lambda: self.sockets.count
        runner.metrics.gauges["uth_sockets"] = lambda: self.sockets.count
        runner.metrics.gauges |= runner.gauges()

    def build(self) -> Starlette:
        own = [
            Endpoint("/health", self._health),
            Endpoint("/ready", self._ready),
            Endpoint("/metrics", self._metrics),
            *(Endpoint(path, self._document) for path in DOCUMENTS),
            WebSocketRoute("/ws/floor", self._socket),
            WebSocketRoute("/ws/{table}", self._socket),
            WebSocketRoute("/{path:path}", self._no_socket),
        ]
        by_path: dict[str, list[Route]] = {}
        for route in ROUTES:
            by_path.setdefault(route.path, []).append(route)
        api = [self._resource(path, routes) for path, routes in by_path.items()]
        pages = Pages()
        app = Starlette(
            routes=[*own, *api, *pages.routes(), *Handbook().routes()],
            lifespan=self._lifespan,
            exception_handlers={HTTPException: pages.no_route},
        )
        app.router.redirect_slashes = False  # the redirect would repeat the Host header
        return app

    def _resource(self, path: str, routes: list[Route]) -> Endpoint:
        """All methods of one path, so that a refusal of another one names them all."""
        endpoints = {route.method: self._endpoint(route) for route in routes}

        async def resource(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            return await endpoints[cast(Method, method)](request)

        return Endpoint(path, resource, methods=list(endpoints))

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[dict[str, Callable[[], None]]]:
        runner, books = self.runner, self.runner.floor.books
        later = asyncio.get_running_loop().call_soon_threadsafe
        books.notify = later
        self.people.sessions.on_end = lambda session: later(self.sockets.close_session, session)
        with runner.floor.store.reading() as reader:
            runner.feed.begin(reader)
        await runner.recover()
        tasks = [
            asyncio.create_task(self._purge_sessions(), name="purge sessions"),
            asyncio.create_task(self._close_sockets(), name="close sockets"),
        ]
        if runner.floor.leases.shared:
            self._forwarder.start()
            tasks.append(asyncio.create_task(runner.run_cluster(), name="cluster"))
        try:
            yield {STOPPING: runner.jobs.close}
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._forwarder.close()
            await runner.stop()
            books.notify = at_once
            self.people.sessions.on_end = self.sockets.close_session

    async def _purge_sessions(self) -> None:
        while True:
            with contextlib.suppress(Refusal):
                await asyncio.to_thread(self.people.tidy)
            await asyncio.sleep(PURGE_INTERVAL)

    async def _close_sockets(self) -> None:
        """Close the sockets of sessions that have expired, or that another node has ended."""
        sessions, checked = self.people.sessions, -1
        for second in count(1):
            await asyncio.sleep(1)
            with contextlib.suppress(Refusal):
                changes = sessions.changes_elsewhere()
                if changes != checked or second % CHECK_INTERVAL == 0:
                    self.sockets.close_ended(sessions.is_open)
                    checked = changes

    async def _health(self, request: Request) -> Response:
        """Whether the server runs and can write."""
        if self.runner.writer.running:
            return PlainTextResponse("ok\n")
        return self._unwell(request, Refusal("service/no_writer"))

    @staticmethod
    def _unwell(request: Request, refusal: Refusal) -> Response:
        sentence = refusal.sentence_in(language_of(request))
        return PlainTextResponse(f"{sentence}\n", 503, {"retry-after": str(RETRY_AFTER)})

    async def _ready(self, request: Request) -> Response:
        """Ready while the store answers and orders are accepted."""
        try:
            with self.runner.floor.store.reading() as reader:
                reader.now()
            if self.runner.draining:
                raise Refusal("service/draining")
            if not self.runner.writer.running:
                raise Refusal("service/no_writer")
        except Refusal as refusal:
            return self._unwell(request, refusal)
        return PlainTextResponse("ready\n")

    async def _metrics(self, request: Request) -> Response:
        """The figures; those who ask very often all get the same."""
        now = asyncio.get_running_loop().time()
        if now - self._measured_at >= METRICS_AGE:
            self._measured, self._measured_at = self.runner.metrics.text(), now
        return PlainTextResponse(self._measured, media_type="text/plain; version=0.0.4")

    async def _document(self, request: Request) -> Response:
        """A document, made and compressed in another thread when it is first asked for."""
        path = request.scope["path"]
        async with self._making:
            if path not in self._documents:
                content = await asyncio.to_thread(DOCUMENTS[path])
                self._documents[path] = await asyncio.to_thread(make_page, path, content)
        return send_page(request, self._documents[path])

    def _endpoint(self, route: Route) -> Callable[[Request], Awaitable[Response]]:
        decoder = msgspec.json.Decoder(route.body) if route.body is not None else None

        async def endpoint(request: Request) -> Response:
            began = time.perf_counter()
            try:
                answer = await self._answer(route, request, decoder)
                response = answer_response(answer, secure=request.url.scheme == "https")
            except asyncio.CancelledError:  # the server stops, and waits no longer
                response = refusal_response(Refusal("service/draining"), language_of(request))
            except Exception as error:
                refusal = refusal_of(error, self.runner.metrics, route.path)
                status = answer_status(refusal, request.path_params)
                response = refusal_response(refusal, language_of(request), status)
            self._log(route, response.status_code, time.perf_counter() - began)
            return compressed(response, request.headers.get("accept-encoding", ""))

        endpoint.__name__ = route.handler.__name__
        return endpoint

    def _log(self, route: Route, status: int, seconds: float) -> None:
        labels = {"route": route.path, "method": route.method, "status": str(status)}
        self.runner.metrics.count("uth_requests_total", *labels.values())
        self.runner.metrics.observe("uth_request_seconds", seconds)
        LOG.info("request", extra={**labels, "ms": round(seconds * 1_000, 1)})

    async def _answer(
        self, route: Route, request: Request, decoder: msgspec.json.Decoder[Any] | None
    ) -> Any:
        context, raw = self._gate.request(request, route), b""
        arguments: tuple[Any, ...] = (context,)
        if decoder is not None:
            raw = await read_body(request)
            arguments = (context, decode(decoder, raw))

        async def work() -> Any:
            if route.at_owner:
                node = await self._gate.other_node(request, context.path["table"])
                if node is not None:
                    return await self._forwarder.request(request, node.url, context.token, raw)
            route.check_permission(context)
            return await route.handler(*arguments)

        previous = route.previous_answer
        if previous is None:
            return await work()

        async def earlier() -> Any:
            answer = previous(*arguments)
            return await answer if isawaitable(answer) else answer

        return await once(earlier, work)

    async def _no_socket(self, socket: WebSocket) -> None:
        await refuse(socket, Refusal("route/unknown"))

    async def _socket(self, socket: WebSocket) -> None:
        """The socket of a table, on whichever node it runs, or that of the feed."""
        try:
            context = self._gate.handshake(socket)
            table = context.path.get("table", "")
            node = await self._gate.other_node(socket, table) if table else None
            if node is not None:
                await self._forwarder.socket(socket, node.url, context.token)
                return
        except Refusal as refusal:
            await refuse(socket, refusal)
            return
        if table:
            await self._tables.serve(socket, context, table)
        else:
            await self._feed.serve(socket, context)
