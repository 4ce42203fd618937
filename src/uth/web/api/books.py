"""The books: the shift report and the audit."""

from __future__ import annotations

import asyncio

from uth.floor.cage.shift_report import ShiftReport, shift_report
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.ledger.audit.audit import Audit, audit
from uth.web.routes import RequestContext, Route, read_in_thread

PERIOD = ("since", "until")
"""Query parameters of a period, in milliseconds."""


def period(context: RequestContext) -> tuple[int, int]:
    """From when until when, in milliseconds; without parameters, from the beginning until now."""
    now = context.runner.floor.clock()
    return context.number("since", 0), context.number("until", now + 1)


async def see_shift_report(context: RequestContext) -> ShiftReport:
    People.require(context.actor, Action.SHIFT_REPORT)
    since, until = period(context)
    return await read_in_thread(context, lambda reader: shift_report(reader, since, until))


async def run_audit(context: RequestContext) -> Audit:
    People.require(context.actor, Action.LEDGER_AUDIT)
    runner = context.runner
    return await asyncio.to_thread(audit, runner.floor.store, runner.writer.recorded_heads())


ROUTES = (
    Route("GET", "/api/shift", see_shift_report, "The shift report", ShiftReport, query=PERIOD),
    Route("POST", "/api/audit", run_audit, "Audit the books and every round", Audit),
)
