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


def _before(asked: RequestContext, wanted: B) -> B | None:
    """What the key of a booking has booked, if it has."""
    books, stream = asked.service.house.books, floor_stream(asked.path["table"])
    found = books.previous_answer(stream, wanted, asked.who.name, asked.body.key)
    return found[1] if found else None


async def list_corrections(asked: RequestContext) -> list[m.CorrectionLine]:
    People.require(asked.who, Action.CORRECTION_SEE)
    found = asked.service.house.books.all_corrections(asked.path["table"])
    return [_line(one) for one in found if one.waits]


async def all_corrections(asked: RequestContext) -> list[m.CorrectionLine]:
    """Of every table, open or closed: those that wait, were made or were withdrawn."""
    People.require(asked.who, Action.CORRECTION_SEE)
    found = await asyncio.to_thread(asked.service.house.books.with_corrections)
    return [_line(one) for one in found]


def _line(one: CorrectionStatus) -> m.CorrectionLine:
    asked = one.asked
    return m.CorrectionLine(
        asked.table,
        one.number,
        asked.round,
        asked.source,
        asked.target,
        asked.amount,
        asked.reason,
        asked.by,
        one.at,
        one.approved_by,
        one.withdrawn_by,
    )


def _concerned(source: str, target: str) -> list[str]:
    """Whose money a correction moves."""
    accounts = (source, target)
    found = [name.removeprefix("player/") for name in accounts if name.startswith("player/")]
    return found or [""]


async def ask_correction(asked: RequestContext) -> m.CorrectionLine:
    wanted = _wished(asked)
    concerned = _concerned(wanted.source, wanted.target)
    People.require(asked.who, Action.CORRECTION_PROPOSE, *concerned)
    number, _ = asked.service.house.books.ask_correction(wanted, asked.body.key)
    return _as_asked(asked, number)


def _wished(asked: RequestContext) -> CorrectionRequested:
    body: m.Correction = asked.body
    accounts = (body.source, body.target)
    table, who = asked.path["table"], asked.who.name
    return CorrectionRequested(table, body.round, *accounts, body.amount, body.reason, who)


def asked_before(asked: RequestContext) -> m.CorrectionLine | None:
    wanted = _wished(asked)
    books, stream = asked.service.house.books, floor_stream(wanted.table)
    found = books.previous_answer(stream, wanted, asked.who.name, asked.body.key)
    return _as_asked(asked, found[0]) if found else None


def _as_asked(asked: RequestContext, number: int) -> m.CorrectionLine:
    """What is told to who asks, also when he asks again after it was approved or withdrawn."""
    found = asked.service.house.books.all_corrections(asked.path["table"])
    line = next(one for one in found if one.number == number)
    return _line(replace(line, approved_by="", withdrawn_by=""))


async def approve_correction(asked: RequestContext) -> Corrected:
    body: m.Approval = asked.body
    table, number, who = asked.path["table"], asked.number("number"), asked.who
    waiting = dict(asked.service.house.books.corrections(table)).get(number)
    concerned = [waiting.by, *_concerned(waiting.source, waiting.target)] if waiting else [""]
    People.require(who, Action.CORRECTION_APPROVE, *concerned)
    books = asked.service.house.books
    return books.approve_correction(table, number, who.name, body.amount, body.key)


def approved_before(asked: RequestContext) -> Corrected | None:
    who, amount = asked.who.name, asked.body.amount
    wanted = Corrected(asked.number("number"), who, amount, ())
    return _before(asked, wanted)


async def withdraw_correction(asked: RequestContext) -> CorrectionWithdrawn:
    table, number, who = asked.path["table"], asked.number("number"), asked.who
    books = asked.service.house.books
    waiting = dict(books.corrections(table)).get(number)
    concerned = _concerned(waiting.source, waiting.target) if waiting else [""]
    People.require(who, Action.CORRECTION_WITHDRAW, *concerned)
    return books.withdraw_correction(table, number, who.name, asked.body.key)


def withdrawn_before(asked: RequestContext) -> CorrectionWithdrawn | None:
    wanted = CorrectionWithdrawn(asked.number("number"), asked.who.name, 0, 0)
    return _before(asked, wanted)


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
        again=asked_before,
    ),
    Route(
        "POST",
        f"{TABLE}/corrections/{{number}}",
        approve_correction,
        "Approve a correction",
        Corrected,
        m.Approval,
        again=approved_before,
    ),
    Route(
        "POST",
        f"{TABLE}/corrections/{{number}}/withdraw",
        withdraw_correction,
        "Withdraw a correction that waits",
        CorrectionWithdrawn,
        m.Withdrawal,
        again=withdrawn_before,
    ),
)
