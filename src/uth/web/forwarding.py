"""Handing on to the node that keeps a table: a request as it came, or a socket both ways."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any
from urllib.parse import quote, urlsplit

import httptools
import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from uth.core.refusal import Refusal
from uth.web.routes import HEADERS, JSON
from uth.web.sockets.connection import AGAIN, DENIAL

FORWARDED = "x-uth-forwarded"
"""Says by which node a request was handed on: it is handed on once, never in a circle."""
PATIENCE = 10.0
LARGEST = 64 * 1024 * 1024
"""Bytes of an answer, and of a message from another node of this house."""


class ForwardedAnswer(msgspec.Struct, frozen=True):
    """What another node answered."""

    status: int
    media: str
    body: bytes


class _Reading:
    """Takes an answer apart as it comes."""

    def __init__(self) -> None:
        self.media = "application/json"
        self.body = bytearray()
        self.whole = False

    def on_header(self, name: bytes, value: bytes) -> None:
        if name.lower() == b"content-type":
            self.media = value.decode("latin-1")

    def on_body(self, body: bytes) -> None:
        self.body += body
        if len(self.body) > LARGEST:
            raise OverflowError

    def on_message_complete(self) -> None:
        self.whole = True


async def request(
    url: str, method: str, path: str, query: str, token: str, body: bytes, by: str
) -> ForwardedAnswer:
    """Ask another node; one that does not answer is refused like a table that is on its way."""
    place = urlsplit(url)
    target = quote(path, safe="/:._-~!$&'()*+,;=@") + (f"?{query}" if query else "")
    head = [
        f"{method} {place.path.rstrip('/')}{target} HTTP/1.1",
        f"host: {place.netloc}",
        f"authorization: Bearer {token}",
        f"{FORWARDED}: {by}",
        f"content-length: {len(body)}",
        "connection: close",
    ]
    try:
        async with asyncio.timeout(PATIENCE):
            return await _ask(place, "\r\n".join([*head, "", ""]).encode("latin-1") + body)
    except (OSError, TimeoutError, httptools.HttpParserError, OverflowError) as error:
        raise unanswered(url) from error


async def _ask(place: Any, raw: bytes) -> ForwardedAnswer:
    secure = place.scheme == "https"
    port = place.port or (443 if secure else 80)
    reader, writer = await asyncio.open_connection(place.hostname, port, ssl=secure or None)
    reading = _Reading()
    parser = httptools.HttpResponseParser(reading)
    try:
        writer.write(raw)
        await writer.drain()
        while not reading.whole:
            chunk = await reader.read(65_536)
            if not chunk:
                raise ConnectionResetError("the answer was cut short")
            parser.feed_data(chunk)
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return ForwardedAnswer(parser.get_status_code(), reading.media, bytes(reading.body))


def unanswered(url: str) -> Refusal:
    return Refusal(
        "lease/elsewhere",
        "the node that keeps this table does not answer; another takes it over within seconds",
        url,
    )


async def socket(near: WebSocket, url: str, token: str, by: str) -> None:
    """Join a visitor's socket with the one at the other node, until either ends."""
    place = urlsplit(url)
    scheme = "wss" if place.scheme == "https" else "ws"
    path = quote(near.url.path)
    address = f"{scheme}://{place.netloc}{place.path.rstrip('/')}{path}"
    headers = {"authorization": f"Bearer {token}", FORWARDED: by}
    try:
        far = await connect(
            address,
            additional_headers=headers,
            max_size=LARGEST,
            open_timeout=PATIENCE,
            close_timeout=1,
            proxy=None,
        )
    except InvalidStatus as no:
        answer = no.response
        if not answer.body or DENIAL not in near.scope.get("extensions", {}):
            raise unanswered(url) from no
        said = Response(bytes(answer.body), answer.status_code, HEADERS, JSON)
        await near.send_denial_response(said)
        return
    except (OSError, TimeoutError, InvalidHandshake, InvalidURI, ConnectionClosed) as error:
        raise unanswered(url) from error
    async with far:
        await near.accept()
        tasks = [asyncio.create_task(_out(near, far)), asyncio.create_task(_in(near, far))]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _out(near: WebSocket, far: ClientConnection) -> None:
    """What the visitor says, to the other node."""
    with contextlib.suppress(WebSocketDisconnect, ConnectionClosed):
        while True:
            message = await near.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            await far.send(text if text is not None else message["bytes"])


async def _in(near: WebSocket, far: ClientConnection) -> None:
    """What the other node says; when it is gone the visitor is asked to come again."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                message = await far.recv()
                await near.send_text(message if isinstance(message, str) else message.decode())
        except ConnectionClosed as closed:
            told = closed.rcvd
            if told is None or told.code in (1001, 1006, 1011, 1012):
                await near.close(AGAIN, "lease/elsewhere")
            else:
                await near.close(told.code, told.reason)
