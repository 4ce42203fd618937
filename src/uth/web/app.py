"""The application: reads requests, asks who it is, answers in JSON, and logs without secrets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route as Path
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from uth.core.refusal import Refusal, Refusals
from uth.floor.clock import MINUTE
from uth.floor.cluster.nodes import Node, elsewhere
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.people.rate_limits import Rate, RateLimit
from uth.floor.people.roles import Person, matrix
from uth.floor.runner import FloorRunner
from uth.table.wire import to_json
from uth.web import forwarding as forward
from uth.web.api import coach as coach_api
from uth.web.api import corrections as corrections_api
from uth.web.api import felt as felt_api
from uth.web.api import floor as floor_api
from uth.web.api import hands as hands_api
from uth.web.api import houses as houses_api
from uth.web.api import people as people_api
from uth.web.api import service as service_api
from uth.web.api import solve as solve_api
from uth.web.api import tables as tables_api
from uth.web.api import watch as watch_api
from uth.web.openapi_document import document
from uth.web.routes import (
    HEADERS,
    JSON,
    Download,
    RequestContext,
    Route,
    refusal_message,
    status_of,
)
from uth.web.sockets.connection import LONGEST, refuse
from uth.web.sockets.endpoints import Sockets, malformed
from uth.web.static_pages import Pages

ROUTES: tuple[Route, ...] = (
    *people_api.ROUTES,
    *tables_api.ROUTES,
    *felt_api.ROUTES,
    *floor_api.ROUTES,
    *corrections_api.ROUTES,
    *watch_api.ROUTES,
    *hands_api.ROUTES,
    *houses_api.ROUTES,
    *solve_api.ROUTES,
    *coach_api.ROUTES,
    *service_api.ROUTES,
)
LOG = logging.getLogger("uth.web")
COOKIE = "uth_session"
TIDY = 600
"""Seconds between two looks for sessions that have ended."""


class Rates(msgspec.Struct, frozen=True):
    """How often somebody may ask; one who has not signed in is known by his place alone."""

    session: Rate = Rate(burst=100, tokens=30)
    place: Rate = Rate(burst=40, tokens=5)
    """Signing in, coming as a guest, looking at a receipt."""
    sign_up: Rate = Rate(burst=10, tokens=1, per=MINUTE)
    """New accounts from one place; an administrator makes as many as he likes."""


class App:
    """Binds a service and its people to HTTP."""

    def __init__(self, runner: FloorRunner, people: People, rates: Rates | None = None) -> None:
        self.runner = runner
        self.people = people
        clock, rates = runner.floor.clock, rates or Rates()
        self._sessions = RateLimit(rates.session, clock)
        self._places = RateLimit(rates.place, clock)
        self._readers = RateLimit(rates.session, clock)
        self._newcomers = RateLimit(rates.sign_up, clock)
        self.sockets = Sockets(RateLimit(rates.session, clock))
        runner.present = lambda: self.sockets.open
        metrics = runner.metrics
        metrics.gauges["uth_sockets"] = lambda: self.sockets.open
        metrics.gauges |= runner.gauges()
        self._document = msgspec.json.encode(document(ROUTES))

    def build(self) -> Starlette:
        own = [
            Path("/health", self._health),
            Path("/ready", self._ready),
            Path("/metrics", self._metrics),
            Path("/openapi.json", self._openapi),
            WebSocketRoute("/ws/floor", self._feed),
            WebSocketRoute("/ws/{table}", self._socket),
        ]
        api = [Path(route.path, self._endpoint(route), methods=[route.method]) for route in ROUTES]
        pages = Pages()
        refusing = {HTTPException: partial(_no_such_way, pages)}
        routes = [*own, *api, *pages.routes()]
        return Starlette(routes=routes, lifespan=self._life, exception_handlers=refusing)

    @contextlib.asynccontextmanager
    async def _life(self, app: Starlette) -> AsyncIterator[None]:
        with self.runner.floor.store.reading() as reader:
            self.runner.feed.begin(reader)
        self.runner.floor.recover()
        self.runner.watch_tables()
        beside = [asyncio.create_task(self._tidy(), name="tidying")]
        if self.runner.floor.leases.shared:
            beside.append(asyncio.create_task(self.runner.run_cluster(), name="minding"))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await self.runner.stop()

    async def _tidy(self) -> None:
        """Forget sessions that ended, now and then."""
        while True:
            with contextlib.suppress(Refusal):
                await asyncio.to_thread(self.people.tidy)
            await asyncio.sleep(TIDY)

    async def _health(self, request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def _ready(self, request: Request) -> Response:
        """Ready when the store answers and the house takes orders."""
        try:
            with self.runner.floor.store.reading() as reader:
                reader.now()
        except Refusal:
            return PlainTextResponse("the store does not answer\n", 503)
        if self.runner.draining:
            return PlainTextResponse("the house closes\n", 503)
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
                found = await self._answer(route, request, decoder)
                response = _good(found, request.url.scheme == "https")
            except (Refusal, Refusals) as no:
                first = no.defects[0]
                self.runner.metrics.count("uth_refusals_total", code=first.code)
                response = Response(
                    to_json(refusal_message(first)), status_of(first), media_type=JSON
                )
            except Exception as error:
                self.runner.metrics.count("uth_faults_total")
                LOG.error("fault", extra={"fault": type(error).__name__, "route": route.path})
                fault = Refusal("service/fault", "something went wrong here; nothing was lost")
                response = Response(to_json(refusal_message(fault)), 500, media_type=JSON)
            response.headers.update(HEADERS)
            self._log(route, response.status_code, began)
            return response

        endpoint.__name__ = route.handler.__name__
        return endpoint

    def _log(self, route: Route, status: int, began: float) -> None:
        labels = {"route": route.path, "method": route.method, "status": str(status)}
        self.runner.metrics.count("uth_requests_total", **labels)
        seconds = time.perf_counter() - began
        self.runner.metrics.took("uth_request_seconds", seconds)
        taken = round(seconds * 1_000, 1)
        LOG.info("request", extra={**labels, "ms": taken})

    async def _answer(
        self, route: Route, request: Request, decoder: msgspec.json.Decoder[Any] | None
    ) -> Any:
        check_origin(request)
        context = self._asked(request, route.signed_in)
        if route.signed_in:
            self._sessions.require(context.who.name)
        else:
            places = self._readers if route.method == "GET" else self._places
            places.require(context.place)
        if route.sign_up and not _may_make_accounts(context.person):
            self._newcomers.require(context.place)
        raw = b""
        if decoder is not None:
            raw = await _read(request)
            try:
                context = msgspec.structs.replace(context, body=decoder.decode(raw))
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
                raise malformed(error) from None
        try:
            node = await self._elsewhere(request, context.path["table"]) if route.kept else None
            if node is not None:
                return await self._hand_on(request, node, context.token, raw)
            return await route.handler(context)
        except Refusal:
            before = route.previous_answer(context) if route.previous_answer is not None else None
            if before is None:
                raise
            return before

    async def _elsewhere(self, request: HTTPConnection, table: str) -> Node | None:
        """The node that keeps a table, where it is not this one; nobody is sent on twice."""
        node = await self.runner.where(table)
        if node is not None and forward.FORWARDED in request.headers:
            raise elsewhere(node, table)
        return node

    async def _hand_on(self, request: Request, node: Node, token: str, raw: bytes) -> Response:
        self.runner.metrics.count("uth_forwarded_total")
        by, query = self.runner.nodes.name, request.url.query
        path = request.url.path
        found = await forward.request(node.url, request.method, path, query, token, raw, by)
        return Response(found.body, found.status, media_type=found.media)

    def _asked(self, request: HTTPConnection, signed_in: bool = True) -> RequestContext:
        path = {name: str(value) for name, value in request.path_params.items()}
        query = dict(request.query_params)
        for value in (*path.values(), *query.values()):
            if len(value) > 200 or not value.isprintable():
                raise Refusal("query/text", "an address holds short printable words", "path")
        token = _token(request)
        person = self._person(token, signed_in) if token else None
        place = request.client.host if request.client else "nowhere"
        return RequestContext(self.runner, self.people, token, place, path, query, None, person)

    def _person(self, token: str, signed_in: bool) -> Person | None:
        """Who holds a token; one that has ended does not keep anybody from signing in."""
        try:
            return self.people.person(token)
        except Refusal:
            if signed_in:
                raise
            return None

    async def _feed(self, socket: WebSocket) -> None:
        """The floor's feed, for those who watch the house."""
        try:
            check_origin(socket)
            context = self._asked(socket)
            self._sessions.require(context.who.name)
        except Refusal as no:
            await refuse(socket, no)
            return
        await self.sockets.feed(socket, context)

    async def _socket(self, socket: WebSocket) -> None:
        try:
            check_origin(socket)
            context = self._asked(socket)
            self._sessions.require(context.who.name)
            node = await self._elsewhere(socket, context.path["table"])
            if node is not None:
                self.runner.metrics.count("uth_forwarded_total")
                await forward.socket(socket, node.url, context.token, self.runner.nodes.name)
                return
        except Refusal as no:
            await refuse(socket, no)
            return
        await self.sockets.serve(socket, context, context.path["table"])


def _may_make_accounts(person: Person | None) -> bool:
    return person is not None and matrix().why_not(person, Action.USERS_CREATE) is None


async def _no_such_way(pages: Pages, request: Request, error: Exception) -> Response:
    """An address or a method that there is not, told like any other refusal."""
    status = getattr(error, "status_code", 404)
    page = pages.missing(request) if status == HTTPStatus.NOT_FOUND else None
    if page is not None:
        return page
    method = status == HTTPStatus.METHOD_NOT_ALLOWED
    no = Refusal("route/method" if method else "route/unknown", "there is no such way in here")
    headers = {**HEADERS, **(getattr(error, "headers", None) or {})}
    return Response(to_json(refusal_message(no)), status, headers, JSON)


def _good(found: Any, encrypted: bool) -> Response:
    """What was asked for; a token also as a cookie that no script and no other site gets."""
    if isinstance(found, Response):
        return found
    if isinstance(found, Download):
        return Response(found.body, media_type=found.media)
    if isinstance(found, str):
        return PlainTextResponse(found)
    response = Response(to_json(found), media_type=JSON)
    token = getattr(found, "token", None)
    if token is not None:
        response.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=encrypted)
    return response


def _token(request: HTTPConnection) -> str:
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    return request.cookies.get(COOKIE, "")


def check_origin(request: HTTPConnection) -> None:
    """A page of another site may not act in a visitor's name."""
    origin = request.headers.get("origin")
    if origin is None:
        return
    try:
        site = urlsplit(origin).netloc
    except ValueError:
        site = ""
    if not site or site != request.headers.get("host"):
        raise Refusal("role/foreign_origin", "this page belongs to another site", "origin")


async def _read(request: Request) -> bytes:
    found = b""
    async for chunk in request.stream():
        found += chunk
        if len(found) > LONGEST:
            raise Refusal("body/too_large", f"a body has at most {LONGEST} bytes")
    return found
