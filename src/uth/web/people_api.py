"""People over HTTP: guests, signing in, one's own account, and the accounts of others."""

from __future__ import annotations

import asyncio

from uth.core.refusal import Refusal
from uth.floor.actions import Action
from uth.floor.cage import Bought
from uth.floor.limits import OwnLimits
from uth.floor.people import People
from uth.floor.roles import matrix
from uth.floor.statements import BankerStatement, Statement, banker_statement, statement
from uth.web import messages as m
from uth.web.routes import Asked, Route, beside

WELCOME = 100_000
"""A thousand dollars, which a guest finds at the cage when he comes."""
MOST_PLAY_MONEY = 1_000_000
"""Ten thousand dollars: what anybody may hold at the cage by helping himself."""


async def guest(asked: Asked) -> m.Token:
    """A guest has play money at once."""
    asked.service.admit()
    token, person = asked.people.guest()
    asked.service.house.books.buy_in(person.name, WELCOME, person.name)
    return m.Token(token, person.name, person.role)


async def sign_in(asked: Asked) -> m.Token:
    """The hash takes long by design, so it is worked out beside the loop."""
    body: m.Credentials = asked.body
    people = asked.people
    plain = people.sign.begin(body.name, asked.place)
    account = people.accounts.get(plain)
    match = await asyncio.to_thread(
        people.passwords.match, account.password if account else None, body.password
    )
    token = people.sign.finish(plain, asked.place, match)
    person = people.person(token)
    return m.Token(token, person.name, person.role)


async def sign_out(asked: Asked) -> m.Done:
    asked.people.sessions.end(asked.token)
    return m.Done()


async def me(asked: Asked) -> m.Me:
    who = asked.who
    return m.Me(who.name, who.role, asked.service.house.books.balance(who.name))


async def here(asked: Asked) -> m.Here:
    """What a page asks first: a visitor may have no session yet."""
    return m.Here(await me(asked) if asked.person else None)


async def play_money(asked: Asked) -> Bought:
    body: m.PlayMoney = asked.body
    who, books = asked.who, asked.service.house.books
    People.require(who, Action.PLAY_MONEY_TAKE, who.name)
    if books.balance(who.name) + body.cents > MOST_PLAY_MONEY:
        raise Refusal("money/enough", "you have enough play money at the cage", "cents")
    return books.buy_in(who.name, body.cents, who.name, body.key)


async def see_limits(asked: Asked) -> OwnLimits:
    return asked.service.house.guard.limits(asked.who.name)


async def set_limits(asked: Asked) -> OwnLimits:
    """Tighter at once, looser after a day."""
    body: m.LimitsBody = asked.body
    who, guard = asked.who, asked.service.house.guard
    People.require(who, Action.OWN_LIMITS_SET, who.name)
    guard.ask_loss(who.name, body.loss)
    return guard.ask_minutes(who.name, body.minutes)


async def see_statement(asked: Asked) -> Statement:
    player = asked.path["player"]
    People.require(asked.who, Action.STATEMENT_SEE, player)
    return await beside(asked, lambda reader: statement(reader, player))


async def see_banker(asked: Asked) -> BankerStatement:
    player = asked.path["player"]
    People.require(asked.who, Action.STATEMENT_SEE, player)
    return await beside(asked, lambda reader: banker_statement(reader, player))


async def list_users(asked: Asked) -> list[m.UserLine]:
    People.require(asked.who, Action.USERS_SEE)
    return [
        m.UserLine(account.name, account.role, account.closed)
        for account in asked.people.accounts.all()
    ]


async def make_user(asked: Asked) -> m.UserLine:
    """An administrator makes any account; anybody else signs up as a player."""
    body: m.NewUser = asked.body
    if asked.person is None:
        asked.service.admit()
    may = asked.person is not None and not matrix().why_not(asked.person, Action.USERS_CREATE)
    if not may and body.role != "player":
        raise Refusal("role/not_allowed", "one signs up as a player", "role")
    account = await asyncio.to_thread(asked.people.make, body.name, body.password, body.role)
    return m.UserLine(account.name, account.role, account.closed)


ROUTES = (
    Route("GET", "/api/session", here, "Who you are, if anybody", m.Here, signed_in=False),
    Route("POST", "/api/guest", guest, "Come as a guest", m.Token, signed_in=False),
    Route("POST", "/api/sign-in", sign_in, "Sign in", m.Token, m.Credentials, signed_in=False),
    Route("POST", "/api/sign-out", sign_out, "End this session", m.Done),
    Route("GET", "/api/me", me, "Who you are", m.Me),
    Route("POST", "/api/me/play-money", play_money, "Take play money", Bought, m.PlayMoney),
    Route("GET", "/api/me/limits", see_limits, "Your own limits", OwnLimits),
    Route("POST", "/api/me/limits", set_limits, "Set them", OwnLimits, m.LimitsBody),
    Route("GET", "/api/players/{player}/statement", see_statement, "A player's account", Statement),
    Route(
        "GET",
        "/api/players/{player}/banker",
        see_banker,
        "What somebody did as banker",
        BankerStatement,
    ),
    Route("GET", "/api/users", list_users, "The accounts", list[m.UserLine]),
    Route(
        "POST",
        "/api/users",
        make_user,
        "Make an account",
        m.UserLine,
        m.NewUser,
        signed_in=False,
        sign_up=True,
    ),
)
