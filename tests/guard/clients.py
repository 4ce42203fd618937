"""A client with a session, over HTTP and sockets, of a server in this process or another."""

from __future__ import annotations

from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.web.served_app import PATIENCE

SentMessage = tuple[str, str, int, bytes, str]
"""Method, path and status of a response (empty for a socket), its bytes, and its recipient."""


class ServerAddress:
    """Where a server listens; `received` keeps what its clients get, unless it is scanned."""

    def __init__(self, heard: list[SentMessage] | None = None) -> None:
        self.port = 0
        self.received = heard

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Client:
    """A client with a session, over HTTP and sockets."""

    def __init__(self, address: ServerAddress, token: str, name: str) -> None:
        self.server = address
        self.token = token
        self.name = name
        self.http = httpx2.AsyncClient(
            base_url=address.address, headers=self.headers, verify=False, timeout=None
        )
        self._keys = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def key(self) -> str:
        self._keys += 1
        return f"k{self._keys}.{self.token[:8]}"

    async def ask(self, method: str, path: str, **body: Any) -> httpx2.Response:
        content = msgspec.json.encode(body) if body or method == "POST" else None
        response = await self.http.request(method, path, content=content)
        if self.server.received is not None:
            message = (
                method,
                path.partition("?")[0],
                response.status_code,
                response.content,
                self.name,
            )
            self.server.received.append(message)
        return response

    async def do(self, method: str, path: str, **body: Any) -> Any:
        response = await self.ask(method, path, **body)
        assert response.status_code == 200, response.text
        return response.json()

    async def order(self, table: str, **command: Any) -> httpx2.Response:
        path = f"/api/tables/{table}/orders"
        return await self.ask("POST", path, key=self.key(), command=command)

    def socket(self, table: str, **more: Any) -> connect:
        address = f"ws://127.0.0.1:{self.server.port}/ws/{table}"
        return connect(
            address,
            additional_headers=self.headers,
            open_timeout=PATIENCE,
            ping_interval=None,
            **more,
        )

    async def receive(self, socket: ClientConnection) -> bytes:
        raw = await socket.recv(decode=False)
        if self.server.received is not None:
            self.server.received.append(("", "", 0, raw, self.name))
        return raw

    async def close(self) -> None:
        await self.http.aclose()


async def send(socket: ClientConnection, key: str, version: int, **command: Any) -> None:
    order = {"type": "order", "key": key, "version": version, "command": command}
    await socket.send(msgspec.json.encode(order).decode())
