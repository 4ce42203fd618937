"""Routes as data: method, path, handler, the types of body and answer, and who may call it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

import msgspec

from uth.core.refusal import Refusal
from uth.floor.people.people import People
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.ledger.journal.store import Reader

T = TypeVar("T")

Method = Literal["GET", "POST", "DELETE"]
JSON = "application/json"
TABLE = "/api/tables/{table}"
"""The path of one table; its resources are below it."""


class RequestContext(msgspec.Struct, frozen=True):
    """A request that was read and checked, with all that its handler needs."""

    runner: FloorRunner
    people: People
    token: str
    client_address: str
    """For rate limits and the lock-out."""
    path: dict[str, str]
    query: dict[str, str]
    body: Any = None
    person: Person | None = None
    """Who is signed in, if anybody."""

    @property
    def actor(self) -> Person:
        """Who is signed in; a request without a session is refused."""
        if self.person is None:
            raise Refusal("session/none", "sign in first; your session has ended")
        return self.person

    @property
    def table_owner(self) -> str:
        """Who opened the table of this path; empty where it is not open on this node."""
        terms = self.runner.floor.tables.terms.get(self.path["table"])
        return terms.by if terms else ""

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number from the path or the query."""
        text = self.path.get(name, self.query.get(name, ""))
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdigit() and len(text) <= 15):
            raise Refusal("query/number", "this must be a whole number", name)
        return int(text)


class Download(msgspec.Struct, frozen=True):
    """An answer that is a file."""

    media: str
    body: bytes


async def read_in_thread(context: RequestContext, read: Callable[[Reader], T]) -> T:
    """Read from the store in another thread, so that no table waits for a long query."""

    def work() -> T:
        with context.runner.floor.store.reading() as reader:
            return read(reader)

    return await asyncio.to_thread(work)


Handler = Callable[[RequestContext], Awaitable[Any]]
PreviousAnswer = Callable[[RequestContext], Any]


class Route(msgspec.Struct, frozen=True):
    """One operation of the API."""

    method: Method
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    signed_in: bool = True
    sign_up: bool = False
    """Whether it creates an account: the number per client address is limited."""
    media: str = JSON
    at_owner: bool = False
    """Whether only the node that owns the table can answer; other nodes forward the request."""
    previous_answer: PreviousAnswer | None = None
    """For requests with a key: the answer that the key has received before, or None.

    It is looked up whenever the request is refused, so that a retry of something that was done is
    answered as before, whatever has changed since."""
