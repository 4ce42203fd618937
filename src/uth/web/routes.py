"""Routes as data: what is called, who may, what goes in and what comes out."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

import msgspec

from uth.core.messages import RefusalMessage
from uth.core.refusal import Refusal
from uth.floor.people.people import People
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.ledger.journal.store import Reader

T = TypeVar("T")

Method = Literal["GET", "POST", "DELETE"]
JSON = "application/json"
HEADERS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}
"""What goes with every answer."""


class RequestContext(msgspec.Struct, frozen=True):
    """A request that was read: who asks, and for what."""

    runner: FloorRunner
    people: People
    token: str
    place: str
    """Where it comes from, for the lock-out."""
    path: dict[str, str]
    query: dict[str, str]
    body: Any = None
    person: Person | None = None

    @property
    def who(self) -> Person:
        if self.person is None:
            raise Refusal("session/none", "sign in first: there is no such session, or it ended")
        return self.person

    def number(self, name: str, default: int | None = None) -> int:
        """A whole number out of the path or the query."""
        text = self.path.get(name, self.query.get(name, ""))
        if not text and default is not None:
            return default
        if not (text.isascii() and text.isdigit() and len(text) <= 15):
            raise Refusal("query/number", "a whole number is expected", name)
        return int(text)


class Download(msgspec.Struct, frozen=True):
    """An answer that is a file."""

    media: str
    body: bytes


async def read_in_thread(context: RequestContext, look: Callable[[Reader], T]) -> T:
    """Read much in another thread, so that no table waits for it."""

    def work() -> T:
        with context.runner.floor.store.reading() as reader:
            return look(reader)

    return await asyncio.to_thread(work)


Handler = Callable[[RequestContext], Awaitable[Any]]
Again = Callable[[RequestContext], Any]


class Route(msgspec.Struct, frozen=True):
    """One way into the API."""

    method: Method
    path: str
    handler: Handler
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    signed_in: bool = True
    sign_up: bool = False
    """Whether it makes an account, which one place may do only so often."""
    media: str = "application/json"
    kept: bool = False
    """Only the node that keeps the table can answer; others hand it on."""
    previous_answer: Again | None = None
    """Where a request carries a key: what it was answered before, if it was. Asked whenever the
    request is refused, so that nothing which came between makes a refusal of what has happened."""


STATUS = {
    "session/none": 401,
    "sign_in/refused": 401,
    "sign_in/locked": 429,
    "rate/too_many": 429,
    "actor/not_yours": 403,
    "body/malformed": 400,
    "body/too_large": 413,
    "meter/unreachable": 503,
    "meter/busy": 503,
    "service/draining": 503,
    "service/full": 503,
    "service/door": 503,
    "service/busy": 503,
    "service/worker": 503,
    "service/fault": 500,
    "install/missing": 503,
    "work/superseded": 409,
}
BY_KIND = {"role": 403, "version": 409, "key": 409, "journal": 409, "store": 503, "lease": 503}
MISSING = ("unknown", "none")


def refusal_message(no: Refusal, key: str = "") -> RefusalMessage:
    return RefusalMessage(no.code, no.sentence, no.where, no.clause, key)


def status_of(no: Refusal) -> int:
    """Which status goes with a refusal; its code says the rest."""
    kind, _, rest = no.code.partition("/")
    if no.code in STATUS:
        return STATUS[no.code]
    if kind in BY_KIND:
        return BY_KIND[kind]
    return 404 if rest in MISSING else 422
