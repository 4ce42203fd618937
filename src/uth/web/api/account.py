"""One's own account: play money, limits and the password."""

from __future__ import annotations

import asyncio

from msgspec import UNSET

from uth.core.refusal import Refusal
from uth.floor.cage.bookings import Bought, bought, person_stream
from uth.floor.clock import MINUTE
from uth.floor.people.actions import Action
from uth.floor.people.passwords import check_password
from uth.floor.people.people import People
from uth.floor.people.player_limits import PlayerLimits
from uth.web.api.previous_bookings import previous_booking
from uth.web.messages.people import LimitsBody, NewPassword, OwnDay, PlayMoney, Token
from uth.web.routes import RequestContext, Route

MAX_PLAY_MONEY = 1_000_000
"""Up to ten thousand dollars at the cage, players may take play money themselves."""


async def take_play_money(context: RequestContext) -> Bought:
    body: PlayMoney = context.body
    actor, books = context.actor, context.runner.floor.books
    People.require(actor, Action.PLAY_MONEY_TAKE, actor.name)
    return books.take_play_money(actor.name, body.amount, MAX_PLAY_MONEY, body.key)


def previous_play_money(context: RequestContext) -> Bought | None:
    name = context.actor.name
    booking = bought(name, context.body.amount, name)
    return previous_booking(context, person_stream(name), booking)


async def see_limits(context: RequestContext) -> PlayerLimits:
    return context.runner.floor.guard.limits(context.actor.name)


async def set_limits(context: RequestContext) -> PlayerLimits:
    """A tighter limit holds at once, a looser one after a day."""
    body: LimitsBody = context.body
    actor, guard = context.actor, context.runner.floor.guard
    People.require(actor, Action.OWN_LIMITS_SET, actor.name)
    if body.loss is not UNSET:
        guard.request_loss(actor.name, body.loss)
    if body.minutes is not UNSET:
        guard.request_minutes(actor.name, body.minutes)
    return guard.limits(actor.name)


async def see_day(context: RequestContext) -> OwnDay:
    name, floor = context.actor.name, context.runner.floor
    if floor.limits.shared:
        with floor.store.reading() as reader:
            floor.limits.catch_up(reader, floor.tables.keys())
    return OwnDay(floor.guard.lost(name), floor.guard.played(name) // MINUTE)


async def change_password(context: RequestContext) -> Token:
    """All sessions end and a new one begins; a wrong old password counts as a failed sign-in."""
    body: NewPassword = context.body
    actor, people, address = context.actor, context.people, context.client_address
    People.require(actor, Action.PASSWORD_CHANGE, actor.name)
    check_password(body.new, actor.name)
    people.sign.begin(actor.name, address)
    account = people.known(actor.name)
    match = await asyncio.to_thread(people.passwords.match, account.password, body.old)
    if not match.right:
        raise Refusal("password/wrong", "this is not your current password", "old")
    people.sign.finish(actor.name, address, match)
    await asyncio.to_thread(lambda: people.change(actor.name, password=body.new))
    return Token(people.sessions.open(actor.name), actor.name, actor.role)


ROUTES = (
    Route(
        "POST",
        "/api/me/play-money",
        take_play_money,
        "Take play money",
        Bought,
        PlayMoney,
        previous_answer=previous_play_money,
    ),
    Route("GET", "/api/me/limits", see_limits, "Your own limits", PlayerLimits),
    Route("POST", "/api/me/limits", set_limits, "Set your own limits", PlayerLimits, LimitsBody),
    Route("GET", "/api/me/day", see_day, "What the last day counts against them", OwnDay),
    Route("POST", "/api/me/password", change_password, "Change your password", Token, NewPassword),
)
