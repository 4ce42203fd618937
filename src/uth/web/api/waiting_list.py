"""The waiting list of a table."""

from __future__ import annotations

from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.web.messages.tables import Chips, Done, InLine
from uth.web.routes import TABLE, RequestContext, Route


async def wait_for_seat(context: RequestContext) -> InLine:
    body: Chips = context.body
    name, actor, floor = context.path["table"], context.actor, context.runner.floor
    People.require(actor, Action.TABLE_SIT, actor.name)
    table_writer = floor.table_writer(name)
    return await context.runner.alone(
        name, lambda: InLine(floor.waiting.add(table_writer, actor.name, body.chips))
    )


async def stop_waiting(context: RequestContext) -> Done:
    People.require(context.actor, Action.TABLE_LEAVE, context.actor.name)
    context.runner.floor.waiting.remove(context.path["table"], context.actor.name)
    return Done()


ROUTES = (
    Route("POST", f"{TABLE}/line", wait_for_seat, "Wait for a seat", InLine, Chips, at_owner=True),
    Route("DELETE", f"{TABLE}/line", stop_waiting, "Stop waiting", Done, at_owner=True),
)
