"""The cage: buying in, cashing out, counting drop boxes, and players' statements."""

from __future__ import annotations

import asyncio

from uth.core.messages import Amount, Key, Name, RequestBody
from uth.floor.cage.bookings import (
    Bought,
    Cashed,
    Counted,
    bought,
    cashed,
    floor_stream,
    person_stream,
)
from uth.floor.cage.statements import BankerStatement, Statement, banker_statement, statement
from uth.floor.people.permissions import Permission
from uth.web.routes import TABLE, RequestContext, Resource, read_in_thread

resource: Resource = Resource()


class Money(RequestBody, frozen=True):
    """An amount that a player buys or cashes out at the cage."""

    player: Name
    amount: Amount
    key: Key


class Count(RequestBody, frozen=True):
    """The count of a drop box."""

    counted: Amount
    key: Key


def previous_buy_in(context: RequestContext, body: Money) -> Bought | None:
    player = context.people.id_of(body.player)
    booking = bought(player, body.amount, context.actor.name)
    return context.previous_booking(person_stream(player), booking, body.key)


@resource.post("/api/cage/buy-in", previous_answer=previous_buy_in)
async def buy_in(context: RequestContext, body: Money) -> Bought:
    """Sell play money to a player."""
    player = context.player(body.player, Permission.CAGE_BUY_IN)
    books = context.runner.floor.books
    by = context.actor.name
    return await asyncio.to_thread(books.buy_in, player, body.amount, by, body.key)


def previous_cash_out(context: RequestContext, body: Money) -> Cashed | None:
    player = context.people.id_of(body.player)
    booking = cashed(player, body.amount, context.actor.name)
    return context.previous_booking(person_stream(player), booking, body.key)


@resource.post("/api/cage/cash-out", previous_answer=previous_cash_out)
async def cash_out(context: RequestContext, body: Money) -> Cashed:
    """Take play money back from a player."""
    player = context.player(body.player, Permission.CAGE_CASH_OUT)
    books = context.runner.floor.books
    by = context.actor.name
    return await asyncio.to_thread(books.cash_out, player, body.amount, by, body.key)


def previous_count(context: RequestContext, body: Count) -> Counted | None:
    table = context.path["table"]
    booking = Counted(table, 0, body.counted, context.actor.name, ())
    return context.previous_booking(floor_stream(table), booking, body.key)


@resource.post(
    f"{TABLE}/count", at_owner=True, previous_answer=previous_count, may=Permission.DROP_COUNT
)
async def count_drop_box(context: RequestContext, body: Count) -> Counted:
    """Count the drop box of an open or closed table."""
    floor, table, by = context.runner.floor, context.path["table"], context.actor.name
    floor.need_known(table)
    async with context.runner.orders.alone(table):
        return await asyncio.to_thread(floor.books.count, table, body.counted, by, body.key)


@resource.get("/api/players/{player}/statement")
async def see_statement(context: RequestContext) -> Statement:
    """A player's statement."""
    player = context.player(context.path["player"], Permission.STATEMENT_SEE)
    return await read_in_thread(context, lambda reader: statement(reader, player))


@resource.get("/api/players/{player}/banker")
async def see_banker_statement(context: RequestContext) -> BankerStatement:
    """A player's statement as banker."""
    player = context.player(context.path["player"], Permission.STATEMENT_SEE)
    return await read_in_thread(context, lambda reader: banker_statement(reader, player))
