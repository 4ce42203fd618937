"""Where requests and handshakes come in: who asks, in which language, and how often they may."""

from __future__ import annotations

import msgspec
from starlette.requests import HTTPConnection

from uth.core.refusal import Refusal
from uth.floor.clock import MINUTE, Clock
from uth.floor.cluster.nodes import Node, elsewhere
from uth.floor.people.addresses import network_of
from uth.floor.people.people import People
from uth.floor.people.rate_limits import Rate, RateLimit
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.web.api.users import may_create_users
from uth.web.forwarding import FORWARDED
from uth.web.requests import check_origin, guest_token, language_of, parameters, session_token
from uth.web.routes import RequestContext, Route


class Rates(msgspec.Struct, frozen=True):
    """How many requests are accepted, by account or else by client address."""

    session: Rate = Rate(burst=100, tokens=30)
    address: Rate = Rate(burst=40, tokens=5)
    """Requests without a session that change something: signing in, entering as a guest."""
    sign_up: Rate = Rate(burst=10, tokens=1, per=MINUTE)
    """New accounts from one address; administrators are not limited."""
    strangers: Rate = Rate(burst=200, tokens=20)
    """Requests from one address without the session that they need, or with a false one."""


class Gate:
    """Makes the context of a request, or refuses it."""

    def __init__(self, runner: FloorRunner, people: People, rates: Rates, clock: Clock) -> None:
        self._runner = runner
        self._people = people
        self._session_rate = RateLimit(rates.session, clock)
        self._address_rate = RateLimit(rates.address, clock)
        self._read_rate = RateLimit(rates.session, clock)
        self._sign_up_rate = RateLimit(rates.sign_up, clock)
        self._stranger_rate = RateLimit(rates.strangers, clock)

    def request(self, request: HTTPConnection, route: Route) -> RequestContext:
        context = self._context(request, signed_in=route.signed_in)
        if route.signed_in:
            self._session_rate.require(context.actor.name)
        elif route.method != "GET":
            self._address_rate.require(context.client_address)
        elif context.person is not None:  # their neighbors don't use up what they may read
            self._session_rate.require(context.person.name)
        else:
            self._read_rate.require(context.client_address)
        if route.sign_up and not may_create_users(context):
            self._sign_up_rate.require(context.client_address)
        return context

    def handshake(self, socket: HTTPConnection) -> RequestContext:
        context = self._context(socket, signed_in=True)
        self._session_rate.require(context.actor.name)
        return context

    def _context(self, request: HTTPConnection, *, signed_in: bool) -> RequestContext:
        check_origin(request)
        path, query = parameters(request)
        token = session_token(request)
        network = network_of(request.client.host) if request.client else "unknown"
        return RequestContext(
            runner=self._runner,
            people=self._people,
            token=token,
            guest_token=guest_token(request),
            client_address=network,
            path=path,
            query=query,
            person=self._person(token, network, signed_in),
            language=language_of(request),
        )

    def _person(self, token: str, network: str, signed_in: bool) -> Person | None:
        """Who holds a token; an expired one does not keep anybody from signing in.

        An address that sent too many false ones is refused before another is looked up.
        """
        if not token and not signed_in:
            return None
        if not self._people.sessions.cached(token):
            self._stranger_rate.check(network)
        try:
            return self._people.person(token)
        except Refusal:
            self._stranger_rate.take(network)
            if signed_in:
                raise
            return None

    async def other_node(self, request: HTTPConnection, table: str) -> Node | None:
        """The node that owns a table, if it is not this one; nothing is forwarded twice."""
        node = await self._runner.where(table)
        if node is not None:
            if FORWARDED in request.headers:
                raise elsewhere(node, table)
            self._runner.metrics.count("uth_forwarded_total")
        return node
