"""The floor feed over a socket: recent events first, then each event as it happens."""

from __future__ import annotations

from starlette.websockets import WebSocket

from uth.core.refusal import Refusal
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.people.rate_limits import RateLimit
from uth.floor.records.feed import Feed, FeedItem
from uth.table.wire import to_json
from uth.web.routes import RequestContext
from uth.web.sockets.connection import Connection, close_code
from uth.web.sockets.open_sockets import OpenSockets


class FeedSocket:
    """Serves the floor feed to those who may see it."""

    def __init__(self, sockets: OpenSockets, rate: RateLimit) -> None:
        self._sockets = sockets
        self._rate = rate

    async def serve(self, socket: WebSocket, context: RequestContext) -> None:
        def check() -> Feed:
            People.require(context.actor, Permission.FEED_SEE)
            context.runner.need_room()
            return context.runner.feed

        async def run(connection: Connection, feed: Feed) -> None:
            await self._run(connection, context, feed)

        await self._sockets.run(socket, context, check, run)

    async def _run(self, connection: Connection, context: RequestContext, feed: Feed) -> None:
        name = context.actor.name

        def allowed() -> bool:
            """Close the socket when the session ends or the role no longer permits it."""
            try:
                People.require(context.people.still(context.token, name), Permission.FEED_SEE)
            except Refusal as refusal:
                connection.close(close_code(refusal), refusal.code)
            return not connection.closed

        def on_item(item: FeedItem) -> None:
            if not connection.closed and allowed():
                connection.send(to_json(item))

        def on_message(raw: bytes) -> None:
            """Messages from the client have no effect, but count towards its rate limit."""
            connection.done(in_time=allowed() and self._rate.take(name) == 0)

        for item in feed.recent:
            connection.send(to_json(item))
        feed.hearers.add(on_item)
        try:
            await connection.run(on_message)
        finally:
            feed.hearers.discard(on_item)
