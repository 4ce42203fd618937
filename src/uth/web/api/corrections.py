"""Corrections of settled rounds: requested by one person, approved by another, or withdrawn."""

from __future__ import annotations

import asyncio
from typing import Annotated

from msgspec import Meta
from msgspec.structs import asdict, replace

from uth.core.messages import Amount, Key, RequestBody, Text
from uth.floor.cage.bookings import floor_stream
from uth.floor.cage.corrections import (
    CorrectionLine,
    all_requested,
    concerned_by_pending,
    concerned_by_request,
    requested,
)
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn
from uth.web.routes import TABLE, RequestContext, Resource, read_in_thread

resource: Resource = Resource()


class Correction(RequestBody, frozen=True):
    """A request to move money between two accounts, for a round that was settled wrongly."""

    round: Annotated[int, Meta(ge=1, le=2**53)]
    source: Text
    target: Text
    amount: Amount
    reason: Text
    key: Key


class Withdrawal(RequestBody, frozen=True):
    """A request to withdraw a correction."""

    key: Key


class Approval(RequestBody, frozen=True):
    """The amount that a second supervisor approves: exactly that of the request."""

    amount: Amount
    key: Key


@resource.get(f"{TABLE}/corrections", may=Permission.CORRECTION_SEE)
async def list_pending(context: RequestContext) -> list[CorrectionLine]:
    """The corrections of one table that wait for approval."""
    table = context.path["table"]
    context.runner.floor.need_known(table)
    corrections = await read_in_thread(context, lambda reader: requested(reader, table))
    return [correction for correction in corrections.values() if correction.pending]


@resource.get("/api/corrections", may=Permission.CORRECTION_SEE)
async def list_corrections(context: RequestContext) -> list[CorrectionLine]:
    """The corrections of all tables: pending, approved and withdrawn."""
    return await read_in_thread(context, all_requested)


def previous_request(context: RequestContext, body: Correction) -> CorrectionLine | None:
    request, books = _request(context, body), context.runner.floor.books
    stream = floor_stream(request.table)
    previous = books.previous_answer(stream, request, request.by, body.key)
    return _as_requested(context, previous[0]) if previous else None


@resource.post(f"{TABLE}/corrections", previous_answer=previous_request)
async def request_correction(context: RequestContext, body: Correction) -> CorrectionLine:
    """Request a correction."""
    request = _request(context, body)
    People.require(context.actor, Permission.CORRECTION_PROPOSE, *concerned_by_request(request))
    books = context.runner.floor.books
    number, _ = await asyncio.to_thread(books.request_correction, request, body.key)
    return _as_requested(context, number)


def _request(context: RequestContext, body: Correction) -> CorrectionRequested:
    fields = asdict(body)
    del fields["key"]
    return CorrectionRequested(table=context.path["table"], by=context.actor.name, **fields)


def _as_requested(context: RequestContext, number: int) -> CorrectionLine:
    """The answer to the request, also to a retry after it was approved or withdrawn."""
    with context.runner.floor.store.reading() as reader:
        correction = requested(reader, context.path["table"])[number]
    return replace(correction, approved_by="", withdrawn_by="")


def previous_approval(context: RequestContext, body: Approval) -> Corrected | None:
    booking = Corrected(context.number("number"), context.actor.name, body.amount, ())
    return context.previous_booking(floor_stream(context.path["table"]), booking, body.key)


@resource.post(f"{TABLE}/corrections/{{number}}", previous_answer=previous_approval)
async def approve_correction(context: RequestContext, body: Approval) -> Corrected:
    """Approve a correction."""
    table, number, actor = context.path["table"], context.number("number"), context.actor
    with context.runner.floor.store.reading() as reader:
        concerned = concerned_by_pending(reader, table, number, requester=True)
    People.require(actor, Permission.CORRECTION_APPROVE, *concerned)
    approve = context.runner.floor.books.approve_correction
    return await asyncio.to_thread(approve, table, number, actor.name, body.amount, body.key)


def previous_withdrawal(context: RequestContext, body: Withdrawal) -> CorrectionWithdrawn | None:
    booking = CorrectionWithdrawn(context.number("number"), context.actor.name, 0, 0)
    return context.previous_booking(floor_stream(context.path["table"]), booking, body.key)


@resource.post(f"{TABLE}/corrections/{{number}}/withdraw", previous_answer=previous_withdrawal)
async def withdraw_correction(context: RequestContext, body: Withdrawal) -> CorrectionWithdrawn:
    """Withdraw a pending correction."""
    table, number, actor = context.path["table"], context.number("number"), context.actor
    with context.runner.floor.store.reading() as reader:
        concerned = concerned_by_pending(reader, table, number, requester=False)
    People.require(actor, Permission.CORRECTION_WITHDRAW, *concerned)
    withdraw = context.runner.floor.books.withdraw_correction
    return await asyncio.to_thread(withdraw, table, number, actor.name, body.key)
