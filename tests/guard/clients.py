"""Somebody with a session, over HTTP and sockets, at a house in this process or another."""

from __future__ import annotations

from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.web.served import PATIENCE

Said = tuple[str, str, int, bytes, str]
"""Method, path and status of an answer (empty for a socket), its bytes, and who got it."""


class Place:
    """Where a house listens; `heard` keeps what its clients get, where nobody scans it before."""

    def __init__(self, heard: list[Said] | None = None) -> None:
        self.port = 0
        self.heard = heard

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"


class Client:
    """Somebody with a session, over HTTP and sockets."""

    def __init__(self, place: Place, token: str, name: str) -> None:
        self.place = place
        self.token = token
        self.name = name
        self.http = httpx2.AsyncClient(
            base_url=place.address, headers=self.headers, verify=False, timeout=None
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
        found = await self.http.request(method, path, content=content)
        if self.place.heard is not None:
            said = (method, path.partition("?")[0], found.status_code, found.content, self.name)
            self.place.heard.append(said)
        return found

    async def do(self, method: str, path: str, **body: Any) -> Any:
        found = await self.ask(method, path, **body)
        assert found.status_code == 200, found.text
        return found.json()

    async def order(self, table: str, **command: Any) -> httpx2.Response:
        path = f"/api/tables/{table}/orders"
        return await self.ask("POST", path, key=self.key(), command=command)

    def socket(self, table: str, **more: Any) -> connect:
        address = f"ws://127.0.0.1:{self.place.port}/ws/{table}"
        return connect(
            address,
            additional_headers=self.headers,
            open_timeout=PATIENCE,
            ping_interval=None,
            **more,
        )

    async def hear(self, socket: ClientConnection) -> bytes:
        raw = await socket.recv(decode=False)
        if self.place.heard is not None:
            self.place.heard.append(("", "", 0, raw, self.name))
        return raw

    async def close(self) -> None:
        await self.http.aclose()


async def send(socket: ClientConnection, key: str, version: int, **command: Any) -> None:
    order = {"type": "order", "key": key, "version": version, "command": command}
    await socket.send(msgspec.json.encode(order).decode())
