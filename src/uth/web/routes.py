"""Routes as data, each declared at its handler, and the context that a handler is given."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar, get_type_hints

import msgspec

from uth.core.refusal import Refusal
from uth.core.texts import ENGLISH
from uth.floor.cage.bookings import Booked
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Person
from uth.floor.runner import FloorRunner
from uth.ledger.journal.store import Reader

T = TypeVar("T")
B = TypeVar("B", bound=Booked)
H = TypeVar("H", bound=Callable[..., Awaitable[Any]])

Method = Literal["GET", "POST", "DELETE"]
JSON = "application/json"
TABLE = "/api/tables/{table}"
"""The path of one table; its resources are below it."""
PERIOD = ("since", "until")
"""Query parameters of a period, in milliseconds."""


class RequestContext(msgspec.Struct, frozen=True):
    """A request that was read and checked, with all that its handler needs."""

    runner: FloorRunner
    people: People
    token: str
    client_address: str
    """For rate limits and the lock-out."""
    path: dict[str, str]
    query: dict[str, str]
    person: Person | None = None
    """Who is signed in, if anybody."""
    guest_token: str = ""
    """The session of the guest that this person was before they signed in."""
    language: str = ENGLISH
    """In which refusals and rules are worded."""

    @property
    def actor(self) -> Person:
        """Who is signed in; a request without a session is refused."""
        if self.person is None:
            raise Refusal("session/none")
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
            raise Refusal("query/number", where=name)
        return int(text)

    @property
    def round(self) -> tuple[str, int]:
        """The table and the number of the round of this path."""
        return self.path["table"], self.number("round")

    def player(self, name: str, action: Permission) -> str:
        """The id of the player whom a request names, if the caller may do this with them."""
        player = self.people.id_of(name)
        People.require(self.actor, action, player)
        if player != self.actor.name:
            self.people.check_known(player)
        return player

    @property
    def period(self) -> tuple[int, int]:
        """From when until when, in milliseconds; by default from the beginning until now."""
        now = self.runner.floor.clock()
        return self.number("since", 0), self.number("until", now + 1)

    def previous_booking(self, stream: str, booking: B, key: str) -> B | None:
        """The booking that a key has made; a key that was used for another one is refused."""
        previous = self.runner.floor.books.previous_answer(stream, booking, self.actor.name, key)
        return previous[1] if previous else None


class Done(msgspec.Struct, frozen=True):
    """The answer where there is nothing to say."""

    done: bool = True


async def read_in_thread(context: RequestContext, read: Callable[[Reader], T]) -> T:
    """Read from the store in another thread, so that no table waits for a long query."""

    def work() -> T:
        with context.runner.floor.store.reading() as reader:
            return read(reader)

    return await asyncio.to_thread(work)


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """One operation of the API."""

    method: Method
    path: str
    handler: Callable[..., Awaitable[Any]]
    """Called with the context and, if there is one, the body."""
    summary: str
    answer: Any
    body: Any = None
    query: tuple[str, ...] = ()
    signed_in: bool = True
    may: Permission | None = None
    """The permission that the caller needs, where it depends on nothing in the request."""
    own: bool = False
    """Whether that concerns the caller's own matters."""
    sign_up: bool = False
    """Whether it creates an account: the number per client address is limited."""
    media: str = JSON
    at_owner: bool = False
    """Whether only the node that owns the table can answer; other nodes forward the request."""
    previous_answer: Callable[..., Any] | None = None
    """For requests with a key: the answer that the key has received before, or None.

    It is looked up before anything else, so that a retry of something that was done is answered as
    before, whatever has changed since."""

    def check_permission(self, context: RequestContext) -> None:
        if self.may is not None:
            concerned = (context.actor.name,) if self.own else ()
            People.require(context.actor, self.may, *concerned)


class Resource(list[Route]):
    """The routes of one resource.

    The body and the answer are what the handler's signature says, unless `answer` is given; the
    summary is the first line of its docstring.
    """

    def get(self, path: str, **options: Any) -> Callable[[H], H]:
        return self._add("GET", path, options)

    def post(self, path: str, **options: Any) -> Callable[[H], H]:
        return self._add("POST", path, options)

    def delete(self, path: str, **options: Any) -> Callable[[H], H]:
        return self._add("DELETE", path, options)

    def _add(self, method: Method, path: str, options: dict[str, Any]) -> Callable[[H], H]:
        def add(handler: H) -> H:
            types = get_type_hints(handler, include_extras=True)
            summary = (handler.__doc__ or "").partition("\n")[0].removesuffix(".")
            given = {"answer": types["return"], "body": types.get("body"), **options}
            route = Route(method=method, path=path, handler=handler, summary=summary, **given)
            self.append(route)
            return handler

        return add
