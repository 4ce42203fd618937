"""A table over a socket: an update after every commit, and orders with their answers."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Literal

import msgspec
from starlette.websockets import WebSocket

from uth.core.refusal import Refusal
from uth.floor.keys import or_previous
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.people.rate_limits import RateLimit
from uth.floor.runner import Viewer
from uth.floor.tables.orders import (
    Answer,
    Order,
    SocketAnswer,
    SocketPing,
    SocketPong,
    SocketRefusal,
)
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import Broadcast
from uth.table import commands as c
from uth.table.wire import to_json
from uth.web.api.orders import OrderBody, start_order
from uth.web.requests import decode
from uth.web.responses import refusal_message, refusal_of
from uth.web.routes import RequestContext
from uth.web.sockets.connection import TOO_FAST, TRY_AGAIN, Connection
from uth.web.sockets.open_sockets import OpenSockets


class SocketOrder(OrderBody, frozen=True, kw_only=True):
    """A command that a client sends on a socket."""

    type: Literal["order"]


Reply = SocketAnswer | SocketRefusal | SocketPong
PING = to_json(SocketPing())
_ORDER = msgspec.json.Decoder(SocketOrder)


class TableSocket:
    """Serves tables over sockets; a player whose last socket closes is disconnected (Q-13)."""

    def __init__(self, sockets: OpenSockets, rate: RateLimit) -> None:
        self._sockets = sockets
        self._rate = rate
        self._connected: Counter[tuple[str, str]] = Counter()
        """How many sockets each person has open at each table."""

    async def serve(self, socket: WebSocket, context: RequestContext, table: str) -> None:
        actor = context.actor

        def check() -> TableWriter:
            table_writer = context.runner.floor.tables.writer(table)
            People.require(actor, Permission.TABLE_WATCH, actor.name)
            if not table_writer.table.present(actor.name):
                context.runner.admit()
            return table_writer

        async def run(connection: Connection, table_writer: TableWriter) -> None:
            await self._run(connection, context, table_writer)

        await self._sockets.run(socket, context, check, run)

    async def _run(
        self, connection: Connection, context: RequestContext, table_writer: TableWriter
    ) -> None:
        name, table, runner = context.actor.name, table_writer.name, context.runner

        def on_commit(broadcast: Broadcast) -> None:
            connection.send(broadcast.to(name))

        def on_table_gone() -> None:
            connection.close(TRY_AGAIN, "table/left")

        def reply(answer: Reply) -> None:
            connection.send(to_json(answer), if_full=TOO_FAST)
            too_fast = isinstance(answer, SocketRefusal) and answer.refusal.code == TOO_FAST
            connection.done(in_time=not too_fast)

        self._connected[table, name] += 1
        try:
            with runner.following(table, Viewer(on_commit, on_table_gone)):
                connection.send(table_writer.news(runner.floor.clock()).to(name))
                await self._reconnect(context, table)
                await connection.run(partial(self._on_message, context, table, reply))
        finally:
            await self._disconnect(context, table)

    def _on_message(
        self, context: RequestContext, table: str, reply: Callable[[Reply], None], raw: bytes
    ) -> None:
        """Carry out an order, or answer a ping; whatever becomes of it, there is one reply."""
        runner, key = context.runner, ""

        def refuse(error: Exception) -> None:
            refusal = refusal_of(error, runner.metrics, "/ws/{table}")
            reply(SocketRefusal(key, refusal_message(refusal, context.language, key)))

        def done(outcome: Answer | Exception) -> None:
            if isinstance(outcome, Refusal):
                outcome = or_previous(outcome, partial(runner.floor.previous_answer, order))
            if isinstance(outcome, Exception):
                refuse(outcome)
            else:
                reply(SocketAnswer(key, outcome))

        try:
            self._rate.require(context.actor.name)
            if raw == PING:
                reply(SocketPong())
                return
            actor = context.people.person(context.token)
            message = decode(_ORDER, raw)
            key = message.key
            order = Order(table, actor.name, message.command, key, message.version)
        except Exception as error:
            refuse(error)
            return
        try:
            start_order(runner, actor, order, done)
        except Exception as error:
            done(error)

    async def _reconnect(self, context: RequestContext, table: str) -> None:
        """Reconnect a seated player who was disconnected."""
        name = context.actor.name
        table_writer = context.runner.floor.tables.get(table)
        seat = table_writer.table.find(name) if table_writer else 0
        if table_writer is not None and seat and table_writer.table.seat(seat).disconnected:
            with contextlib.suppress(Refusal):
                await context.runner.orders.perform(Order(table, name, c.Reconnect(name)))

    async def _disconnect(self, context: RequestContext, table: str) -> None:
        """Disconnect a seated player whose last socket has closed.

        A player who connects again while that is being written is reconnected right after it.
        """
        name, runner = context.actor.name, context.runner
        self._connected[table, name] -= 1
        if self._connected[table, name] > 0:
            return
        del self._connected[table, name]
        table_writer = runner.floor.tables.get(table)
        if table_writer is None or not table_writer.table.find(name) or runner.draining:
            return
        with contextlib.suppress(Refusal):
            await runner.orders.perform(Order(table, name, c.Disconnect(name)))
        if self._connected[table, name] > 0:
            await self._reconnect(context, table)
        else:
            del self._connected[table, name]
