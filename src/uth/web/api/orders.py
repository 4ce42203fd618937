"""Orders to a table: commands that people send, and what one would do if it were sent."""

from __future__ import annotations

import time

from uth.core.refusal import Refusal
from uth.floor.people.people import People
from uth.floor.people.roles import Person, action_of
from uth.floor.runner import FloorRunner
from uth.floor.tables.concerned import require_permission
from uth.floor.tables.orders import Answer, Order, check_actor
from uth.table import commands as c
from uth.table.decide import decide
from uth.table.events import Forfeited
from uth.web.messages.orders import OrderBody, Tried, TryBody
from uth.web.responses import refusal_message
from uth.web.routes import TABLE, RequestContext, Route


async def send_order(context: RequestContext) -> Answer:
    return await give_order(context.runner, context.actor, _order(context))


def previous_order(context: RequestContext) -> Answer | None:
    return context.runner.floor.previous_answer(_order(context))


def _order(context: RequestContext) -> Order:
    body: OrderBody = context.body
    table, name = context.path["table"], context.actor.name
    return Order(table, name, body.command, body.key, body.version)


async def give_order(runner: FloorRunner, actor: Person, order: Order) -> Answer:
    """Let the table decide; a refused order may have been carried out already by its key."""
    try:
        return await _give(runner, actor, order)
    except Refusal:
        previous = runner.floor.previous_answer(order)
        if previous is None:
            raise
        return previous


async def _give(runner: FloorRunner, actor: Person, order: Order) -> Answer:
    command = order.command
    if runner.draining:
        raise Refusal("service/draining", "we are closing; hands in progress will be finished")
    table = runner.floor.table_writer(order.table).table
    if isinstance(command, c.Sit | c.Join) and not table.present(actor.name):
        runner.seat_more()
    require_permission(actor, table, command)
    began = time.perf_counter()
    try:
        answer = await runner.perform(order)
    except Refusal:
        runner.metrics.count("uth_orders_total", outcome="refused")
        raise
    finally:
        runner.answered(time.perf_counter() - began)
    runner.metrics.count("uth_orders_total", outcome="done")
    return answer


async def try_order(context: RequestContext) -> Tried:
    """Decide a command without carrying it out."""
    body: TryBody = context.body
    name, actor = context.path["table"], context.actor
    check_actor(Order(name, actor.name, body.command))
    People.require(actor, action_of(body.command), actor.name)
    table_writer = context.runner.floor.table_writer(name)
    try:
        events = decide(table_writer.table, body.command, table_writer.rules)
    except Refusal as refusal:
        return Tried(refusal_message(refusal))
    return Tried(None, sum(event.amount for event in events if isinstance(event, Forfeited)))


ROUTES = (
    Route(
        "POST",
        f"{TABLE}/orders",
        send_order,
        "Send a command",
        Answer,
        OrderBody,
        at_owner=True,
        previous_answer=previous_order,
    ),
    Route(
        "POST",
        f"{TABLE}/try",
        try_order,
        "What a command would do, without sending it",
        Tried,
        TryBody,
        at_owner=True,
    ),
)
