"""Sessions: coming as a guest, signing in and out, and who is signed in."""

from __future__ import annotations

import asyncio

from uth.floor.people.actions import Action
from uth.floor.people.roles import Scope, matrix
from uth.web.messages.people import Credentials, Here, Me, Token
from uth.web.messages.tables import Done
from uth.web.routes import RequestContext, Route

WELCOME = 100_000
"""What a guest has at the cage at first: a thousand dollars."""


async def enter_as_guest(context: RequestContext) -> Token:
    context.runner.admit()
    token, person = context.people.guest()
    context.runner.floor.books.buy_in(person.name, WELCOME, person.name)
    return Token(token, person.name, person.role)


async def sign_in(context: RequestContext) -> Token:
    """The password hash is slow by design, so it is computed in another thread."""
    body: Credentials = context.body
    people = context.people
    name = people.sign.begin(body.name, context.client_address)
    account = people.accounts.get(name)
    match = await asyncio.to_thread(
        people.passwords.match, account.password if account else None, body.password
    )
    token = people.sign.finish(name, context.client_address, match)
    person = people.person(token)
    return Token(token, person.name, person.role)


async def sign_out(context: RequestContext) -> Done:
    context.people.sessions.end(context.token)
    return Done()


async def see_me(context: RequestContext) -> Me:
    actor = context.actor
    scopes = {action.value: matrix().scope(actor.role, action) for action in Action}
    may: dict[str, Scope] = {name: one for name, one in scopes.items() if one is not Scope.NO}
    return Me(actor.name, actor.role, context.runner.floor.books.balance(actor.name), may)


async def see_session(context: RequestContext) -> Here:
    """What a page asks first, when the visitor may not have a session yet."""
    return Here(await see_me(context) if context.person else None)


ROUTES = (
    Route("GET", "/api/session", see_session, "Who is signed in", Here, signed_in=False),
    Route("POST", "/api/guest", enter_as_guest, "Enter as a guest", Token, signed_in=False),
    Route("POST", "/api/sign-in", sign_in, "Sign in", Token, Credentials, signed_in=False),
    Route("POST", "/api/sign-out", sign_out, "Sign out", Done),
    Route("GET", "/api/me", see_me, "Your account and permissions", Me),
)
