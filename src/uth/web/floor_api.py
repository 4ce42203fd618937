"""The floor over HTTP: cage, counts, corrections, shift, recall, receipts and audit."""

from __future__ import annotations

import asyncio
import io
from itertools import islice
from typing import Any, TypeVar

from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.actions import Action
from uth.floor.books import AskedFor
from uth.floor.cage import (
    Bought,
    Cashed,
    Corrected,
    CorrectionAsked,
    Counted,
    bought,
    cashed,
    floor_stream,
    person_stream,
)
from uth.floor.export import export, media_of
from uth.floor.mysteries import find_mysteries
from uth.floor.people import People
from uth.floor.recall import Hand, find_hand, find_receipt, hands, place_of, to_notation
from uth.floor.receipt import MysteryReceipt, Receipt
from uth.floor.shift import ShiftReport, shift_report
from uth.ledger.audit import Audit, audit
from uth.ledger.store import Reader
from uth.web import messages as m
from uth.web.routes import Asked, Download, Route, beside

B = TypeVar("B", Bought, Cashed, Counted, Corrected)

MOST_HANDS = 200
"""How many hands one answer holds; ask on after AT,TABLE,ROUND of the last."""
MOST_EXPORTED = 2_000
"""In one answer; `uth export` writes any number."""


def _before(asked: Asked, stream: str, wanted: B) -> B | None:
    """What the key of a booking has booked, if it has."""
    books = asked.service.house.books
    found = books.told_before(stream, wanted, asked.who.name, asked.body.key)
    return found[1] if found else None


async def buy_in(asked: Asked) -> Bought:
    body: m.Money = asked.body
    People.require(asked.who, Action.CAGE_BUY_IN, body.player)
    books = asked.service.house.books
    _need_known(asked, body.player)
    return books.buy_in(body.player, body.cents, asked.who.name, body.key)


def _need_known(asked: Asked, player: str) -> None:
    """Nobody sells money to a name that was mistyped."""
    account = asked.people.accounts.get(player) if player == player.casefold() else None
    if account is None and not asked.service.house.books.knows(player):
        raise Refusal("player/unknown", "nobody of this name has been here", "player")


def bought_before(asked: Asked) -> Bought | None:
    body: m.Money = asked.body
    wanted = bought(body.player, body.cents, asked.who.name)
    return _before(asked, person_stream(body.player), wanted)


async def cash_out(asked: Asked) -> Cashed:
    body: m.Money = asked.body
    People.require(asked.who, Action.CAGE_CASH_OUT, body.player)
    books = asked.service.house.books
    return books.cash_out(body.player, body.cents, asked.who.name, body.key)


def cashed_before(asked: Asked) -> Cashed | None:
    body: m.Money = asked.body
    wanted = cashed(body.player, body.cents, asked.who.name)
    return _before(asked, person_stream(body.player), wanted)


async def count(asked: Asked) -> Counted:
    body: m.Count = asked.body
    People.require(asked.who, Action.DROP_COUNT)
    house, table = asked.service.house, asked.path["table"]
    house.keeper(table)
    return await asked.service.alone(
        table, lambda: house.books.count(table, body.counted, asked.who.name, body.key)
    )


def counted_before(asked: Asked) -> Counted | None:
    body, table = asked.body, asked.path["table"]
    wanted = Counted(table, 0, body.counted, asked.who.name, ())
    return _before(asked, floor_stream(table), wanted)


async def list_corrections(asked: Asked) -> list[m.CorrectionLine]:
    People.require(asked.who, Action.CORRECTION_SEE)
    found = asked.service.house.books.all_corrections(asked.path["table"])
    return [_line(one) for one in found if not one.approved_by]


async def all_corrections(asked: Asked) -> list[m.CorrectionLine]:
    """Of every table, open or closed: those that wait, and those that were made."""
    People.require(asked.who, Action.CORRECTION_SEE)
    found = await asyncio.to_thread(asked.service.house.books.with_corrections)
    return [_line(one) for one in found]


def _line(one: AskedFor) -> m.CorrectionLine:
    asked = one.asked
    return m.CorrectionLine(
        asked.table,
        one.number,
        asked.round,
        asked.source,
        asked.target,
        asked.cents,
        asked.reason,
        asked.by,
        one.at,
        one.approved_by,
    )


def _concerned(source: str, target: str) -> list[str]:
    """Whose money a correction moves."""
    accounts = (source, target)
    found = [name.removeprefix("player/") for name in accounts if name.startswith("player/")]
    return found or [""]


async def ask_correction(asked: Asked) -> m.CorrectionLine:
    wanted = _wished(asked)
    concerned = _concerned(wanted.source, wanted.target)
    People.require(asked.who, Action.CORRECTION_PROPOSE, *concerned)
    number, _ = asked.service.house.books.ask_correction(wanted, asked.body.key)
    return _as_asked(asked, number)


def _wished(asked: Asked) -> CorrectionAsked:
    body: m.Correction = asked.body
    accounts = (body.source, body.target)
    table, who = asked.path["table"], asked.who.name
    return CorrectionAsked(table, body.round, *accounts, body.cents, body.reason, who)


def asked_before(asked: Asked) -> m.CorrectionLine | None:
    wanted = _wished(asked)
    books, stream = asked.service.house.books, floor_stream(wanted.table)
    found = books.told_before(stream, wanted, asked.who.name, asked.body.key)
    return _as_asked(asked, found[0]) if found else None


def _as_asked(asked: Asked, number: int) -> m.CorrectionLine:
    """What is told to who asks, also when he asks again after it was approved."""
    found = asked.service.house.books.all_corrections(asked.path["table"])
    return _line(next(replace(one, approved_by="") for one in found if one.number == number))


async def approve_correction(asked: Asked) -> Corrected:
    body: m.Approval = asked.body
    table, number, who = asked.path["table"], asked.number("number"), asked.who
    waiting = dict(asked.service.house.books.corrections(table)).get(number)
    concerned = [waiting.by, *_concerned(waiting.source, waiting.target)] if waiting else [""]
    People.require(who, Action.CORRECTION_APPROVE, *concerned)
    books = asked.service.house.books
    return books.approve_correction(table, number, who.name, body.cents, body.key)


def approved_before(asked: Asked) -> Corrected | None:
    who, cents = asked.who.name, asked.body.cents
    wanted = Corrected(asked.number("number"), who, cents, ())
    return _before(asked, floor_stream(asked.path["table"]), wanted)


async def shift(asked: Asked) -> ShiftReport:
    People.require(asked.who, Action.SHIFT_REPORT)
    since, until = _span(asked)
    return await beside(asked, lambda reader: shift_report(reader, since, until))


def _span(asked: Asked) -> tuple[int, int]:
    """From when to when, in milliseconds; all of it where nothing is said."""
    now = asked.service.house.clock()
    return asked.number("since", 0), asked.number("until", now + 1)


async def list_hands(asked: Asked) -> list[Hand]:
    """Settled hands by player, table and time; one's own, or anybody's by role."""
    player = asked.query.get("player", "")
    People.require(asked.who, Action.HANDS_RECALL, *([player] if player else []))
    wanted, most = _wanted(asked, player), asked.number("most", MOST_HANDS)
    return await beside(
        asked, lambda reader: list(islice(hands(reader, **wanted), min(most, MOST_HANDS)))
    )


async def export_hands(asked: Asked) -> Download:
    """Settled hands in a format; more than one answer holds are asked for from the last on."""
    player, form = asked.query.get("player", ""), asked.query.get("format", "jsonl")
    People.require(asked.who, Action.HANDS_EXPORT, *([player] if player else []))
    media, wanted = media_of(form), _wanted(asked, player)

    def write(reader: Reader) -> bytes:
        out = io.BytesIO()
        export(islice(hands(reader, **wanted), MOST_EXPORTED), form, out)
        return out.getvalue()

    return Download(media, await beside(asked, write))


def _wanted(asked: Asked, player: str) -> dict[str, Any]:
    since, until = _span(asked)
    after = asked.query.get("after")
    return {
        "table": asked.query.get("table", ""),
        "player": player,
        "since": since,
        "until": until,
        "after": place_of(after) if after else None,
    }


async def notation(asked: Asked) -> str:
    """A settled hand in our notation."""
    table, number = asked.path["table"], asked.number("round")
    hand = await beside(asked, lambda reader: find_hand(reader, table, number))
    who = asked.who
    concerned = [who.name] if who.name in hand.players else list(hand.players)
    People.require(who, Action.HANDS_EXPORT, *concerned)
    return to_notation(hand)


async def receipt(asked: Asked) -> Receipt:
    table, number = asked.path["table"], asked.number("round")
    return await beside(asked, lambda reader: find_receipt(reader, table, number))


async def mysteries(asked: Asked) -> list[MysteryReceipt]:
    table, number = asked.path["table"], asked.number("round")
    return await beside(asked, lambda reader: find_mysteries(reader, table, number))


async def run_audit(asked: Asked) -> Audit:
    People.require(asked.who, Action.LEDGER_AUDIT)
    service = asked.service
    return await asyncio.to_thread(audit, service.house.store, service.writer.known())


TABLE = "/api/tables/{table}"
SPAN = ("since", "until")
ROUTES = (
    Route(
        "POST", "/api/cage/buy-in", buy_in, "Sell play money", Bought, m.Money, again=bought_before
    ),
    Route(
        "POST", "/api/cage/cash-out", cash_out, "Take it back", Cashed, m.Money, again=cashed_before
    ),
    Route(
        "POST",
        f"{TABLE}/count",
        count,
        "Count a drop box",
        Counted,
        m.Count,
        kept=True,
        again=counted_before,
    ),
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
    Route("GET", "/api/shift", shift, "A shift report", ShiftReport, query=SPAN),
    Route(
        "GET",
        "/api/hands",
        list_hands,
        "Settled hands",
        list[Hand],
        query=("table", "player", *SPAN, "after", "most"),
    ),
    Route(
        "GET",
        "/api/hands/export",
        export_hands,
        "Settled hands as a file: notation, jsonl or parquet",
        bytes,
        query=("format", "table", "player", *SPAN, "after"),
        media="application/octet-stream",
    ),
    Route(
        "GET",
        f"{TABLE}/rounds/{{round}}/notation",
        notation,
        "A settled hand in our notation",
        str,
        media="text/plain",
    ),
    Route(
        "GET",
        f"{TABLE}/rounds/{{round}}/receipt",
        receipt,
        "A round's receipt, once it is over",
        Receipt,
        signed_in=False,
    ),
    Route(
        "GET",
        f"{TABLE}/rounds/{{round}}/mysteries",
        mysteries,
        "The receipts of the mysteries that a round has hit, once it is over",
        list[MysteryReceipt],
        signed_in=False,
    ),
    Route("POST", "/api/audit", run_audit, "Settle every round again", Audit),
)
