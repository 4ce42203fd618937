"""Accounts: signing up, and what an administrator does with the accounts of others."""

from __future__ import annotations

import asyncio

import msgspec

from uth.core.messages import Name, RequestBody
from uth.core.refusal import Refusal
from uth.floor.people.accounts import Account
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import Role, matrix
from uth.web.api.sessions import Password
from uth.web.routes import RequestContext, Resource

resource: Resource = Resource()


class NewUser(RequestBody, frozen=True):
    """A new account."""

    name: Name
    password: Password
    role: Role


class UserLine(msgspec.Struct, frozen=True):
    """An account in the list of accounts."""

    name: str
    """Their id; a guest who signed up has kept theirs."""
    shown: str
    role: Role
    closed: bool
    locked: bool = False
    """Whether sign-in is locked now after failed attempts."""


class ChangeUser(RequestBody, frozen=True):
    """Changes to an account; null leaves a value as it is. Its sessions end."""

    name: Name
    role: Role | None = None
    closed: bool | None = None
    password: Password | None = None


class UserName(RequestBody, frozen=True):
    """The account that is meant."""

    name: Name


class SessionsEnded(msgspec.Struct, frozen=True):
    """How many sessions were ended."""

    sessions: int


def may_create_users(context: RequestContext) -> bool:
    """Whether an account of any role may be made; everybody else signs up as a player."""
    person = context.person
    return person is not None and matrix().why_not(person, Permission.USERS_CREATE) is None


@resource.get("/api/users", may=Permission.USERS_SEE)
async def list_users(context: RequestContext) -> list[UserLine]:
    """The accounts."""
    accounts = await asyncio.to_thread(context.people.listed)
    return [_user_line(context, account, locked) for account, locked in accounts]


def _user_line(context: RequestContext, account: Account, locked: bool = False) -> UserLine:
    shown = context.people.names.shown(account.name)
    return UserLine(account.name, shown, account.role, account.closed, locked)


@resource.post("/api/users", signed_in=False, sign_up=True)
async def create_user(context: RequestContext, body: NewUser) -> UserLine:
    """Create an account; a guest's own becomes one, with all that is theirs."""
    if context.person is None:
        context.runner.admit()
    if not may_create_users(context) and body.role != "player":
        raise Refusal("role/sign_up", where="role")
    people, person = context.people, context.person
    guest = person.name if person and person.role is Role.GUEST else ""
    account = await people.pool.run(
        context.client_address, people.make, body.name, body.password, body.role, guest
    )
    return _user_line(context, account)


@resource.post("/api/users/change")
async def change_user(context: RequestContext, body: ChangeUser) -> UserLine:
    """Change a role or a password, close an account or open it again; never one's own."""
    name = context.people.id_of(body.name)
    People.require(context.actor, Permission.USERS_CHANGE, name)
    if body.password is not None:
        People.require(context.actor, Permission.PASSWORD_CHANGE, name)
    if body.role is None and body.closed is None and body.password is None:
        raise Refusal("user/nothing", where="role")
    people = context.people
    account = await people.pool.run(
        context.client_address,
        people.change,
        name,
        password=body.password,
        role=body.role,
        closed=body.closed,
    )
    return _user_line(context, account)


@resource.post("/api/users/unlock")
async def unlock_user(context: RequestContext, body: UserName) -> UserLine:
    """Lift a lock-out."""
    name = context.people.id_of(body.name)
    People.require(context.actor, Permission.USERS_UNLOCK, name)
    return _user_line(context, await asyncio.to_thread(context.people.unlock, name))


@resource.post("/api/users/sign-out")
async def end_sessions(context: RequestContext, body: UserName) -> SessionsEnded:
    """End all sessions of an account; of one's own, all but the current one."""
    name, actor = context.people.id_of(body.name), context.actor
    People.require(actor, Permission.SESSIONS_END, name)
    current = context.token if name == actor.name else ""
    return SessionsEnded(await asyncio.to_thread(context.people.sessions.end_all, name, current))
