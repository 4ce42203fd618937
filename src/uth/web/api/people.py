"""People over HTTP: guests, signing in, one's own account, and the accounts of others."""

from __future__ import annotations

import asyncio

from msgspec import UNSET

from uth.core.refusal import Refusal
from uth.floor.cage.bookings import Bought, bought, person_stream
from uth.floor.cage.statements import BankerStatement, Statement, banker_statement, statement
from uth.floor.clock import MINUTE
from uth.floor.people.actions import Action
from uth.floor.people.passwords import check_password
from uth.floor.people.people import People
from uth.floor.people.player_limits import PlayerLimits
from uth.floor.people.roles import Scope, matrix
from uth.floor.people.sign_in import Account, plain_name
from uth.web.messages import people as p
from uth.web.messages import tables as m
from uth.web.routes import RequestContext, Route, read_in_thread

WELCOME = 100_000
"""A thousand dollars, which a guest finds at the cage when he comes."""
MOST_PLAY_MONEY = 1_000_000
"""Ten thousand dollars: what anybody may hold at the cage by helping himself."""


async def guest(context: RequestContext) -> p.Token:
    """A guest has play money at once."""
    context.runner.admit()
    token, person = context.people.guest()
    context.runner.floor.books.buy_in(person.name, WELCOME, person.name)
    return p.Token(token, person.name, person.role)


async def sign_in(context: RequestContext) -> p.Token:
    """The hash takes long by design, so it is worked out beside the loop."""
    body: p.Credentials = context.body
    people = context.people
    plain = people.sign.begin(body.name, context.place)
    account = people.accounts.get(plain)
    match = await asyncio.to_thread(
        people.passwords.match, account.password if account else None, body.password
    )
    token = people.sign.finish(plain, context.place, match)
    person = people.person(token)
    return p.Token(token, person.name, person.role)


async def sign_out(context: RequestContext) -> m.Done:
    context.people.sessions.end(context.token)
    return m.Done()


async def me(context: RequestContext) -> p.Me:
    who = context.who
    row = {action: matrix().scope(who.role, action) for action in Action}
    may: dict[str, Scope] = {
        action.value: scope for action, scope in row.items() if scope is not Scope.NO
    }
    return p.Me(who.name, who.role, context.runner.floor.books.balance(who.name), may)


async def here(context: RequestContext) -> p.Here:
    """What a page asks first: a visitor may have no session yet."""
    return p.Here(await me(context) if context.person else None)


async def play_money(context: RequestContext) -> Bought:
    body: p.PlayMoney = context.body
    who, books = context.who, context.runner.floor.books
    People.require(who, Action.PLAY_MONEY_TAKE, who.name)
    return books.take_play_money(who.name, body.amount, MOST_PLAY_MONEY, body.key)


def taken_before(context: RequestContext) -> Bought | None:
    body, who = context.body, context.who.name
    wanted = bought(who, body.amount, who)
    books = context.runner.floor.books
    found = books.previous_answer(person_stream(who), wanted, who, body.key)
    return found[1] if found else None


async def see_limits(context: RequestContext) -> PlayerLimits:
    return context.runner.floor.guard.limits(context.who.name)


async def set_limits(context: RequestContext) -> PlayerLimits:
    """Tighter at once, looser after a day; what is not spoken of stays as it is."""
    body: p.LimitsBody = context.body
    who, guard = context.who, context.runner.floor.guard
    People.require(who, Action.OWN_LIMITS_SET, who.name)
    if body.loss is not UNSET:
        guard.request_loss(who.name, body.loss)
    if body.minutes is not UNSET:
        guard.request_minutes(who.name, body.minutes)
    return guard.limits(who.name)


async def see_day(context: RequestContext) -> p.OwnDay:
    name, house = context.who.name, context.runner.floor
    if house.limits.shared:
        with house.store.reading() as reader:
            house.limits.catch_up(reader, house.tables.keys())
    return p.OwnDay(house.guard.lost(name), house.guard.played(name) // MINUTE)


async def see_statement(context: RequestContext) -> Statement:
    player = context.path["player"]
    People.require(context.who, Action.STATEMENT_SEE, player)
    return await read_in_thread(context, lambda reader: statement(reader, player))


async def see_banker(context: RequestContext) -> BankerStatement:
    player = context.path["player"]
    People.require(context.who, Action.STATEMENT_SEE, player)
    return await read_in_thread(context, lambda reader: banker_statement(reader, player))


async def list_users(context: RequestContext) -> list[p.UserLine]:
    People.require(context.who, Action.USERS_SEE)
    found = await asyncio.to_thread(context.people.listed)
    return [_line(account, locked) for account, locked in found]


def _line(account: Account, locked: bool = False) -> p.UserLine:
    return p.UserLine(account.name, account.role, account.closed, locked)


async def make_user(context: RequestContext) -> p.UserLine:
    """An administrator makes any account; anybody else signs up as a player."""
    body: p.NewUser = context.body
    if context.person is None:
        context.runner.admit()
    may = context.person is not None and not matrix().why_not(context.person, Action.USERS_CREATE)
    if not may and body.role != "player":
        raise Refusal("role/not_allowed", "one signs up as a player", "role")
    account = await asyncio.to_thread(context.people.make, body.name, body.password, body.role)
    return _line(account)


async def change_user(context: RequestContext) -> p.UserLine:
    """Role, password, closed or open again; never one's own account."""
    body: p.ChangeUser = context.body
    name = plain_name(body.name)
    People.require(context.who, Action.USERS_CHANGE, name)
    if body.password is not None:
        People.require(context.who, Action.PASSWORD_CHANGE, name)
    if body.role is None and body.closed is None and body.password is None:
        raise Refusal("user/nothing", "say what is to change", "role")
    changed = await asyncio.to_thread(
        lambda: context.people.change(
            name, password=body.password, role=body.role, closed=body.closed
        )
    )
    return _line(changed)


async def unlock_user(context: RequestContext) -> p.UserLine:
    body: p.UserName = context.body
    name = plain_name(body.name)
    People.require(context.who, Action.USERS_UNLOCK, name)
    return _line(context.people.unlock(name))


async def end_sessions(context: RequestContext) -> p.SessionsEnded:
    """Somebody is signed out everywhere; oneself everywhere else."""
    body: p.UserName = context.body
    name, who = plain_name(body.name), context.who
    People.require(who, Action.SESSIONS_END, name)
    but = context.token if name == who.name else ""
    return p.SessionsEnded(context.people.sessions.end_all(name, but))


async def change_password(context: RequestContext) -> p.Token:
    """One's own; an attempt with a wrong old one counts as one to sign in. All sessions end."""
    body: p.NewPassword = context.body
    who, people = context.who, context.people
    People.require(who, Action.PASSWORD_CHANGE, who.name)
    check_password(body.new, who.name)
    people.sign.begin(who.name, context.place)
    account = people.known(who.name)
    match = await asyncio.to_thread(people.passwords.match, account.password, body.old)
    if not match.right:
        raise Refusal("password/wrong", "this is not your present password", "old")
    people.sign.finish(who.name, context.place, match)
    await asyncio.to_thread(lambda: people.change(who.name, password=body.new))
    return p.Token(people.sessions.open(who.name), who.name, who.role)


ROUTES = (
    Route("GET", "/api/session", here, "Who you are, if anybody", p.Here, signed_in=False),
    Route("POST", "/api/guest", guest, "Come as a guest", p.Token, signed_in=False),
    Route("POST", "/api/sign-in", sign_in, "Sign in", p.Token, p.Credentials, signed_in=False),
    Route("POST", "/api/sign-out", sign_out, "End this session", m.Done),
    Route("GET", "/api/me", me, "Who you are", p.Me),
    Route(
        "POST",
        "/api/me/play-money",
        play_money,
        "Take play money",
        Bought,
        p.PlayMoney,
        previous_answer=taken_before,
    ),
    Route("GET", "/api/me/limits", see_limits, "Your own limits", PlayerLimits),
    Route("POST", "/api/me/limits", set_limits, "Set them", PlayerLimits, p.LimitsBody),
    Route("GET", "/api/me/day", see_day, "What the last day counts against them", p.OwnDay),
    Route("POST", "/api/me/password", change_password, "A new password", p.Token, p.NewPassword),
    Route("GET", "/api/players/{player}/statement", see_statement, "A player's account", Statement),
    Route(
        "GET",
        "/api/players/{player}/banker",
        see_banker,
        "What somebody did as banker",
        BankerStatement,
    ),
    Route("GET", "/api/users", list_users, "The accounts", list[p.UserLine]),
    Route(
        "POST",
        "/api/users",
        make_user,
        "Make an account",
        p.UserLine,
        p.NewUser,
        signed_in=False,
        sign_up=True,
    ),
    Route("POST", "/api/users/change", change_user, "Change it", p.UserLine, p.ChangeUser),
    Route("POST", "/api/users/unlock", unlock_user, "Lift a lock-out", p.UserLine, p.UserName),
    Route("POST", "/api/users/sign-out", end_sessions, "End sessions", p.SessionsEnded, p.UserName),
)
