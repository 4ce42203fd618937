"""Watching the floor over HTTP: its tables, what waits for approval, the feed and the meters."""

from __future__ import annotations

from uth.floor.meters.reconciliation import MeterReport, reconcile_all
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.records.feed import FeedItem
from uth.floor.table_summaries import ApprovalLine, all_lines, by_schedule, with_money
from uth.floor.tables.table_status import closed_boxes
from uth.ledger.journal.store import Reader
from uth.web.messages import tables as m
from uth.web.routes import RequestContext, Route, read_in_thread


async def see_floor(context: RequestContext) -> m.FloorReport:
    """Everything that a floor console shows; no card is in it."""
    People.require(context.who, Action.DROP_SEE)
    runner = context.runner
    lines = all_lines(runner.floor, runner.nodes)
    nodes = runner.nodes.all() if runner.nodes.shared else []

    def look(reader: Reader) -> m.FloorReport:
        tables = with_money(reader, lines)
        closed = list(closed_boxes(reader, {line.line.name for line in tables}))
        drops = by_schedule(tables, closed)
        return m.FloorReport(tables, drops, reconcile_all(reader), nodes, closed)

    return await read_in_thread(context, look)


async def list_approvals(context: RequestContext) -> list[ApprovalLine]:
    """The payouts of all tables that wait for the floor."""
    People.require(context.who, Action.APPROVALS_SEE)
    lines = all_lines(context.runner.floor, context.runner.nodes)
    return [line.approval for line in lines if line.approval is not None]


async def see_feed(context: RequestContext) -> list[FeedItem]:
    People.require(context.who, Action.FEED_SEE)
    return context.runner.feed.recent


async def see_meters(context: RequestContext) -> list[MeterReport]:
    """Contributions less awards are what stands."""
    People.require(context.who, Action.METERS_RECONCILE)
    return await read_in_thread(context, reconcile_all)


ROUTES = (
    Route("GET", "/api/floor", see_floor, "The floor at a glance", m.FloorReport),
    Route("GET", "/api/approvals", list_approvals, "Payouts that wait", list[ApprovalLine]),
    Route("GET", "/api/feed", see_feed, "What happened lately", list[FeedItem]),
    Route("GET", "/api/meters", see_meters, "How the meters reconcile", list[MeterReport]),
)
