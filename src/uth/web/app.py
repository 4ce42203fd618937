"""The application: binds a floor and its people to HTTP and sockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route as Endpoint
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from uth.core.refusal import Refusal, Refusals
from uth.floor.clock import MINUTE
from uth.floor.cluster.nodes import Node, elsewhere
from uth.floor.people.people import People
from uth.floor.people.rate_limits import Rate, RateLimit
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.web.api import (
    account,
    books,
    bots,
    cage,
    cloth,
    coach,
    corrections,
    floor,
    hands,
    houses,
    orders,
    receipts,
    service,
    sessions,
    solver,
    statements,
    tables,
    users,
    waiting_list,
)
from uth.web.forwarding import FORWARDED, Forwarder
from uth.web.openapi_document import document
from uth.web.requests import check_origin, decode, parameters, read_body, session_token
from uth.web.responses import answer_response, fault, refusal_response
from uth.web.routes import JSON, RequestContext, Route
from uth.web.sockets.connection import refuse
from uth.web.sockets.feed_socket import FeedSocket
from uth.web.sockets.open_sockets import OpenSockets
from uth.web.sockets.table_socket import TableSocket
from uth.web.static_pages import Pages

RESOURCES = (
    sessions,
    account,
    statements,
    users,
    tables,
    orders,
    bots,
    waiting_list,
    cloth,
    cage,
    books,
    hands,
    receipts,
    corrections,
    floor,
    houses,
    solver,
    coach,
    service,
)
ROUTES: tuple[Route, ...] = tuple(route for resource in RESOURCES for route in resource.ROUTES)
LOG = logging.getLogger("uth.web")
PURGE_INTERVAL = 600
"""Seconds between two purges of expired sessions."""


class Rates(msgspec.Struct, frozen=True):
    """How many requests are accepted, by account or else by client address."""

    session: Rate = Rate(burst=100, tokens=30)
    address: Rate = Rate(burst=40, tokens=5)
    """Requests without a session that change something: signing in, entering as a guest."""
    sign_up: Rate = Rate(burst=10, tokens=1, per=MINUTE)
    """New accounts from one address; administrators are not limited."""


class App:
    """Serves one floor; `build` returns the ASGI application."""

    def __init__(self, runner: FloorRunner, people: People, rates: Rates | None = None) -> None:
        self.runner = runner
        self.people = people
        clock, rates = runner.floor.clock, rates or Rates()
        self._session_rate = RateLimit(rates.session, clock)
        self._address_rate = RateLimit(rates.address, clock)
        self._read_rate = RateLimit(rates.session, clock)
        self._sign_up_rate = RateLimit(rates.sign_up, clock)
        self._message_rate = RateLimit(rates.session, clock)
        self.sockets = OpenSockets()
        self._tables = TableSocket(self.sockets, self._message_rate)
        self._feed = FeedSocket(self.sockets, self._message_rate)
        self._forwarder = Forwarder(runner.nodes.name)
        runner.present = lambda: self.sockets.count
        runner.metrics.gauges["uth_sockets"] = lambda: self.sockets.count
        runner.metrics.gauges |= runner.gauges()
        self._document = msgspec.json.encode(document(ROUTES))

    def build(self) -> Starlette:
        own = [
            Endpoint("/health", self._health),
            Endpoint("/ready", self._ready),
            Endpoint("/metrics", self._metrics),
            Endpoint("/openapi.json", self._openapi),
            WebSocketRoute("/ws/floor", self._feed_socket),
            WebSocketRoute("/ws/{table}", self._table_socket),
        ]
        api = [
            Endpoint(route.path, self._endpoint(route), methods=[route.method]) for route in ROUTES
        ]
        pages = Pages()
        return Starlette(
            routes=[*own, *api, *pages.routes()],
            lifespan=self._lifespan,
            exception_handlers={HTTPException: pages.no_route},
        )

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        runner = self.runner
        with runner.floor.store.reading() as reader:
            runner.feed.begin(reader)
        runner.floor.recover()
        runner.watch_tables()
        tasks = [asyncio.create_task(self._purge_sessions(), name="purge sessions")]
        if runner.floor.leases.shared:
            self._forwarder.start()
            tasks.append(asyncio.create_task(runner.run_cluster(), name="cluster"))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._forwarder.close()
            await runner.stop()

    async def _purge_sessions(self) -> None:
        while True:
            with contextlib.suppress(Refusal):
                await asyncio.to_thread(self.people.tidy)
            await asyncio.sleep(PURGE_INTERVAL)

    async def _health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def _ready(self, request: Request) -> Response:
        """Ready while the store answers and orders are accepted."""
        try:
            with self.runner.floor.store.reading() as reader:
                reader.now()
        except Refusal:
            return PlainTextResponse("the store does not answer\n", 503)
        if self.runner.draining:
            return PlainTextResponse("the floor is closing\n", 503)
        if not self.runner.writer.running:
            return PlainTextResponse("nothing can be written\n", 503)
        return PlainTextResponse("ready\n")

    async def _metrics(self, request: Request) -> Response:
        return PlainTextResponse(self.runner.metrics.text(), media_type="text/plain; version=0.0.4")

    async def _openapi(self, request: Request) -> Response:
        return Response(self._document, media_type=JSON)

    def _endpoint(self, route: Route) -> Callable[[Request], Awaitable[Response]]:
        decoder = msgspec.json.Decoder(route.body) if route.body is not None else None

        async def endpoint(request: Request) -> Response:
            began = time.perf_counter()
            try:
                answer = await self._answer(route, request, decoder)
                response = answer_response(answer, secure=request.url.scheme == "https")
            except (Refusal, Refusals) as refused:
                first = refused.defects[0]
                self.runner.metrics.count("uth_refusals_total", code=first.code)
                response = refusal_response(first)
            except Exception as error:
                self.runner.metrics.count("uth_faults_total")
                LOG.error("fault", extra={"fault": type(error).__name__, "route": route.path})
                response = refusal_response(fault())
            self._log(route, response.status_code, time.perf_counter() - began)
            return response

        endpoint.__name__ = route.handler.__name__
        return endpoint

    def _log(self, route: Route, status: int, seconds: float) -> None:
        labels = {"route": route.path, "method": route.method, "status": str(status)}
        self.runner.metrics.count("uth_requests_total", **labels)
        self.runner.metrics.observe("uth_request_seconds", seconds)
        LOG.info("request", extra={**labels, "ms": round(seconds * 1_000, 1)})

    async def _answer(
        self, route: Route, request: Request, decoder: msgspec.json.Decoder[Any] | None
    ) -> Any:
        check_origin(request)
        context = self._context(request, signed_in=route.signed_in)
        self._check_rates(route, context)
        raw = b""
        if decoder is not None:
            raw = await read_body(request)
            context = msgspec.structs.replace(context, body=decode(decoder, raw))
        try:
            node = (
                await self._other_node(request, context.path["table"]) if route.at_owner else None
            )
            if node is not None:
                self.runner.metrics.count("uth_forwarded_total")
                return await self._forwarder.request(request, node.url, context.token, raw)
            return await route.handler(context)
        except Refusal:
            previous = route.previous_answer(context) if route.previous_answer is not None else None
            if previous is None:
                raise
            return previous

    def _check_rates(self, route: Route, context: RequestContext) -> None:
        if route.signed_in:
            self._session_rate.require(context.actor.name)
        else:
            rate = self._read_rate if route.method == "GET" else self._address_rate
            rate.require(context.client_address)
        if route.sign_up and not users.may_create_users(context):
            self._sign_up_rate.require(context.client_address)

    async def _other_node(self, request: HTTPConnection, table: str) -> Node | None:
        """The node that owns a table, if it is not this one; nothing is forwarded twice."""
        node = await self.runner.where(table)
        if node is not None and FORWARDED in request.headers:
            raise elsewhere(node, table)
        return node

    def _context(self, request: HTTPConnection, *, signed_in: bool = True) -> RequestContext:
        path, query = parameters(request)
        token = session_token(request)
        return RequestContext(
            runner=self.runner,
            people=self.people,
            token=token,
            client_address=request.client.host if request.client else "unknown",
            path=path,
            query=query,
            person=self._person(token, signed_in) if token else None,
        )

    def _person(self, token: str, signed_in: bool) -> Person | None:
        """Who holds a token; an expired one does not keep anybody from signing in."""
        try:
            return self.people.person(token)
        except Refusal:
            if signed_in:
                raise
            return None

    def _socket_context(self, socket: WebSocket) -> RequestContext:
        check_origin(socket)
        context = self._context(socket)
        self._session_rate.require(context.actor.name)
        return context

    async def _feed_socket(self, socket: WebSocket) -> None:
        try:
            context = self._socket_context(socket)
        except Refusal as refusal:
            await refuse(socket, refusal)
            return
        await self._feed.serve(socket, context)

    async def _table_socket(self, socket: WebSocket) -> None:
        try:
            context = self._socket_context(socket)
            node = await self._other_node(socket, context.path["table"])
            if node is not None:
                self.runner.metrics.count("uth_forwarded_total")
                await self._forwarder.socket(socket, node.url, context.token)
                return
        except Refusal as refusal:
            await refuse(socket, refusal)
            return
        await self._tables.serve(socket, context, context.path["table"])
