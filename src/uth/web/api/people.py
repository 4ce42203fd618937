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


async def guest(asked: RequestContext) -> p.Token:
    """A guest has play money at once."""
    asked.service.admit()
    token, person = asked.people.guest()
    asked.service.house.books.buy_in(person.name, WELCOME, person.name)
    return p.Token(token, person.name, person.role)


async def sign_in(asked: RequestContext) -> p.Token:
    """The hash takes long by design, so it is worked out beside the loop."""
    body: p.Credentials = asked.body
    people = asked.people
    plain = people.sign.begin(body.name, asked.place)
    account = people.accounts.get(plain)
    match = await asyncio.to_thread(
        people.passwords.match, account.password if account else None, body.password
    )
    token = people.sign.finish(plain, asked.place, match)
    person = people.person(token)
    return p.Token(token, person.name, person.role)


async def sign_out(asked: RequestContext) -> m.Done:
    asked.people.sessions.end(asked.token)
    return m.Done()


async def me(asked: RequestContext) -> p.Me:
    who = asked.who
    row = {action: matrix().scope(who.role, action) for action in Action}
    may: dict[str, Scope] = {
        action.value: scope for action, scope in row.items() if scope is not Scope.NO
    }
    return p.Me(who.name, who.role, asked.service.house.books.balance(who.name), may)


async def here(asked: RequestContext) -> p.Here:
    """What a page asks first: a visitor may have no session yet."""
    return p.Here(await me(asked) if asked.person else None)


async def play_money(asked: RequestContext) -> Bought:
    body: p.PlayMoney = asked.body
    who, books = asked.who, asked.service.house.books
    People.require(who, Action.PLAY_MONEY_TAKE, who.name)
    return books.help_oneself(who.name, body.amount, MOST_PLAY_MONEY, body.key)


def taken_before(asked: RequestContext) -> Bought | None:
    body, who = asked.body, asked.who.name
    wanted = bought(who, body.amount, who)
    books = asked.service.house.books
    found = books.previous_answer(person_stream(who), wanted, who, body.key)
    return found[1] if found else None


async def see_limits(asked: RequestContext) -> PlayerLimits:
    return asked.service.house.guard.limits(asked.who.name)


async def set_limits(asked: RequestContext) -> PlayerLimits:
    """Tighter at once, looser after a day; what is not spoken of stays as it is."""
    body: p.LimitsBody = asked.body
    who, guard = asked.who, asked.service.house.guard
    People.require(who, Action.OWN_LIMITS_SET, who.name)
    if body.loss is not UNSET:
        guard.ask_loss(who.name, body.loss)
    if body.minutes is not UNSET:
        guard.ask_minutes(who.name, body.minutes)
    return guard.limits(who.name)


async def see_day(asked: RequestContext) -> p.OwnDay:
    name, house = asked.who.name, asked.service.house
    if house.limits.shared:
        with house.store.reading() as reader:
            house.limits.catch_up(reader, house.tables.keys())
    return p.OwnDay(house.guard.lost(name), house.guard.played(name) // MINUTE)


async def see_statement(asked: RequestContext) -> Statement:
    player = asked.path["player"]
    People.require(asked.who, Action.STATEMENT_SEE, player)
    return await read_in_thread(asked, lambda reader: statement(reader, player))


async def see_banker(asked: RequestContext) -> BankerStatement:
    player = asked.path["player"]
    People.require(asked.who, Action.STATEMENT_SEE, player)
    return await read_in_thread(asked, lambda reader: banker_statement(reader, player))


async def list_users(asked: RequestContext) -> list[p.UserLine]:
    People.require(asked.who, Action.USERS_SEE)
    found = await asyncio.to_thread(asked.people.listed)
    return [_line(account, locked) for account, locked in found]


def _line(account: Account, locked: bool = False) -> p.UserLine:
    return p.UserLine(account.name, account.role, account.closed, locked)


async def make_user(asked: RequestContext) -> p.UserLine:
    """An administrator makes any account; anybody else signs up as a player."""
    body: p.NewUser = asked.body
    if asked.person is None:
        asked.service.admit()
    may = asked.person is not None and not matrix().why_not(asked.person, Action.USERS_CREATE)
    if not may and body.role != "player":
        raise Refusal("role/not_allowed", "one signs up as a player", "role")
    account = await asyncio.to_thread(asked.people.make, body.name, body.password, body.role)
    return _line(account)


async def change_user(asked: RequestContext) -> p.UserLine:
    """Role, password, closed or open again; never one's own account."""
    body: p.ChangeUser = asked.body
    name = plain_name(body.name)
    People.require(asked.who, Action.USERS_CHANGE, name)
    if body.password is not None:
        People.require(asked.who, Action.PASSWORD_CHANGE, name)
    if body.role is None and body.closed is None and body.password is None:
        raise Refusal("user/nothing", "say what is to change", "role")
    changed = await asyncio.to_thread(
        lambda: asked.people.change(
            name, password=body.password, role=body.role, closed=body.closed
        )
    )
    return _line(changed)


async def unlock_user(asked: RequestContext) -> p.UserLine:
    body: p.UserName = asked.body
    name = plain_name(body.name)
    People.require(asked.who, Action.USERS_UNLOCK, name)
    return _line(asked.people.unlock(name))


async def end_sessions(asked: RequestContext) -> p.SessionsEnded:
    """Somebody is signed out everywhere; oneself everywhere else."""
    body: p.UserName = asked.body
    name, who = plain_name(body.name), asked.who
    People.require(who, Action.SESSIONS_END, name)
    but = asked.token if name == who.name else ""
    return p.SessionsEnded(asked.people.sessions.end_all(name, but))


async def change_password(asked: RequestContext) -> p.Token:
    """One's own; an attempt with a wrong old one counts as one to sign in. All sessions end."""
    body: p.NewPassword = asked.body
    who, people = asked.who, asked.people
    People.require(who, Action.PASSWORD_CHANGE, who.name)
    check_password(body.new, who.name)
    people.sign.begin(who.name, asked.place)
    account = people.known(who.name)
    match = await asyncio.to_thread(people.passwords.match, account.password, body.old)
    if not match.right:
        raise Refusal("password/wrong", "this is not your present password", "old")
    people.sign.finish(who.name, asked.place, match)
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
        again=taken_before,
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
