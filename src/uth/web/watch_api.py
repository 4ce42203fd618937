"""Watching the floor over HTTP: its tables, what waits for approval, the feed and the meters."""

from __future__ import annotations

from uth.floor.actions import Action
from uth.floor.feed import FloorNews
from uth.floor.people import People
from uth.floor.reconciling import MeterReport, reconcile_all
from uth.floor.standing import closed_boxes
from uth.ledger.store import Reader
from uth.web import messages as m
from uth.web.lines import all_lines, by_schedule, with_money
from uth.web.routes import Asked, Route, beside


async def see_floor(asked: Asked) -> m.FloorReport:
    """Everything that a floor console shows; no card is in it."""
    People.require(asked.who, Action.DROP_SEE)
    service = asked.service
    lines = all_lines(service.house, service.nodes)
    nodes = service.nodes.all() if service.nodes.shared else []

    def look(reader: Reader) -> m.FloorReport:
        tables = with_money(reader, lines)
        closed = list(closed_boxes(reader, {line.line.name for line in tables}))
        drops = by_schedule(tables, closed)
        return m.FloorReport(tables, drops, reconcile_all(reader), nodes, closed)

    return await beside(asked, look)


async def list_approvals(asked: Asked) -> list[m.ApprovalLine]:
    """The payouts of all tables that wait for the floor."""
    People.require(asked.who, Action.APPROVALS_SEE)
    lines = all_lines(asked.service.house, asked.service.nodes)
    return [line.approval for line in lines if line.approval is not None]


async def see_feed(asked: Asked) -> list[FloorNews]:
    People.require(asked.who, Action.FEED_SEE)
    return asked.service.feed.recent


async def see_meters(asked: Asked) -> list[MeterReport]:
    """Contributions less awards are what stands."""
    People.require(asked.who, Action.METERS_RECONCILE)
    return await beside(asked, reconcile_all)


ROUTES = (
    Route("GET", "/api/floor", see_floor, "The floor at a glance", m.FloorReport),
    Route("GET", "/api/approvals", list_approvals, "Payouts that wait", list[m.ApprovalLine]),
    Route("GET", "/api/feed", see_feed, "What happened lately", list[FloorNews]),
    Route("GET", "/api/meters", see_meters, "How the meters reconcile", list[MeterReport]),
)
