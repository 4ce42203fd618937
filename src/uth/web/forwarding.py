"""Forwarding to the node that owns a table: single requests, and sockets in both directions."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from http.cookiejar import CookieJar, DefaultCookiePolicy
from urllib.parse import quote, urlsplit

import httpx2
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from uth.core.refusal import Refusal
from uth.web.responses import HEADERS
from uth.web.routes import JSON
from uth.web.sockets.connection import DENIAL, TRY_AGAIN

FORWARDED = "x-uth-forwarded"
"""Header with the name of the forwarding node: nothing is forwarded twice."""
TIMEOUT = 10.0
IDLE = 2.0
"""Seconds for which an unused connection is kept: less than servers keep theirs."""
MAX_ANSWER = 64 * 1024 * 1024
"""Bytes of an answer, and of one message from another node."""
NODE_LOST = (1001, 1006, 1011, 1012)
"""Close codes that mean that the other node is stopping or gone."""


class Forwarder:
    """Sends requests and sockets on to other nodes, by one HTTP client per app.

    The client keeps no cookies: a session belongs to the visitor whose request is forwarded.
    """

    def __init__(self, node: str, cafile: str = "") -> None:
        self._node = node
        self._trusted = ssl.create_default_context(cafile=cafile or None)
        """The certificates of other nodes that are believed: those of a file, or the system's."""
        self._client: httpx2.AsyncClient | None = None

    def start(self) -> None:
        self._client = httpx2.AsyncClient(
            timeout=TIMEOUT,
            limits=httpx2.Limits(max_connections=None, keepalive_expiry=IDLE),
            cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
            trust_env=False,
            verify=self._trusted,
        )

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()

    async def request(self, request: Request, url: str, token: str, body: bytes) -> Response:
        """The other node's answer; a node that does not answer refuses the request."""
        assert self._client is not None, "only a node of a cluster forwards"
        query = f"?{request.url.query}" if request.url.query else ""
        path = quote(request.url.path, safe="/:._-~!$&'()*+,;=@")
        target = f"{url.rstrip('/')}{path}{query}"
        headers = self._headers(request, token)
        try:
            async with (
                asyncio.timeout(TIMEOUT),
                self._client.stream(
                    request.method, target, headers=headers, content=body
                ) as answer,
            ):
                content = await _read(answer)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, TimeoutError) as error:
            raise node_lost(url) from error
        media = answer.headers.get("content-type", JSON)
        return Response(content, answer.status_code, media_type=media)

    def _headers(self, request: HTTPConnection, token: str) -> dict[str, str]:
        return {
            "authorization": f"Bearer {token}",
            "accept-language": request.headers.get("accept-language", ""),
            FORWARDED: self._node,
        }

    async def socket(self, client: WebSocket, url: str, token: str) -> None:
        """Join a client's socket with one at the other node, until either side closes."""
        parts = urlsplit(url)
        scheme = "wss" if parts.scheme == "https" else "ws"
        address = f"{scheme}://{parts.netloc}{parts.path.rstrip('/')}{quote(client.url.path)}"
        try:
            node = await connect(
                address,
                additional_headers=self._headers(client, token),
                max_size=MAX_ANSWER,
                open_timeout=TIMEOUT,
                close_timeout=1,
                proxy=None,
                ssl=self._trusted if scheme == "wss" else None,
            )
        except InvalidStatus as refused:
            answer = refused.response
            if not answer.body or DENIAL not in client.scope.get("extensions", {}):
                raise node_lost(url) from refused
            denial = Response(bytes(answer.body), answer.status_code, HEADERS, JSON)
            await client.send_denial_response(denial)
            return
        except (OSError, TimeoutError, InvalidHandshake, InvalidURI, ConnectionClosed) as error:
            raise node_lost(url) from error
        async with node:
            await client.accept()
            await _join(client, node)


async def _read(answer: httpx2.Response) -> bytes:
    content = bytearray()
    async for chunk in answer.aiter_bytes():
        content += chunk
        if len(content) > MAX_ANSWER:
            raise httpx2.DecodingError("the answer is too large")
    return bytes(content)


def node_lost(url: str) -> Refusal:
    return Refusal("lease/node_lost", where=url)


async def _join(client: WebSocket, node: ClientConnection) -> None:
    tasks = [
        asyncio.create_task(_client_to_node(client, node)),
        asyncio.create_task(_node_to_client(client, node)),
    ]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _client_to_node(client: WebSocket, node: ClientConnection) -> None:
    with contextlib.suppress(WebSocketDisconnect, ConnectionClosed):
        while True:
            message = await client.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            await node.send(text if text is not None else message["bytes"])


async def _node_to_client(client: WebSocket, node: ClientConnection) -> None:
    """When the node is lost, the close code asks the client to connect again."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        try:
            while True:
                message = await node.recv()
                await client.send_text(message if isinstance(message, str) else message.decode())
        except ConnectionClosed as closed:
            frame = closed.rcvd
            if frame is None or frame.code in NODE_LOST:
                await client.close(TRY_AGAIN, "lease/elsewhere")
            else:
                await client.close(frame.code, frame.reason)
