"""Tables: list, open, see and close."""

from __future__ import annotations

import contextlib

from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.floor.cage.bookings import Closed, Opened, floor_stream
from uth.floor.meters.meter_names import own_name, shared_name
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.people.roles import matrix
from uth.floor.table_summaries import TableLine, all_lines, own_summaries
from uth.floor.tables.updates import Update
from uth.rulebook.canonical import digest
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES, load_text
from uth.web.api.bots import fill_seats
from uth.web.api.previous_bookings import previous_booking
from uth.web.messages.tables import Closing, NewTable
from uth.web.routes import TABLE, RequestContext, Route

MAX_OWN_TABLES = 2
"""Practice tables that one person may have open."""
MAX_TABLES = 2_000
"""Tables on one node before only the floor may open another."""


async def list_tables(context: RequestContext) -> list[TableLine]:
    """The tables of all nodes; unlisted ones only for their owner and those who see the feed."""
    person, runner = context.person, context.runner
    sees_all = person is not None and matrix().why_not(person, Action.FEED_SEE) is None
    name = person.name if person else ""
    lines = [table.summary for table in all_lines(runner.floor, runner.nodes)]
    return [one for one in lines if one.listed or sees_all or one.by == name]


async def open_table(context: RequestContext) -> Update:
    """The floor opens tables for everybody; others open practice tables of their own."""
    body: NewTable = context.body
    actor, floor, runner = context.actor, context.runner.floor, context.runner
    previous = previous_opening(context)
    if previous is not None:
        return previous
    practice = matrix().why_not(actor, Action.TABLE_OPEN) is not None
    if practice:
        _check_practice(context)
    elif not body.timed:
        raise Refusal("table/timed", "only a practice table can be without time limits", "timed")
    if body.tray is not None:
        People.require(actor, Action.TABLE_COUNT)
    rules = _rules(body)
    link = own_name(body.name) if practice else shared_name(rules)
    table_writer = await runner.alone(
        body.name,
        lambda: floor.open_table(
            body.name,
            rules,
            actor.name,
            link,
            pace=body.pace,
            timed=body.timed,
            listed=body.listed,
            tray=body.tray,
            practice=practice,
            key=body.key,
        ),
    )
    with contextlib.suppress(Refusal):  # the table is open, even if a bot can't be seated
        await fill_seats(runner, body.name, body.bots)
    if runner.nodes.shared:
        runner.nodes.announce(own_summaries(floor, runner.nodes))
    return table_writer.news(floor.clock()).update(actor.name)


def _check_practice(context: RequestContext) -> None:
    """Whether this person may open another practice table."""
    actor, runner = context.actor, context.runner
    People.require(actor, Action.TABLE_MAKE, actor.name)
    runner.admit()
    if len(runner.floor.tables) >= MAX_TABLES:
        raise Refusal("service/full", "there is no room for another table; try later", "name")
    lines = all_lines(runner.floor, runner.nodes)
    own = sum(table.summary.by == actor.name for table in lines)
    if own >= MAX_OWN_TABLES:
        raise Refusal("table/too_many", f"you have {own} tables open; close one first", "name")


def previous_opening(context: RequestContext) -> Update | None:
    """The table that this request's key has opened, as it is now; a closed one stays closed."""
    body: NewTable = context.body
    if not body.key:
        return None
    actor, floor, name = context.actor.name, context.runner.floor, body.name
    booking = Opened(
        table=name,
        by=actor,
        rulebook=digest(_rules(body)),
        link="",
        pace=body.pace,
        timed=body.timed,
        listed=body.listed,
        tray=body.tray,
    )
    if previous_booking(context, floor_stream(name), booking) is None:
        return None
    if name not in floor.tables and not floor.tables.is_open(name):
        sentence = f"this key has opened table {name}, which is closed now"
        raise Refusal("table/unknown", sentence, "name")
    table_writer = floor.tables.get(name)
    return table_writer.news(floor.clock()).update(actor) if table_writer else None


def _rules(body: NewTable) -> Rulebook:
    """The rulebook of a new table: a house's, a house's with changes, or one's own."""
    if bool(body.house) == bool(body.rulebook):
        raise Refusal("table/rules", "give either a house or a rulebook", "house")
    if body.rulebook:
        if body.settings or body.minimum or body.maximum:
            sentence = "settings change a house; write them into your rulebook instead"
            raise Refusal("table/rules", sentence, "house")
        return load_text(body.rulebook)
    if body.house not in HOUSES:
        raise Refusal("house/unknown", "there is no such house", "house")
    settings = dict(body.settings)
    for name, amount in (("minimum", body.minimum), ("maximum", body.maximum)):
        limits = settings.get("limits", {})
        if amount is not None and isinstance(limits, dict):
            settings["limits"] = {**limits, name: print_dollars(amount)}
    try:
        return with_settings(body.house, settings)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Refusal(
            "table/settings", "these are not settings of a rulebook", "settings"
        ) from None


async def see_table(context: RequestContext) -> Update:
    floor, actor = context.runner.floor, context.actor
    People.require(actor, Action.TABLE_WATCH, actor.name)
    return floor.table_writer(context.path["table"]).news(floor.clock()).update(actor.name)


async def close_table(context: RequestContext) -> Closed:
    name, actor, runner = context.path["table"], context.actor, context.runner
    body: Closing = context.body
    previous = previous_closing(context)
    if previous is not None:
        return previous
    if body.tray is not None:
        People.require(actor, Action.TABLE_COUNT)
    runner.floor.table_writer(name)
    People.require(actor, Action.TABLE_CLOSE, context.table_owner)
    closed = await runner.alone(
        name, lambda: runner.floor.close_table(name, actor.name, body.tray, body.key)
    )
    runner.nodes.forget(name)
    return closed


def previous_closing(context: RequestContext) -> Closed | None:
    body: Closing = context.body
    name, actor = context.path["table"], context.actor.name
    return context.runner.floor.closed_before(name, actor, body.tray, body.key)


ROUTES = (
    Route("GET", "/api/tables", list_tables, "The open tables", list[TableLine], signed_in=False),
    Route(
        "POST",
        "/api/tables",
        open_table,
        "Open a table",
        Update,
        NewTable,
        previous_answer=previous_opening,
    ),
    Route("GET", TABLE, see_table, "A table as you may see it", Update, at_owner=True),
    Route(
        "POST",
        f"{TABLE}/close",
        close_table,
        "Close a table",
        Closed,
        Closing,
        at_owner=True,
        previous_answer=previous_closing,
    ),
)
