"""Sockets: a table's news as they happen, and orders to it."""

from __future__ import annotations

import contextlib
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import TypeVar

import msgspec
from starlette.websockets import WebSocket

from uth.core.refusal import Refusal
from uth.floor.actions import Action
from uth.floor.feed import Feed, FloorNews
from uth.floor.keeper import Keeper
from uth.floor.orders import Answer, Order
from uth.floor.people import People
from uth.floor.rate import RateLimit
from uth.floor.roles import Person
from uth.floor.updates import Telling
from uth.table import commands as c
from uth.table.wire import to_json
from uth.web import messages as m
from uth.web.routes import Asked, told
from uth.web.tables_api import give_order
from uth.web.talk import AGAIN, REFUSED, SLOWED, Talk, closing, refuse

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
    refusal: m.Told


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

    async def serve(self, socket: WebSocket, asked: Asked, table: str) -> None:
        """Accept, tell how the table stands, then both ways until one side ends it."""
        who, house = asked.who, asked.service.house

        def check() -> Keeper:
            keeper = house.keeper(table)
            People.require(who, Action.TABLE_WATCH, who.name)
            if not keeper.table.present(who.name):
                asked.service.admit()
            return keeper

        await self._let_in(socket, asked, check, self._sit_by)

    async def feed(self, socket: WebSocket, asked: Asked) -> None:
        """What happened lately, and from then on whatever happens, to one who may watch."""

        def check() -> Feed:
            People.require(asked.who, Action.FEED_SEE)
            asked.service.need_room()
            return asked.service.feed

        await self._let_in(socket, asked, check, self._watch)

    async def _let_in(
        self,
        socket: WebSocket,
        asked: Asked,
        check: Callable[[], T],
        go_on: Callable[[Talk, Asked, T], Awaitable[None]],
    ) -> None:
        """Refuse the handshake, or accept it and talk, counted among the open ones."""
        try:
            found = check()
            self._need_place(asked.who)
        except Refusal as no:
            await refuse(socket, no)
            return
        with self._counted(asked.who):
            await socket.accept()
            await go_on(Talk(socket), asked, found)

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

    async def _sit_by(self, talk: Talk, asked: Asked, keeper: Keeper) -> None:
        who, table = asked.who, keeper.name

        def hear(news: Telling) -> None:
            if talk.ended:
                return
            if asked.people.sessions.alive(asked.token):
                talk.tell(news.to(who.name))
            else:
                talk.end(REFUSED, "session/none")

        def leave() -> None:
            talk.end(AGAIN, "table/left")

        async def take(raw: bytes) -> bool:
            said = await self._answer(asked, table, raw)
            talk.tell(to_json(said), SLOWED)
            return not isinstance(said, SocketRefusal) or said.refusal.code != SLOWED

        hearers = asked.service.hearers[table]
        hearers.add(hear)
        asked.service.leaving[table].add(leave)
        try:
            talk.tell(keeper.news(asked.service.house.clock()).to(who.name))
            await self._come(asked, who, table)
            await talk.go_on(take)
        finally:
            hearers.discard(hear)
            asked.service.leaving[table].discard(leave)
            await self._go(asked, who, table)

    async def _watch(self, talk: Talk, asked: Asked, feed: Feed) -> None:
        who = asked.who

        def may() -> bool:
            """Ends with the session, and with the role that let him watch."""
            try:
                People.require(asked.people.still(asked.token, who.name), Action.FEED_SEE)
            except Refusal as no:
                talk.end(closing(no), no.code)
            return not talk.ended

        def hear(news: FloorNews) -> None:
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

    async def _answer(self, asked: Asked, table: str, raw: bytes) -> SocketAnswer | SocketRefusal:
        key = ""
        try:
            self._rate.require(asked.who.name)
            person = asked.people.person(asked.token)
            order = read_order(raw)
            key = order.key
            answer = await give_order(asked, person, table, order.command, key, order.version)
        except Refusal as no:
            asked.service.metrics.count("uth_refusals_total", code=no.code)
            return SocketRefusal(key, told(no, key))
        except Exception as error:
            asked.service.metrics.count("uth_faults_total")
            LOG.error("fault", extra={"fault": type(error).__name__, "route": "/ws/{table}"})
            fault = Refusal("service/fault", "something went wrong here; nothing was lost")
            return SocketRefusal(key, told(fault, key))
        return SocketAnswer(key, answer)

    async def _come(self, asked: Asked, who: Person, table: str) -> None:
        self._here[table, who.name] += 1
        await self._come_back(asked, who, table)

    async def _come_back(self, asked: Asked, who: Person, table: str) -> None:
        keeper = asked.service.house.tables.get(table)
        seat = keeper.table.find(who.name) if keeper else 0
        if keeper is not None and seat and keeper.table.seat(seat).cut_off:
            with contextlib.suppress(Refusal):
                await asked.service.perform(Order(table, who.name, c.ComeBack(who.name)))

    async def _go(self, asked: Asked, who: Person, table: str) -> None:
        """The last socket of a seated player is gone: he is cut off (Q-13).

        One who is here again before that is written comes back at once.
        """
        self._here[table, who.name] -= 1
        if self._here[table, who.name] > 0:
            return
        del self._here[table, who.name]
        keeper = asked.service.house.tables.get(table)
        if keeper is not None and keeper.table.find(who.name) and not asked.service.draining:
            with contextlib.suppress(Refusal):
                await asked.service.perform(Order(table, who.name, c.CutOff(who.name)))
            if self._here[table, who.name] > 0:
                await self._come_back(asked, who, table)
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
