"""Sockets: a table's news as they happen, and orders to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

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

LOG = logging.getLogger("uth.web")
LONGEST = 65_536
"""Bytes of one message."""
BEHIND = 256
"""How many messages a reader may be behind before he is let go."""
MOST_SOCKETS = 20_000
"""More than this nobody may have, seated or not."""
MOST_OWN = 50
"""How many of them one person may have."""
SLOWED = "rate/too_many"
FLOOD = 200
"""When so many more messages came too fast than came in time, a socket is closed."""
FAREWELL = 1.0
"""Seconds for telling somebody that his socket ends; one who does not read is not told."""
REFUSED, TOO_LARGE, AGAIN = 1008, 1009, 1013


Ending: TypeAlias = "asyncio.Future[tuple[int, str]]"
"""With which code and word the house ends a socket, once it does."""


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
        who = asked.who
        try:
            keeper = asked.service.house.keeper(table)
            People.require(who, Action.TABLE_WATCH, who.name)
            if not keeper.table.present(who.name):
                asked.service.admit()
            if self.open >= self._most or self._own[who.name] >= MOST_OWN:
                raise Refusal("service/full", "the house is full; try again later")
        except Refusal as no:
            again = no.code in ("service/full", "service/door")
            await socket.close(AGAIN if again else REFUSED, no.code)
            return
        self.open += 1
        self._own[who.name] += 1
        try:
            await socket.accept()
            await self._sit_by(socket, asked, keeper)
        finally:
            self.open -= 1
            self._own -= Counter([who.name])

    async def _sit_by(self, socket: WebSocket, asked: Asked, keeper: Keeper) -> None:
        who, table = asked.who, keeper.name
        line: asyncio.Queue[bytes] = asyncio.Queue(BEHIND)
        ending: Ending = asyncio.get_running_loop().create_future()
        hear = self._hearer(asked, line, ending)
        hearers = asked.service.hearers[table]
        hearers.add(hear)

        def leave() -> None:
            if not ending.done():
                ending.set_result((AGAIN, "table/left"))

        asked.service.leaving[table].add(leave)
        try:
            line.put_nowait(keeper.news(asked.service.house.clock()).to(who.name))
            await self._come(asked, who, table)
            await self._both_ways(socket, asked, table, line, ending)
        finally:
            hearers.discard(hear)
            asked.service.leaving[table].discard(leave)
            await self._go(asked, who, table)

    async def feed(self, socket: WebSocket, feed: Feed) -> None:
        """What happened lately, and from then on whatever happens."""
        line: asyncio.Queue[bytes] = asyncio.Queue(BEHIND)
        slow = asyncio.Event()

        def hear(news: FloorNews) -> None:
            try:
                line.put_nowait(to_json(news))
            except asyncio.QueueFull:
                slow.set()

        await socket.accept()
        self.open += 1
        for news in list(feed.recent):
            hear(news)
        feed.hearers.add(hear)
        sending = asyncio.create_task(self._send(socket, line))
        leaving = asyncio.create_task(_until_gone(socket))
        behind = asyncio.create_task(slow.wait())
        try:
            await asyncio.wait((sending, leaving, behind), return_when=asyncio.FIRST_COMPLETED)
            if slow.is_set():
                with contextlib.suppress(RuntimeError):
                    await socket.close(AGAIN, "socket/behind")
        finally:
            feed.hearers.discard(hear)
            self.open -= 1
            for task in (sending, leaving, behind):
                task.cancel()
            await asyncio.wait((sending, leaving, behind))

    def _hearer(
        self, asked: Asked, line: asyncio.Queue[bytes], ending: Ending
    ) -> Callable[[Telling], None]:
        """Nothing more is told to one who falls behind, or whose session has ended."""

        def hear(news: Telling) -> None:
            if ending.done():
                return
            try:
                if asked.people.sessions.alive(asked.token):
                    line.put_nowait(news.to(asked.who.name))
                else:
                    ending.set_result((REFUSED, "session/none"))
            except asyncio.QueueFull:
                ending.set_result((AGAIN, "socket/behind"))

        return hear

    async def _both_ways(
        self,
        socket: WebSocket,
        asked: Asked,
        table: str,
        line: asyncio.Queue[bytes],
        ending: Ending,
    ) -> None:
        tasks = [
            asyncio.create_task(self._send(socket, line)),
            asyncio.create_task(self._listen(socket, asked, table, line, ending)),
        ]
        try:
            until: list[asyncio.Future[Any]] = [*tasks, ending]
            await asyncio.wait(until, return_when=asyncio.FIRST_COMPLETED)
            if ending.done():
                for task in tasks:
                    task.cancel()
                with contextlib.suppress(RuntimeError, TimeoutError):
                    async with asyncio.timeout(FAREWELL):
                        await socket.close(*ending.result())
        finally:
            ending.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _send(self, socket: WebSocket, line: asyncio.Queue[bytes]) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await socket.send_text((await line.get()).decode())

    async def _listen(
        self,
        socket: WebSocket,
        asked: Asked,
        table: str,
        line: asyncio.Queue[bytes],
        ending: Ending,
    ) -> None:
        flood = 0
        with contextlib.suppress(WebSocketDisconnect):
            while not ending.done():
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                raw = text.encode("utf-8", "replace") if text is not None else message["bytes"]
                if len(raw) > LONGEST:
                    ending.set_result((TOO_LARGE, "socket/too_large"))
                    return
                said = await self._answer(asked, table, raw)
                slowed = isinstance(said, SocketRefusal) and said.refusal.code == SLOWED
                flood = flood + 1 if slowed else max(flood - 1, 0)
                try:
                    line.put_nowait(to_json(said))
                except asyncio.QueueFull:
                    flood = FLOOD
                if flood >= FLOOD and not ending.done():
                    ending.set_result((AGAIN, SLOWED))

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


async def _until_gone(socket: WebSocket) -> None:
    """Whatever is said on a feed is not heard; only that its reader goes."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass


def read_order(raw: bytes) -> m.SocketOrder:
    try:
        return _DECODER.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise malformed(error) from None


def malformed(error: Exception) -> Refusal:
    """What a body lacks, in one printable line."""
    sentence = str(error).encode("unicode_escape").decode()[:200] or "this can't be read"
    return Refusal("body/malformed", sentence[:1].lower() + sentence[1:])
