"""The floor console: all tables, pending approvals, the feed, the meters and the books."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from uth.core.messages import Key, RefusalMessage, RequestBody
from uth.floor.cage.shift_report import ShiftReport, shift_report
from uth.floor.cluster.nodes import Node
from uth.floor.meters.linked_game import (
    MOST_ROUNDS,
    MOST_SEATS,
    GameRounds,
    LinkedGame,
    previous_rounds,
)
from uth.floor.meters.reconciliation import MeterReport, reconcile_all
from uth.floor.people.permissions import Permission
from uth.floor.records.feed import FeedItem
from uth.floor.table_summaries import (
    ApprovalLine,
    Drops,
    FloorTable,
    all_lines,
    by_schedule,
    with_money,
)
from uth.floor.tables.table_status import ClosedBox, closed_boxes
from uth.ledger.audit.audit import AuditCounts, audit
from uth.ledger.journal.store import Reader
from uth.web.responses import refusal_message
from uth.web.routes import PERIOD, RequestContext, Resource, read_in_thread

resource: Resource = Resource()


class RefusedTable(msgspec.Struct, frozen=True):
    """An open table that is not run, and why."""

    table: str
    refusal: RefusalMessage


class FloorReport(msgspec.Struct, frozen=True):
    """The whole floor at one moment."""

    tables: list[FloorTable]
    drops: list[Drops]
    meters: list[MeterReport]
    nodes: list[Node]
    closed_boxes: list[ClosedBox]
    """Drop boxes of closed tables that are not counted yet; `drops` includes them."""
    refused: list[RefusedTable]
    """Open tables whose record is refused, so that nobody can play there."""


@resource.get("/api/floor", may=Permission.DROP_SEE)
async def see_floor(context: RequestContext) -> FloorReport:
    """The floor at a glance: all that a console shows, without cards."""
    runner = context.runner
    lines = all_lines(runner.floor, runner.nodes)
    nodes = runner.nodes.all() if runner.nodes.shared else []
    refused = [
        RefusedTable(name, refusal_message(refusal, context.language))
        for name, refusal in runner.floor.tables.refused.items()
    ]

    def read(reader: Reader) -> FloorReport:
        tables = with_money(reader, lines)
        closed = list(closed_boxes(reader, {table.summary.name for table in tables}))
        drops = by_schedule(tables, closed)
        return FloorReport(
            tables=tables,
            drops=drops,
            meters=reconcile_all(reader),
            nodes=nodes,
            closed_boxes=closed,
            refused=refused,
        )

    return await read_in_thread(context, read)


@resource.get("/api/approvals", may=Permission.APPROVALS_SEE)
async def list_approvals(context: RequestContext) -> list[ApprovalLine]:
    """The payouts at all tables that wait for the floor's approval."""
    lines = all_lines(context.runner.floor, context.runner.nodes)
    return [table.approval for table in lines if table.approval is not None]


@resource.get("/api/feed", may=Permission.FEED_SEE)
async def see_feed(context: RequestContext) -> list[FeedItem]:
    """Recent events on the floor."""
    return context.runner.feed.recent


@resource.get("/api/meters", may=Permission.METERS_RECONCILE)
async def see_meters(context: RequestContext) -> list[MeterReport]:
    """How the meters reconcile: each one's value against its contributions less its awards."""
    return await read_in_thread(context, reconcile_all)


class GameOrder(RequestBody, frozen=True):
    """Rounds of a simulated game, with as many seats that make the wager."""

    seats: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    key: Key


def _previous_rounds(context: RequestContext, body: GameOrder) -> GameRounds | None:
    floor, order = context.runner.floor, (body.seats, body.rounds)
    by = context.actor.name
    return previous_rounds(floor.store, context.path["game"], order, by=by, key=body.key)


def _game(context: RequestContext) -> LinkedGame:
    return context.runner.floor.linked_game(context.path["game"], context.path["meter"])


@resource.post(
    "/api/meters/{meter}/games/{game}/rounds",
    may=Permission.GAME_SIMULATE,
    previous_answer=_previous_rounds,
)
async def play_linked_game(context: RequestContext, body: GameOrder) -> GameRounds:
    """Play rounds of a simulated game that feeds a meter and is paid by it (PA-11)."""
    game, by = _game(context), context.actor.name
    return await asyncio.to_thread(game.play, body.seats, body.rounds, by=by, key=body.key)


@resource.get("/api/shift", query=PERIOD, may=Permission.SHIFT_REPORT)
async def see_shift_report(context: RequestContext) -> ShiftReport:
    """The shift report."""
    since, until = context.period
    return await read_in_thread(context, lambda reader: shift_report(reader, since, until))


class AuditResult(AuditCounts, frozen=True, kw_only=True):
    """What an audit has checked, and its findings."""

    findings: tuple[RefusalMessage, ...]


@resource.post("/api/audit", may=Permission.LEDGER_AUDIT)
async def run_audit(context: RequestContext) -> AuditResult:
    """Audit the books and every round."""
    runner = context.runner
    result = await asyncio.to_thread(audit, runner.floor.store, runner.writer.recorded_heads())
    findings = [refusal_message(finding, context.language) for finding in result.findings]
    return AuditResult(**asdict(result) | {"findings": tuple(findings)})
