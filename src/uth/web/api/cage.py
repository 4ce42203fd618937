"""The cage: buying in, cashing out, and counting drop boxes."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.floor.cage.bookings import (
    Bought,
    Cashed,
    Counted,
    bought,
    cashed,
    floor_stream,
    person_stream,
)
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.web.api.previous_bookings import previous_booking
from uth.web.messages.floor import Count, Money
from uth.web.routes import TABLE, RequestContext, Route


async def buy_in(context: RequestContext) -> Bought:
    body: Money = context.body
    People.require(context.actor, Action.CAGE_BUY_IN, body.player)
    _check_known(context, body.player)
    books = context.runner.floor.books
    return books.buy_in(body.player, body.amount, context.actor.name, body.key)


def _check_known(context: RequestContext, player: str) -> None:
    """Refuse names that nobody has, so that a typing error does not create an account."""
    account = context.people.accounts.get(player) if player == player.casefold() else None
    if account is None and not context.runner.floor.books.knows(player):
        raise Refusal("player/unknown", "there is no player of this name", "player")


def previous_buy_in(context: RequestContext) -> Bought | None:
    body: Money = context.body
    booking = bought(body.player, body.amount, context.actor.name)
    return previous_booking(context, person_stream(body.player), booking)


async def cash_out(context: RequestContext) -> Cashed:
    body: Money = context.body
    People.require(context.actor, Action.CAGE_CASH_OUT, body.player)
    books = context.runner.floor.books
    return books.cash_out(body.player, body.amount, context.actor.name, body.key)


def previous_cash_out(context: RequestContext) -> Cashed | None:
    body: Money = context.body
    booking = cashed(body.player, body.amount, context.actor.name)
    return previous_booking(context, person_stream(body.player), booking)


async def count_drop_box(context: RequestContext) -> Counted:
    body: Count = context.body
    People.require(context.actor, Action.DROP_COUNT)
    floor, table = context.runner.floor, context.path["table"]
    floor.need_known(table)
    return await context.runner.alone(
        table, lambda: floor.books.count(table, body.counted, context.actor.name, body.key)
    )


def previous_count(context: RequestContext) -> Counted | None:
    body, table = context.body, context.path["table"]
    booking = Counted(table, 0, body.counted, context.actor.name, ())
    return previous_booking(context, floor_stream(table), booking)


ROUTES = (
    Route(
        "POST",
        "/api/cage/buy-in",
        buy_in,
        "Sell play money to a player",
        Bought,
        Money,
        previous_answer=previous_buy_in,
    ),
    Route(
        "POST",
        "/api/cage/cash-out",
        cash_out,
        "Take play money back from a player",
        Cashed,
        Money,
        previous_answer=previous_cash_out,
    ),
    Route(
        "POST",
        f"{TABLE}/count",
        count_drop_box,
        "Count the drop box of an open or closed table",
        Counted,
        Count,
        at_owner=True,
        previous_answer=previous_count,
    ),
)
