"""The client of a program with an event loop: any call, and tables to follow and to play at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeVar
from weakref import WeakSet

import httpx2

from uth.client import calls, exchange
from uth.client.async_table import AsyncTable
from uth.client.calls import Call
from uth.client.messages import SignedIn, TableUpdate
from uth.core.refusal import Refusal

T = TypeVar("T")


class AsyncClient:
    """Like `Client`, for asyncio: `await client.ask(calls.houses())`."""

    def __init__(
        self,
        address: str,
        *,
        token: str = "",
        language: str = "en",
        timeout: float = exchange.TIMEOUT,
    ) -> None:
        self.address: str = address.rstrip("/")
        self.token: str = token
        self.name: str = ""
        self.language = language
        self._http = httpx2.AsyncClient(base_url=self.address, timeout=timeout)
        self._tables: WeakSet[AsyncTable] = WeakSet()

    def __repr__(self) -> str:
        return f"AsyncClient({self.address!r})"

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *error: object) -> None:
        for table in [*self._tables]:
            await table.close()
        await self._http.aclose()

    async def ask(self, call: Call[T]) -> T:
        """Make any call of `uth.client.calls`."""
        attempts = exchange.ATTEMPTS if call.repeatable else 1
        for attempt in range(attempts):
            if attempt:
                await asyncio.sleep(exchange.pause(attempt))
            try:
                return await self._ask_once(call)
            except Refusal as refusal:
                if attempt + 1 == attempts or not exchange.may_retry(refusal):
                    raise
            except httpx2.TransportError as error:
                if attempt + 1 == attempts:
                    raise exchange.unreachable(self.address, error) from None
        raise AssertionError("the last attempt answers or raises")

    async def _ask_once(self, call: Call[T]) -> T:
        headers = exchange.headers_of(self.token, self.language)
        response = await self._http.request(
            call.method, call.path, content=exchange.body_of(call), headers=headers
        )
        return exchange.answer_to(call, response.status_code, response.content)

    async def sign_in(self, name: str, password: str) -> SignedIn:
        """Sign in with an account."""
        return await self._enter(calls.sign_in(name, password))

    async def enter_as_guest(self) -> SignedIn:
        """Come as a guest, who has some play money at once."""
        return await self._enter(calls.enter_as_guest())

    async def _enter(self, call: Call[SignedIn]) -> SignedIn:
        signed_in = await self.ask(call)
        self.token, self.name = signed_in.token, signed_in.name
        return signed_in

    async def open_table(self, name: str, house: str, **options: Any) -> AsyncTable:
        """Open a table; options are the fields of NewTable, such as `bots=2` or `timed=False`."""
        await self.ask(calls.open_table(name, house, **options))
        return self.table(name)

    async def close_table(self, name: str) -> None:
        """Close a table of one's own for everybody; its rounds stay in the history."""
        await self.ask(calls.close_table(name))

    def table(self, name: str) -> AsyncTable:
        """A table that is open, to follow and to play at; closed with the client."""
        table = AsyncTable(self, name)
        self._tables.add(table)
        return table

    async def follow(self, table: str) -> AsyncIterator[TableUpdate]:
        """A table now, and then after every commit; a lost connection is made again."""
        async with self.table(table) as followed:
            async for update in followed.follow():
                yield update
