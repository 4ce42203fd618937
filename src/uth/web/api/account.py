"""One's own account: play money, limits and the password."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from uth.core.messages import Amount, Key, Name, RequestBody, Text
from uth.core.money import Cents
from uth.floor.cage.bookings import Bought, bought, person_stream
from uth.floor.clock import MINUTE
from uth.floor.people.permissions import Permission
from uth.floor.people.player_limits import PlayerLimits
from uth.web.api.sessions import Password, Token
from uth.web.routes import RequestContext, Resource

MAX_PLAY_MONEY = 1_000_000
"""Up to ten thousand dollars at the cage, players may take play money themselves."""
resource: Resource = Resource()


class NewName(RequestBody, frozen=True):
    """The name by which a guest wants to be seen."""

    name: Name


class WantedNames(RequestBody, frozen=True):
    """The ids of people whose names a page shows."""

    people: Annotated[list[Text], Meta(max_length=100)]


class Names(msgspec.Struct, frozen=True):
    """Names by the ids of their people."""

    names: dict[str, str]


class PlayMoney(RequestBody, frozen=True):
    """Play money that a player takes for themselves."""

    amount: Amount
    key: Key


class NewPassword(RequestBody, frozen=True):
    """A change of one's own password, which needs the old one."""

    old: Password
    new: Password


class LimitsBody(RequestBody, frozen=True):
    """The most that a player wants to lose, in cents, and to play, in minutes, within a day.

    null removes a limit; a field that is left out stays as it is.
    """

    loss: Amount | UnsetType | None = UNSET
    minutes: Annotated[int, Meta(ge=0, le=1_440)] | UnsetType | None = UNSET


class OwnDay(msgspec.Struct, frozen=True):
    """What the last 24 hours count against a player's own limits."""

    lost: Cents
    minutes: int


def previous_play_money(context: RequestContext, body: PlayMoney) -> Bought | None:
    name = context.actor.name
    booking = bought(name, body.amount, name)
    return context.previous_booking(person_stream(name), booking, body.key)


@resource.post(
    "/api/me/play-money",
    previous_answer=previous_play_money,
    may=Permission.PLAY_MONEY_TAKE,
    own=True,
)
async def take_play_money(context: RequestContext, body: PlayMoney) -> Bought:
    """Take play money."""
    take, name = context.runner.floor.books.take_play_money, context.actor.name
    return await asyncio.to_thread(take, name, body.amount, MAX_PLAY_MONEY, body.key)


@resource.post("/api/me/name", may=Permission.NAME_CHOOSE, own=True)
async def choose_name(context: RequestContext, body: NewName) -> Names:
    """Choose the name that a guest is shown by."""
    person = context.actor.name
    shown = await asyncio.to_thread(context.people.choose_name, person, body.name)
    return Names({person: shown})


@resource.post("/api/names", signed_in=False)
async def see_names(context: RequestContext, body: WantedNames) -> Names:
    """The names of people at a table or in a record."""
    names = context.people.names
    return Names({person: names.shown(person) for person in body.people})


@resource.get("/api/me/limits")
async def see_limits(context: RequestContext) -> PlayerLimits:
    """Your own limits."""
    return context.runner.floor.guard.limits(context.actor.name)


@resource.post("/api/me/limits", may=Permission.OWN_LIMITS_SET, own=True)
async def set_limits(context: RequestContext, body: LimitsBody) -> PlayerLimits:
    """Set your own limits; a tighter one holds at once, a looser one after a day."""
    actor, guard = context.actor, context.runner.floor.guard
    wanted = {"loss": body.loss, "minutes": body.minutes}
    bounds = {name: bound for name, bound in wanted.items() if bound is not UNSET}
    if not bounds:
        return guard.limits(actor.name)
    return await asyncio.to_thread(lambda: guard.request(actor.name, **bounds))


@resource.get("/api/me/day")
async def see_day(context: RequestContext) -> OwnDay:
    """What the last day counts against them."""
    name, floor = context.actor.name, context.runner.floor
    if floor.limits.shared:
        with floor.store.reading() as reader:
            floor.limits.catch_up(reader, floor.tables.keys())
    return OwnDay(floor.guard.lost(name), floor.guard.played(name) // MINUTE)


@resource.post("/api/me/password", may=Permission.PASSWORD_CHANGE, own=True)
async def change_password(context: RequestContext, body: NewPassword) -> Token:
    """Change your password.

    All sessions end and a new one begins; a wrong old password counts as a failed sign-in.
    """
    actor, people, address = context.actor, context.people, context.client_address
    change = people.change_own_password
    token = await people.pool.run(address, change, actor.name, body.old, body.new, address)
    return Token(token, actor.name, actor.role)
