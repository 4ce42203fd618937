"""Sessions: coming as a guest, signing in and out, and who is signed in."""

from __future__ import annotations

import asyncio
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import RequestBody, Text
from uth.core.money import Cents
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Role, Scope, matrix
from uth.web.routes import RequestContext, Resource

WELCOME = 100_000
"""What a guest has at the cage at first: a thousand dollars."""
resource: Resource = Resource()


Password: TypeAlias = Annotated[str, Meta(max_length=1_000)]


class Credentials(RequestBody, frozen=True):
    """A name and its password."""

    name: Text
    password: Password


class Token(msgspec.Struct, frozen=True):
    """A new session; its token is sent only once."""

    token: str
    name: str
    role: Role
    guest_token: str | None = None
    """The session of the guest who signs in: it goes on, and signing out returns to it."""


class SignedOut(msgspec.Struct, frozen=True):
    """Nobody is signed in now, or the guest again who signed in before."""

    token: str


class Me(msgspec.Struct, frozen=True):
    """Who is signed in, their balance at the cage, and what they may do."""

    name: str
    """Their id, which never changes."""
    shown: str
    """The name that others see."""
    role: Role
    at_cage: Cents
    may: dict[str, Scope] = {}
    """Each action that is open to their role, and for whom; all others are not."""


class Here(msgspec.Struct, frozen=True):
    """Who is signed in; null without a session."""

    me: Me | None


@resource.post("/api/guest", signed_in=False)
async def enter_as_guest(context: RequestContext) -> Token:
    """Enter as a guest."""
    context.runner.admit()
    books = context.runner.floor.books
    token, person = await asyncio.to_thread(context.people.guest)
    await asyncio.to_thread(books.buy_in, person.name, WELCOME, person.name)
    return Token(token, person.name, person.role)


@resource.post("/api/sign-in", signed_in=False)
async def sign_in(context: RequestContext, body: Credentials) -> Token:
    """Sign in; the password hash is slow by design and has a thread of its own."""
    people, address = context.people, context.client_address
    token = await people.pool.run(address, people.sign_in, body.name, body.password, address)
    person, before = people.person(token), context.person
    guest = before is not None and before.role is Role.GUEST
    return Token(token, person.name, person.role, context.token if guest else None)


@resource.post("/api/sign-out")
async def sign_out(context: RequestContext) -> SignedOut:
    """Sign out; who came as a guest is that guest again."""
    sessions, guest = context.people.sessions, context.guest_token
    await asyncio.to_thread(sessions.end, context.token)
    return SignedOut(guest if guest and sessions.alive(guest) else "")


@resource.get("/api/me")
async def see_me(context: RequestContext) -> Me:
    """Your account and permissions."""
    actor = context.actor
    scopes = {action.value: matrix().scope(actor.role, action) for action in Permission}
    may: dict[str, Scope] = {name: one for name, one in scopes.items() if one is not Scope.NO}
    return Me(
        name=actor.name,
        shown=context.people.names.shown(actor.name),
        role=actor.role,
        at_cage=context.runner.floor.books.balance(actor.name),
        may=may,
    )


@resource.get("/api/session", signed_in=False)
async def see_session(context: RequestContext) -> Here:
    """Who is signed in: what a page asks first, when there may be no session yet."""
    return Here(await see_me(context) if context.person else None)
