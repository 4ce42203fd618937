"""Sockets: a table's news as they happen, and orders to it."""

from __future__ import annotations

import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket

from uth.core.messages import RefusalMessage
from uth.core.refusal import Refusal
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.people.rate_limits import RateLimit
from uth.floor.people.roles import Person
from uth.floor.records.feed import Feed, FeedItem
from uth.floor.tables.orders import Answer, Order
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import Broadcast
from uth.table import commands as c
from uth.table.wire import to_json
from uth.web.api.tables import give_order
from uth.web.messages import tables as m
from uth.web.routes import RequestContext, refusal_message
from uth.web.sockets.connection import AGAIN, REFUSED, SLOWED, Connection, closing, refuse

T = TypeVar("T")
LOG = logging.getLogger("uth.web")
MOST_SOCKETS = 20_000
"""More than this nobody may have, seated or not."""
MOST_OWN = 50
"""How many of them one person may have."""


class SocketAnswer(msgspec.Struct, frozen=True, tag_field="type", tag="answer"):
    key: str
    answer: Answer


class SocketRefusal(msgspec.Struct, frozen=True, tag_field="type", tag="refusal"):
    key: str
    refusal: RefusalMessage


_DECODER = msgspec.json.Decoder(m.SocketOrder)


class Sockets:
    """All open sockets of a service."""

    def __init__(self, rate: RateLimit, most: int = MOST_SOCKETS) -> None:
        self.open = 0
        self._rate = rate
        self._most = most
        self._own: Counter[str] = Counter()
        self._here: Counter[tuple[str, str]] = Counter()
        """How many sockets somebody has at a table."""

    async def serve(self, socket: WebSocket, context: RequestContext, table: str) -> None:
        """Accept, tell how the table stands, then both ways until one side ends it."""
        who, house = context.who, context.runner.floor

        def check() -> TableWriter:
            table_writer = house.table_writer(table)
            People.require(who, Action.TABLE_WATCH, who.name)
            if not table_writer.table.present(who.name):
                context.runner.admit()
            return table_writer

        await self._let_in(socket, context, check, self._sit_by)

    async def feed(self, socket: WebSocket, context: RequestContext) -> None:
        """What happened lately, and from then on whatever happens, to one who may watch."""

        def check() -> Feed:
            People.require(context.who, Action.FEED_SEE)
            context.runner.need_room()
            return context.runner.feed

        await self._let_in(socket, context, check, self._watch)

    async def _let_in(
        self,
        socket: WebSocket,
        context: RequestContext,
        check: Callable[[], T],
        go_on: Callable[[Connection, RequestContext, T], Awaitable[None]],
    ) -> None:
        """Refuse the handshake, or accept it and talk, counted among the open ones."""
        try:
            found = check()
            self._need_place(context.who)
        except Refusal as no:
            await refuse(socket, no)
            return
        with self._counted(context.who):
            await socket.accept()
            await go_on(Connection(socket), context, found)

    def _need_place(self, who: Person) -> None:
        if self.open >= self._most or self._own[who.name] >= MOST_OWN:
            raise Refusal("service/full", "the house is full; try again later")

    @contextlib.contextmanager
    def _counted(self, who: Person) -> Iterator[None]:
        self.open += 1
        self._own[who.name] += 1
        try:
            yield
        finally:
            self.open -= 1
            self._own -= Counter([who.name])

    async def _sit_by(
        self, talk: Connection, context: RequestContext, table_writer: TableWriter
    ) -> None:
        who, table = context.who, table_writer.name

        def hear(news: Broadcast) -> None:
            if talk.ended:
                return
            if context.people.sessions.alive(context.token):
                talk.tell(news.to(who.name))
            else:
                talk.end(REFUSED, "session/none")

        def leave() -> None:
            talk.end(AGAIN, "table/left")

        async def take(raw: bytes) -> bool:
            said = await self._answer(context, table, raw)
            talk.tell(to_json(said), SLOWED)
            return not isinstance(said, SocketRefusal) or said.refusal.code != SLOWED

        hearers = context.runner.hearers[table]
        hearers.add(hear)
        context.runner.leaving[table].add(leave)
        try:
            talk.tell(table_writer.news(context.runner.floor.clock()).to(who.name))
            await self._come(context, who, table)
            await talk.go_on(take)
        finally:
            hearers.discard(hear)
            context.runner.leaving[table].discard(leave)
            await self._go(context, who, table)

    async def _watch(self, talk: Connection, context: RequestContext, feed: Feed) -> None:
        who = context.who

        def may() -> bool:
            """Ends with the session, and with the role that let him watch."""
            try:
                People.require(context.people.still(context.token, who.name), Action.FEED_SEE)
            except Refusal as no:
                talk.end(closing(no), no.code)
            return not talk.ended

        def hear(news: FeedItem) -> None:
            if not talk.ended and may():
                talk.tell(to_json(news))

        async def take(raw: bytes) -> bool:
            """Whatever is said on a feed is not heard, but it is counted."""
            return may() and self._rate.take(who.name) == 0

        for news in feed.recent:
            talk.tell(to_json(news))
        feed.hearers.add(hear)
        try:
            await talk.go_on(take)
        finally:
            feed.hearers.discard(hear)

    async def _answer(
        self, context: RequestContext, table: str, raw: bytes
    ) -> SocketAnswer | SocketRefusal:
        key = ""
        try:
            self._rate.require(context.who.name)
            person = context.people.person(context.token)
            order = read_order(raw)
            key = order.key
            answer = await give_order(context, person, table, order.command, key, order.version)
        except Refusal as no:
            context.runner.metrics.count("uth_refusals_total", code=no.code)
            return SocketRefusal(key, refusal_message(no, key))
        except Exception as error:
            context.runner.metrics.count("uth_faults_total")
            LOG.error("fault", extra={"fault": type(error).__name__, "route": "/ws/{table}"})
            fault = Refusal("service/fault", "something went wrong here; nothing was lost")
            return SocketRefusal(key, refusal_message(fault, key))
        return SocketAnswer(key, answer)

    async def _come(self, context: RequestContext, who: Person, table: str) -> None:
        self._here[table, who.name] += 1
        await self._come_back(context, who, table)

    async def _come_back(self, context: RequestContext, who: Person, table: str) -> None:
        table_writer = context.runner.floor.tables.get(table)
        seat = table_writer.table.find(who.name) if table_writer else 0
        if table_writer is not None and seat and table_writer.table.seat(seat).disconnected:
            with contextlib.suppress(Refusal):
                await context.runner.perform(Order(table, who.name, c.Reconnect(who.name)))

    async def _go(self, context: RequestContext, who: Person, table: str) -> None:
        """The last socket of a seated player is gone: he is cut off (Q-13).

        One who is here again before that is written comes back at once.
        """
        self._here[table, who.name] -= 1
        if self._here[table, who.name] > 0:
            return
        del self._here[table, who.name]
        table_writer = context.runner.floor.tables.get(table)
        if (
            table_writer is not None
            and table_writer.table.find(who.name)
            and not context.runner.draining
        ):
            with contextlib.suppress(Refusal):
                await context.runner.perform(Order(table, who.name, c.Disconnect(who.name)))
            if self._here[table, who.name] > 0:
                await self._come_back(context, who, table)
            else:
                del self._here[table, who.name]


def read_order(raw: bytes) -> m.SocketOrder:
    try:
        return _DECODER.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(error) from None


def malformed(error: Exception) -> Refusal:
    """What a body lacks, in one printable line."""
    sentence = str(error).encode("unicode_escape").decode()[:200] or "this can't be read"
    return Refusal("body/malformed", sentence[:1].lower() + sentence[1:])
