"""Tables: list, open, see and close; what a page needs to draw one."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, MaybeKey, RequestBody, Text
from uth.core.money import print_dollars
from uth.core.refusal import Refusal
from uth.floor.cage.bookings import Closed, Opened, floor_stream
from uth.floor.meters.meter_names import own_name, shared_name
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.people.roles import matrix
from uth.floor.table_summaries import TableLine, own_summaries
from uth.floor.tables.updates import Update
from uth.reports.designer.model import Design
from uth.reports.houses.table_rules import TableRules, TableTimes, table_rules
from uth.rulebook.canonical import digest
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import with_settings
from uth.rulebook.store import HOUSES
from uth.table.settling.table_settlement import rules_in_force
from uth.web.api.seats import fill_seats
from uth.web.api.solver import design_rulebook, house_with
from uth.web.routes import TABLE, RequestContext, Resource

MAX_OWN_TABLES = 2
"""Practice tables that one person may have open."""
MAX_TABLES = 2_000
"""Tables on one node before only the floor may open another.

One network may open as many practice tables as a quarter of those that are left."""
resource: Resource = Resource()


class NewTable(RequestBody, frozen=True):
    """A table of a house by its id, or of a rulebook of one's own as TOML.

    `settings` changes options of a house as a rulebook would: `{"limits": {"chip": "5"}}`. Minimum
    and maximum, in cents, are shorthand for two of them.
    """

    name: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9._-]{0,39}$")]
    title: Annotated[str, Meta(max_length=80)] = ""
    """What people call it, with spaces and capitals."""
    house: Text = ""
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    settings: dict[str, Any] = msgspec.field(default_factory=dict)
    minimum: Annotated[int, Meta(ge=1, le=10**13)] | None = None
    maximum: Annotated[int, Meta(ge=1, le=10**13)] | None = None
    bots: Annotated[int, Meta(ge=0, le=6)] = 0
    pace: Annotated[int, Meta(ge=0, le=60_000)] | None = None
    """The dealer's pause in milliseconds, 0 for none; null for the usual pace."""
    timed: bool = True
    """Whether players have limited time; only practice tables may go without."""
    listed: bool = True
    """Whether the table is in the public list."""
    practice: bool = False
    """Whether the floor opens a practice table; everybody else always does."""
    tray: Amount | None = None
    """The chips that the floor counts into the tray; null where they are not counted."""
    key: MaybeKey = ""
    """A retry with the same key opens no second table, and returns the first as it is now."""


class Closing(RequestBody, frozen=True):
    """Closes a table with the count of its tray; null where it is not counted."""

    tray: Amount | None = None
    key: MaybeKey = ""


@resource.get("/api/tables", signed_in=False)
async def list_tables(context: RequestContext) -> list[TableLine]:
    """The open tables of all nodes; unlisted ones only for their owner and the floor."""
    person, runner = context.person, context.runner
    sees_all = person is not None and matrix().why_not(person, Permission.FEED_SEE) is None
    name = person.name if person else ""
    lines = runner.table_list.lines()
    return [one for one in lines if one.listed or sees_all or one.by == name]


async def previous_opening(context: RequestContext, body: NewTable) -> Update | None:
    """The table that this request's key has opened, as it is now; a closed one stays closed."""
    actor, floor, name = context.actor.name, context.runner.floor, body.name
    if not body.key or floor.store.answer(actor, body.key) is None:
        return None
    practice = _is_practice(context, body)
    booking = Opened(
        name, actor, digest(await _rules(context, body)), practice=practice, **_terms(body)
    )
    if context.previous_booking(floor_stream(name), booking, body.key) is None:
        return None
    if name not in floor.tables and not floor.tables.is_open(name):
        raise Refusal("table/closed_since", table=name, where="name")
    table_writer = floor.tables.get(name)
    return table_writer.news(floor.clock()).update(actor) if table_writer else None


@resource.post("/api/tables", previous_answer=previous_opening)
async def open_table(context: RequestContext, body: NewTable) -> Update:
    """Open a table: the floor for everybody, others a practice table of their own."""
    if not body.title.isprintable():
        raise Refusal("table/title", where="title")
    async with context.runner.orders.alone(f"tables of {context.actor.name}"):  # one at a time
        return await _open_table(context, body)


async def _open_table(context: RequestContext, body: NewTable) -> Update:
    actor, floor, runner = context.actor, context.runner.floor, context.runner
    practice = _is_practice(context, body)
    if practice:
        _check_practice(context)
    elif not body.timed:
        raise Refusal("table/timed", where="timed")
    if body.tray is not None:
        People.require(actor, Permission.TABLE_COUNT)
    rules = await _rules(context, body)
    link = own_name(body.name) if practice else shared_name(rules)
    with _share(context, body.name) if practice else contextlib.nullcontext():
        table_writer = await runner.alone(
            body.name,
            floor.open_table_steps(
                body.name,
                rules,
                actor.name,
                link,
                practice=practice,
                key=body.key,
                **_terms(body),
            ),
        )
    if body.bots:
        with contextlib.suppress(Refusal):  # the table is open, even if a bot can't be seated
            await fill_seats(runner, body.name, body.bots)
    if runner.nodes.shared:
        await asyncio.to_thread(runner.nodes.announce, own_summaries(floor, runner.nodes))
    return table_writer.news(floor.clock()).update(actor.name)


def _is_practice(context: RequestContext, body: NewTable) -> bool:
    """Whether this is a practice table of the person, and not a table of the house."""
    return body.practice or matrix().why_not(context.actor, Permission.TABLE_OPEN) is not None


def _terms(body: NewTable) -> dict[str, Any]:
    """The terms of a new table that its request sets."""
    return {
        name: getattr(body, name) for name in ("pace", "timed", "listed", "tray", "bots", "title")
    }


def _check_practice(context: RequestContext) -> None:
    """Whether this person may open another practice table."""
    actor, runner = context.actor, context.runner
    People.require(actor, Permission.TABLE_MAKE, actor.name)
    runner.admit()
    own = sum(one.practice and one.by == actor.name for one in runner.table_list.lines())
    if own >= MAX_OWN_TABLES:
        raise Refusal("table/too_many", tables=own, where="name")
    if len(runner.floor.tables) >= MAX_TABLES:
        raise Refusal("service/no_tables", where="name")


def _share(context: RequestContext, name: str) -> contextlib.AbstractContextManager[None]:
    """Count a practice table to its network's share while and after it is opened."""
    runner = context.runner
    share = max(MAX_OWN_TABLES, (MAX_TABLES - len(runner.floor.tables)) // 4)
    return runner.openers.opening(name, context.client_address, share)


async def _rules(context: RequestContext, body: NewTable) -> Rulebook:
    """The rulebook of a new table: a house's, a house's with changes, or one's own."""
    if bool(body.house) == bool(body.rulebook):
        raise Refusal("table/rules", where="house")
    if body.rulebook:
        if body.settings or body.minimum or body.maximum:
            raise Refusal("table/rulebook_settings", where="house")
        return await design_rulebook(context, Design(rulebook=body.rulebook))
    if body.house not in HOUSES:
        raise Refusal("house/unknown", house=body.house, houses=list(HOUSES), where="house")
    settings = dict(body.settings)
    for name, amount in (("minimum", body.minimum), ("maximum", body.maximum)):
        limits = settings.get("limits", {})
        if amount is not None and isinstance(limits, dict):
            settings["limits"] = {**limits, name: print_dollars(amount)}
    if body.settings:
        return await house_with(context, body.house, settings)
    return await asyncio.to_thread(with_settings, body.house, settings)


@resource.get(TABLE, at_owner=True, may=Permission.TABLE_WATCH, own=True)
async def see_table(context: RequestContext) -> Update:
    """A table as you may see it."""
    floor, actor = context.runner.floor, context.actor
    return floor.tables.writer(context.path["table"]).news(floor.clock()).update(actor.name)


@resource.get(f"{TABLE}/cloth", at_owner=True, may=Permission.TABLE_WATCH, own=True)
async def see_cloth(context: RequestContext) -> TableRules:
    """What the cloth shows, and the rules that a page needs to draw it."""
    floor, name, actor = context.runner.floor, context.path["table"], context.actor
    table_writer, pace = floor.tables.writer(name), floor.tables.pace_of(name)
    terms = floor.tables.terms.get(name)
    times = (pace.betting, pace.acting, pace.offering) if pace.timed else (None, None, None)
    return table_rules(
        table_writer.rules,
        maximum=table_writer.table.maximum,
        maximum_payout=rules_in_force(
            table_writer.rules, table_writer.table.posted_maximum
        ).payouts.maximum,
        times=TableTimes(*times),
        title=terms.title if terms else "",
        yours=context.table_owner == actor.name,
        language=context.language,
    )


def previous_closing(context: RequestContext, body: Closing) -> Closed | None:
    name = context.path["table"]
    booking = Closed(name, context.actor.name, 0, 0, body.tray)
    return context.previous_booking(floor_stream(name), booking, body.key)


@resource.post(f"{TABLE}/close", at_owner=True, previous_answer=previous_closing)
async def close_table(context: RequestContext, body: Closing) -> Closed:
    """Close a table."""
    name, actor, runner = context.path["table"], context.actor, context.runner
    if body.tray is not None:
        People.require(actor, Permission.TABLE_COUNT)
    runner.floor.tables.writer(name)
    People.require(actor, Permission.TABLE_CLOSE, context.table_owner)
    closing = runner.floor.close_table_steps(name, actor.name, body.tray, body.key)
    closed = await runner.alone(name, closing)
    await asyncio.to_thread(runner.nodes.forget, name)
    return closed
