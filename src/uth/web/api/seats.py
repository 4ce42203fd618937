"""The seats of a table: bots, and the waiting list."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Collection
from typing import Annotated

import msgspec
from msgspec import Meta

from uth.core.messages import MaybeKey, RequestBody
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.people.names import bot_name, is_bot
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.runner import FloorRunner
from uth.floor.tables.dealer import buy_in
from uth.floor.tables.house_players import check_house_players
from uth.floor.tables.orders import Order
from uth.table import commands as c
from uth.web.routes import TABLE, Done, RequestContext, Resource

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""One for each seat."""
resource: Resource = Resource()


class Chips(RequestBody, frozen=True):
    """The chips with which somebody waits for a seat."""

    chips: Annotated[int, Meta(ge=1, le=10**13)]


class InLine(msgspec.Struct, frozen=True):
    """A player's position in the waiting list, from 1."""

    position: int


class OwnSeat(msgspec.Struct, frozen=True):
    """A seat that a person has, or that is held for them."""

    table: str
    title: str
    house: str
    house_name: str
    seat: int
    chips: Cents
    staked: Cents
    """What lies on their circles."""
    held: bool
    """Whether they are away and the seat is held."""


class BotCount(RequestBody, frozen=True):
    """How many bots to seat."""

    count: Annotated[int, Meta(ge=1, le=6)]
    key: MaybeKey = ""
    """A retry with the same key seats only the bots that are still missing."""


@resource.get("/api/me/seats")
async def see_own_seats(context: RequestContext) -> list[OwnSeat]:
    """Where you have a seat."""
    name, tables = context.actor.name, context.runner.floor.tables
    return [
        OwnSeat(
            table=table_writer.name,
            title=terms.title if (terms := tables.terms.get(table_writer.name)) else "",
            house=table.house,
            house_name=table_writer.rules.name,
            seat=seat,
            chips=table.chips(name),
            staked=table.staked(name),
            held=table.seat(seat).away,
        )
        for table_writer in tables.values()
        if (seat := (table := table_writer.table).find(name))
    ]


async def fill_seats(
    runner: FloorRunner, table: str, count: int, key: str = "", seated: Collection[int] = ()
) -> None:
    """Seat bots in empty seats until there are `count`, not counting those seated before."""
    table_writer, bots = runner.floor.tables.writer(table), _bots(table)
    check_house_players(table_writer.rules, practice=table_writer.table.practice)
    empty = [number for number, seat in enumerate(table_writer.table.seats, 1) if seat is None]
    for number in [seat for seat in empty if seat not in seated][: count - len(seated)]:
        bot, chips = bots[number], buy_in(table_writer)
        await asyncio.to_thread(runner.floor.books.fund, bot, chips)
        await runner.orders.perform(Order(table, bot, c.Sit(bot, number, chips), key))


def _bots(table: str) -> dict[int, str]:
    return {number: bot_name(name, table) for number, name in enumerate(NAMES, 1)}


def previous_seating(context: RequestContext, body: BotCount) -> Done | None:
    return Done() if len(_seats_filled(context, body)) == body.count else None


@resource.post(f"{TABLE}/bots", at_owner=True, previous_answer=previous_seating)
async def seat_bots(context: RequestContext, body: BotCount) -> Done:
    """Seat bots."""
    table, runner = context.path["table"], context.runner
    runner.floor.tables.writer(table)
    People.require(context.actor, Permission.BOTS_SEAT, context.table_owner)
    key = _bots_key(context.actor.name, body.key, body.count) if body.key else ""
    await fill_seats(runner, table, body.count, key, _seats_filled(context, body))
    return Done()


def _bots_key(actor: str, key: str, count: int) -> str:
    """The key of the bots' own orders, made from who asked, their key, and the count."""
    return hashlib.sha256(f"{actor} {key} {count}".encode()).hexdigest()


def _seats_filled(context: RequestContext, body: BotCount) -> set[int]:
    """The seats that the key of this request has filled before."""
    if not body.key:
        return set()
    bots = _bots(context.path["table"])
    store = context.runner.floor.store
    for count in range(1, len(bots) + 1):
        key = _bots_key(context.actor.name, body.key, count)
        seats = {number for number, bot in bots.items() if store.answer(bot, key) is not None}
        if seats and count != body.count:
            raise Refusal("key/used", where="key")
        if seats:
            return seats
    return set()


@resource.delete(f"{TABLE}/bots", at_owner=True)
async def dismiss_bots(context: RequestContext) -> Done:
    """Send the bots away."""
    table, runner = context.path["table"], context.runner
    table_writer = runner.floor.tables.writer(table)
    People.require(context.actor, Permission.BOTS_SEAT, context.table_owner)
    for player in [seat.player for _, seat in table_writer.table.taken() if is_bot(seat.player)]:
        await runner.orders.perform(Order(table, player, c.Leave(player)))
    return Done()


@resource.post(f"{TABLE}/line", at_owner=True, may=Permission.TABLE_SIT, own=True)
async def wait_for_seat(context: RequestContext, body: Chips) -> InLine:
    """Wait for a seat."""
    name, actor, floor = context.path["table"], context.actor, context.runner.floor
    table_writer = floor.tables.writer(name)
    adding = floor.waiting.add_steps(table_writer, actor.name, body.chips)
    return InLine(await context.runner.alone(name, adding))


@resource.delete(f"{TABLE}/line", at_owner=True, may=Permission.TABLE_LEAVE, own=True)
async def stop_waiting(context: RequestContext) -> Done:
    """Stop waiting."""
    table_writer = context.runner.floor.tables.writer(context.path["table"])
    waiting = context.runner.floor.waiting
    removing = waiting.remove_steps(table_writer.name, context.actor.name)
    await context.runner.alone(table_writer.name, removing)
    return Done()
