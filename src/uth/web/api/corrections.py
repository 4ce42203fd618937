"""Corrections over HTTP: asked for by one, approved by another, or withdrawn (Q-21)."""

from __future__ import annotations

import asyncio
from typing import TypeVar

from msgspec.structs import replace

from uth.floor.cage.bookings import (
    Corrected,
    CorrectionRequested,
    CorrectionWithdrawn,
    floor_stream,
)
from uth.floor.cage.corrections import CorrectionStatus
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.web.messages import tables as m
from uth.web.routes import RequestContext, Route

B = TypeVar("B", Corrected, CorrectionWithdrawn)


def _before(context: RequestContext, wanted: B) -> B | None:
    """What the key of a booking has booked, if it has."""
    books, stream = context.runner.floor.books, floor_stream(context.path["table"])
    found = books.previous_answer(stream, wanted, context.who.name, context.body.key)
    return found[1] if found else None


async def list_corrections(context: RequestContext) -> list[m.CorrectionLine]:
    People.require(context.who, Action.CORRECTION_SEE)
    found = context.runner.floor.books.table_corrections(context.path["table"])
    return [_line(one) for one in found if one.pending]


async def all_corrections(context: RequestContext) -> list[m.CorrectionLine]:
    """Of every table, open or closed: those that wait, were made or were withdrawn."""
    People.require(context.who, Action.CORRECTION_SEE)
    found = await asyncio.to_thread(context.runner.floor.books.floor_corrections)
    return [_line(one) for one in found]


def _line(one: CorrectionStatus) -> m.CorrectionLine:
    context = one.request
    return m.CorrectionLine(
        context.table,
        one.number,
        context.round,
        context.source,
        context.target,
        context.amount,
        context.reason,
        context.by,
        one.at,
        one.approved_by,
        one.withdrawn_by,
    )


def _concerned(source: str, target: str) -> list[str]:
    """Whose money a correction moves."""
    accounts = (source, target)
    found = [name.removeprefix("player/") for name in accounts if name.startswith("player/")]
    return found or [""]


async def ask_correction(context: RequestContext) -> m.CorrectionLine:
    wanted = _wished(context)
    concerned = _concerned(wanted.source, wanted.target)
    People.require(context.who, Action.CORRECTION_PROPOSE, *concerned)
    number, _ = context.runner.floor.books.request_correction(wanted, context.body.key)
    return _as_asked(context, number)


def _wished(context: RequestContext) -> CorrectionRequested:
    body: m.Correction = context.body
    accounts = (body.source, body.target)
    table, who = context.path["table"], context.who.name
    return CorrectionRequested(table, body.round, *accounts, body.amount, body.reason, who)


def asked_before(context: RequestContext) -> m.CorrectionLine | None:
    wanted = _wished(context)
    books, stream = context.runner.floor.books, floor_stream(wanted.table)
    found = books.previous_answer(stream, wanted, context.who.name, context.body.key)
    return _as_asked(context, found[0]) if found else None


def _as_asked(context: RequestContext, number: int) -> m.CorrectionLine:
    """What is told to who asks, also when he asks again after it was approved or withdrawn."""
    found = context.runner.floor.books.table_corrections(context.path["table"])
    line = next(one for one in found if one.number == number)
    return _line(replace(line, approved_by="", withdrawn_by=""))


async def approve_correction(context: RequestContext) -> Corrected:
    body: m.Approval = context.body
    table, number, who = context.path["table"], context.number("number"), context.who
    waiting = dict(context.runner.floor.books.corrections(table)).get(number)
    concerned = [waiting.by, *_concerned(waiting.source, waiting.target)] if waiting else [""]
    People.require(who, Action.CORRECTION_APPROVE, *concerned)
    books = context.runner.floor.books
    return books.approve_correction(table, number, who.name, body.amount, body.key)


def approved_before(context: RequestContext) -> Corrected | None:
    who, amount = context.who.name, context.body.amount
    wanted = Corrected(context.number("number"), who, amount, ())
    return _before(context, wanted)


async def withdraw_correction(context: RequestContext) -> CorrectionWithdrawn:
    table, number, who = context.path["table"], context.number("number"), context.who
    books = context.runner.floor.books
    waiting = dict(books.corrections(table)).get(number)
    concerned = _concerned(waiting.source, waiting.target) if waiting else [""]
    People.require(who, Action.CORRECTION_WITHDRAW, *concerned)
    return books.withdraw_correction(table, number, who.name, context.body.key)


def withdrawn_before(context: RequestContext) -> CorrectionWithdrawn | None:
    wanted = CorrectionWithdrawn(context.number("number"), context.who.name, 0, 0)
    return _before(context, wanted)


TABLE = "/api/tables/{table}"
ROUTES = (
    Route("GET", "/api/corrections", all_corrections, "All corrections", list[m.CorrectionLine]),
    Route("GET", f"{TABLE}/corrections", list_corrections, "What waits", list[m.CorrectionLine]),
    Route(
        "POST",
        f"{TABLE}/corrections",
        ask_correction,
        "Ask for a correction",
        m.CorrectionLine,
        m.Correction,
        previous_answer=asked_before,
    ),
    Route(
        "POST",
        f"{TABLE}/corrections/{{number}}",
        approve_correction,
        "Approve a correction",
        Corrected,
        m.Approval,
        previous_answer=approved_before,
    ),
    Route(
        "POST",
        f"{TABLE}/corrections/{{number}}/withdraw",
        withdraw_correction,
        "Withdraw a correction that waits",
        CorrectionWithdrawn,
        m.Withdrawal,
        previous_answer=withdrawn_before,
    ),
)
