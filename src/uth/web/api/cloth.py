"""A table's cloth: what a page needs to draw the table and to explain its rules."""

from __future__ import annotations

from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.tables.pace import Pace
from uth.reports.houses.table_rules import TableRules, TableTimes, table_rules
from uth.web.routes import TABLE, RequestContext, Route


def _times(pace: Pace) -> TableTimes:
    if not pace.timed:
        return TableTimes(None, None, None)
    return TableTimes(pace.betting, pace.acting, pace.offering)


async def see_cloth(context: RequestContext) -> TableRules:
    floor, name, actor = context.runner.floor, context.path["table"], context.actor
    People.require(actor, Action.TABLE_WATCH, actor.name)
    table_writer = floor.table_writer(name)
    return table_rules(
        table_writer.rules,
        maximum=table_writer.table.maximum,
        times=_times(floor.tables.pace_of(name)),
        yours=context.table_owner == actor.name,
    )


ROUTES = (
    Route("GET", f"{TABLE}/cloth", see_cloth, "What the cloth shows", TableRules, at_owner=True),
)
