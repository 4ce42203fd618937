"""Accounts: signing up, and what an administrator does with the accounts of others."""

from __future__ import annotations

import asyncio

from uth.core.refusal import Refusal
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.people.roles import matrix
from uth.floor.people.sign_in import Account, plain_name
from uth.web.messages.people import ChangeUser, NewUser, SessionsEnded, UserLine, UserName
from uth.web.routes import RequestContext, Route


def may_create_users(context: RequestContext) -> bool:
    """Whether an account of any role may be made; everybody else signs up as a player."""
    person = context.person
    return person is not None and matrix().why_not(person, Action.USERS_CREATE) is None


async def list_users(context: RequestContext) -> list[UserLine]:
    People.require(context.actor, Action.USERS_SEE)
    accounts = await asyncio.to_thread(context.people.listed)
    return [_user_line(account, locked) for account, locked in accounts]


def _user_line(account: Account, locked: bool = False) -> UserLine:
    return UserLine(account.name, account.role, account.closed, locked)


async def create_user(context: RequestContext) -> UserLine:
    body: NewUser = context.body
    if context.person is None:
        context.runner.admit()
    if not may_create_users(context) and body.role != "player":
        raise Refusal("role/not_allowed", "you can sign up only as a player", "role")
    account = await asyncio.to_thread(context.people.make, body.name, body.password, body.role)
    return _user_line(account)


async def change_user(context: RequestContext) -> UserLine:
    """Change the role or the password, close an account or open it again; never one's own."""
    body: ChangeUser = context.body
    name = plain_name(body.name)
    People.require(context.actor, Action.USERS_CHANGE, name)
    if body.password is not None:
        People.require(context.actor, Action.PASSWORD_CHANGE, name)
    if body.role is None and body.closed is None and body.password is None:
        raise Refusal("user/nothing", "name a role, a password, or closed", "role")
    account = await asyncio.to_thread(
        lambda: context.people.change(
            name, password=body.password, role=body.role, closed=body.closed
        )
    )
    return _user_line(account)


async def unlock_user(context: RequestContext) -> UserLine:
    body: UserName = context.body
    name = plain_name(body.name)
    People.require(context.actor, Action.USERS_UNLOCK, name)
    return _user_line(context.people.unlock(name))


async def end_sessions(context: RequestContext) -> SessionsEnded:
    """End all sessions of an account; of one's own, all but the current one."""
    body: UserName = context.body
    name, actor = plain_name(body.name), context.actor
    People.require(actor, Action.SESSIONS_END, name)
    current = context.token if name == actor.name else ""
    return SessionsEnded(context.people.sessions.end_all(name, current))


ROUTES = (
    Route("GET", "/api/users", list_users, "The accounts", list[UserLine]),
    Route(
        "POST",
        "/api/users",
        create_user,
        "Create an account",
        UserLine,
        NewUser,
        signed_in=False,
        sign_up=True,
    ),
    Route("POST", "/api/users/change", change_user, "Change an account", UserLine, ChangeUser),
    Route("POST", "/api/users/unlock", unlock_user, "Lift a lock-out", UserLine, UserName),
    Route("POST", "/api/users/sign-out", end_sessions, "End sessions", SessionsEnded, UserName),
)
