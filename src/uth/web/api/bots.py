"""Bots at a table: seat them and send them away."""

from __future__ import annotations

import hashlib
from collections.abc import Collection

from uth.core.refusal import Refusal
from uth.floor.people.actions import Action
from uth.floor.people.names import bot_name, is_bot
from uth.floor.people.people import People
from uth.floor.runner import FloorRunner
from uth.floor.tables.dealer import buy_in
from uth.floor.tables.orders import Order
from uth.table import commands as c
from uth.web.messages.tables import BotCount, Done
from uth.web.routes import TABLE, RequestContext, Route

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""One for each seat."""


async def fill_seats(
    runner: FloorRunner, table: str, count: int, key: str = "", seated: Collection[int] = ()
) -> None:
    """Seat bots in empty seats until there are `count`, not counting those seated before."""
    table_writer, bots = runner.floor.table_writer(table), _bots(table)
    empty = [number for number, seat in enumerate(table_writer.table.seats, 1) if seat is None]
    for number in [seat for seat in empty if seat not in seated][: count - len(seated)]:
        bot, chips = bots[number], buy_in(table_writer)
        runner.floor.books.fund(bot, chips)
        await runner.perform(Order(table, bot, c.Sit(bot, number, chips), key))


def _bots(table: str) -> dict[int, str]:
    return {number: bot_name(name, table) for number, name in enumerate(NAMES, 1)}


async def seat_bots(context: RequestContext) -> Done:
    body: BotCount = context.body
    table, runner = context.path["table"], context.runner
    runner.floor.table_writer(table)
    People.require(context.actor, Action.BOTS_SEAT, context.table_owner)
    key, seated = _bots_key(context, body.count), _seats_filled(context)
    await fill_seats(runner, table, body.count, key, seated)
    return Done()


def previous_seating(context: RequestContext) -> Done | None:
    return Done() if len(_seats_filled(context)) == context.body.count else None


def _bots_key(context: RequestContext, count: int) -> str:
    """The key of the bots' own orders, made from who asked, their key, and the count."""
    request = f"{context.actor.name} {context.body.key} {count}"
    return hashlib.sha256(request.encode()).hexdigest() if context.body.key else ""


def _seats_filled(context: RequestContext) -> set[int]:
    """The seats that the key of this request has filled before."""
    body: BotCount = context.body
    if not body.key:
        return set()
    bots = _bots(context.path["table"])
    with context.runner.floor.store.reading() as reader:
        for count in range(1, len(bots) + 1):
            key = _bots_key(context, count)
            seats = {number for number, bot in bots.items() if reader.answer(bot, key) is not None}
            if seats and count != body.count:
                raise Refusal("key/used", "this key was used for other bots; make a new one", "key")
            if seats:
                return seats
    return set()


async def dismiss_bots(context: RequestContext) -> Done:
    table, runner = context.path["table"], context.runner
    table_writer = runner.floor.table_writer(table)
    People.require(context.actor, Action.BOTS_SEAT, context.table_owner)
    for player in [seat.player for _, seat in table_writer.table.taken() if is_bot(seat.player)]:
        await runner.perform(Order(table, player, c.Leave(player)))
    return Done()


ROUTES = (
    Route(
        "POST",
        f"{TABLE}/bots",
        seat_bots,
        "Seat bots",
        Done,
        BotCount,
        at_owner=True,
        previous_answer=previous_seating,
    ),
    Route("DELETE", f"{TABLE}/bots", dismiss_bots, "Send the bots away", Done, at_owner=True),
)
