"""The floor console: all tables, pending approvals, the feed and the meters."""

from __future__ import annotations

from uth.floor.meters.reconciliation import MeterReport, reconcile_all
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.records.feed import FeedItem
from uth.floor.table_summaries import ApprovalLine, all_lines, by_schedule, with_money
from uth.floor.tables.table_status import closed_boxes
from uth.ledger.journal.store import Reader
from uth.web.messages.floor import FloorReport
from uth.web.routes import RequestContext, Route, read_in_thread


async def see_floor(context: RequestContext) -> FloorReport:
    """Everything that a floor console shows; it contains no cards."""
    People.require(context.actor, Action.DROP_SEE)
    runner = context.runner
    lines = all_lines(runner.floor, runner.nodes)
    nodes = runner.nodes.all() if runner.nodes.shared else []

    def read(reader: Reader) -> FloorReport:
        tables = with_money(reader, lines)
        closed = list(closed_boxes(reader, {table.summary.name for table in tables}))
        drops = by_schedule(tables, closed)
        return FloorReport(tables, drops, reconcile_all(reader), nodes, closed)

    return await read_in_thread(context, read)


async def list_approvals(context: RequestContext) -> list[ApprovalLine]:
    """The payouts at all tables that wait for the floor's approval."""
    People.require(context.actor, Action.APPROVALS_SEE)
    lines = all_lines(context.runner.floor, context.runner.nodes)
    return [table.approval for table in lines if table.approval is not None]


async def see_feed(context: RequestContext) -> list[FeedItem]:
    People.require(context.actor, Action.FEED_SEE)
    return context.runner.feed.recent


async def see_meters(context: RequestContext) -> list[MeterReport]:
    """Each meter's value against its contributions less its awards."""
    People.require(context.actor, Action.METERS_RECONCILE)
    return await read_in_thread(context, reconcile_all)


ROUTES = (
    Route("GET", "/api/floor", see_floor, "The floor at a glance", FloorReport),
    Route("GET", "/api/approvals", list_approvals, "Pending approvals", list[ApprovalLine]),
    Route("GET", "/api/feed", see_feed, "Recent events on the floor", list[FeedItem]),
    Route("GET", "/api/meters", see_meters, "How the meters reconcile", list[MeterReport]),
)
