"""Corrections of settled rounds: requested by one person, approved by another, or withdrawn."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from uth.floor.cage.bookings import (
    Corrected,
    CorrectionRequested,
    CorrectionWithdrawn,
    floor_stream,
)
from uth.floor.cage.corrections import (
    CorrectionStatus,
    concerned_by_approval,
    concerned_by_request,
    concerned_by_withdrawal,
)
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.web.api.previous_bookings import numbered_booking, previous_booking
from uth.web.messages.floor import Approval, Correction, CorrectionLine, Withdrawal
from uth.web.routes import TABLE, RequestContext, Route


async def list_pending(context: RequestContext) -> list[CorrectionLine]:
    """The corrections of one table that wait for approval."""
    People.require(context.actor, Action.CORRECTION_SEE)
    corrections = context.runner.floor.books.table_corrections(context.path["table"])
    return [_correction_line(correction) for correction in corrections if correction.pending]


async def list_corrections(context: RequestContext) -> list[CorrectionLine]:
    """The corrections of all tables: pending, approved and withdrawn."""
    People.require(context.actor, Action.CORRECTION_SEE)
    corrections = await asyncio.to_thread(context.runner.floor.books.floor_corrections)
    return [_correction_line(correction) for correction in corrections]


def _correction_line(correction: CorrectionStatus) -> CorrectionLine:
    request = correction.request
    return CorrectionLine(
        table=request.table,
        number=correction.number,
        round=request.round,
        source=request.source,
        target=request.target,
        amount=request.amount,
        reason=request.reason,
        by=request.by,
        at=correction.at,
        approved_by=correction.approved_by,
        withdrawn_by=correction.withdrawn_by,
    )


async def request_correction(context: RequestContext) -> CorrectionLine:
    request = _request(context)
    People.require(context.actor, Action.CORRECTION_PROPOSE, *concerned_by_request(request))
    number, _ = context.runner.floor.books.request_correction(request, context.body.key)
    return _as_requested(context, number)


def _request(context: RequestContext) -> CorrectionRequested:
    body: Correction = context.body
    return CorrectionRequested(
        table=context.path["table"],
        round=body.round,
        source=body.source,
        target=body.target,
        amount=body.amount,
        reason=body.reason,
        by=context.actor.name,
    )


def previous_request(context: RequestContext) -> CorrectionLine | None:
    stream = floor_stream(context.path["table"])
    previous = numbered_booking(context, stream, _request(context))
    return _as_requested(context, previous[0]) if previous else None


def _as_requested(context: RequestContext, number: int) -> CorrectionLine:
    """The answer to the request, also to a retry after it was approved or withdrawn."""
    corrections = context.runner.floor.books.table_corrections(context.path["table"])
    correction = next(one for one in corrections if one.number == number)
    return _correction_line(replace(correction, approved_by="", withdrawn_by=""))


async def approve_correction(context: RequestContext) -> Corrected:
    body: Approval = context.body
    table, number, actor = context.path["table"], context.number("number"), context.actor
    with context.runner.floor.store.reading() as reader:
        concerned = concerned_by_approval(reader, table, number)
    People.require(actor, Action.CORRECTION_APPROVE, *concerned)
    books = context.runner.floor.books
    return books.approve_correction(table, number, actor.name, body.amount, body.key)


def previous_approval(context: RequestContext) -> Corrected | None:
    booking = Corrected(context.number("number"), context.actor.name, context.body.amount, ())
    return previous_booking(context, floor_stream(context.path["table"]), booking)


async def withdraw_correction(context: RequestContext) -> CorrectionWithdrawn:
    table, number, actor = context.path["table"], context.number("number"), context.actor
    with context.runner.floor.store.reading() as reader:
        concerned = concerned_by_withdrawal(reader, table, number)
    People.require(actor, Action.CORRECTION_WITHDRAW, *concerned)
    books = context.runner.floor.books
    return books.withdraw_correction(table, number, actor.name, context.body.key)


def previous_withdrawal(context: RequestContext) -> CorrectionWithdrawn | None:
    booking = CorrectionWithdrawn(context.number("number"), context.actor.name, 0, 0)
    return previous_booking(context, floor_stream(context.path["table"]), booking)


ROUTES = (
    Route("GET", "/api/corrections", list_corrections, "All corrections", list[CorrectionLine]),
    Route(
        "GET",
        f"{TABLE}/corrections",
        list_pending,
        "Pending corrections of a table",
        list[CorrectionLine],
    ),
    Route(
        "POST",
        f"{TABLE}/corrections",
        request_correction,
        "Request a correction",
        CorrectionLine,
        Correction,
        previous_answer=previous_request,
    ),
    Route(
        "POST",
        f"{TABLE}/corrections/{{number}}",
        approve_correction,
        "Approve a correction",
        Corrected,
        Approval,
        previous_answer=previous_approval,
    ),
    Route(
        "POST",
        f"{TABLE}/corrections/{{number}}/withdraw",
        withdraw_correction,
        "Withdraw a pending correction",
        CorrectionWithdrawn,
        Withdrawal,
        previous_answer=previous_withdrawal,
    ),
)
