"""The floor over HTTP: cage, counts, shift, recall, receipts and audit."""

from __future__ import annotations

import asyncio
import io
from itertools import islice
from typing import Any, TypeVar

from uth.core.refusal import Refusal
from uth.floor.cage.bookings import (
    Bought,
    Cashed,
    Counted,
    bought,
    cashed,
    floor_stream,
    person_stream,
)
from uth.floor.cage.shift_report import ShiftReport, shift_report
from uth.floor.fairness.receipts import MysteryReceipt, Receipt
from uth.floor.meters.mystery_receipts import find_mysteries
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.records.hand_export import export, media_of
from uth.floor.records.hand_history import (
    RecordedRound,
    find_hand,
    find_receipt,
    hands,
    parse_cursor,
    to_notation,
)
from uth.ledger.audit.audit import Audit, audit
from uth.ledger.journal.store import Reader
from uth.web.messages import tables as m
from uth.web.routes import Download, RequestContext, Route, read_in_thread

B = TypeVar("B", Bought, Cashed, Counted)

MOST_HANDS = 200
"""How many hands one answer holds; ask on after AT,TABLE,ROUND of the last."""
MOST_EXPORTED = 2_000
"""In one answer; `uth export` writes any number."""


def _before(context: RequestContext, stream: str, wanted: B) -> B | None:
    """What the key of a booking has booked, if it has."""
    books = context.runner.floor.books
    found = books.previous_answer(stream, wanted, context.who.name, context.body.key)
    return found[1] if found else None


async def buy_in(context: RequestContext) -> Bought:
    body: m.Money = context.body
    People.require(context.who, Action.CAGE_BUY_IN, body.player)
    books = context.runner.floor.books
    _need_known(context, body.player)
    return books.buy_in(body.player, body.amount, context.who.name, body.key)


def _need_known(context: RequestContext, player: str) -> None:
    """Nobody sells money to a name that was mistyped."""
    account = context.people.accounts.get(player) if player == player.casefold() else None
    if account is None and not context.runner.floor.books.knows(player):
        raise Refusal("player/unknown", "nobody of this name has been here", "player")


def bought_before(context: RequestContext) -> Bought | None:
    body: m.Money = context.body
    wanted = bought(body.player, body.amount, context.who.name)
    return _before(context, person_stream(body.player), wanted)


async def cash_out(context: RequestContext) -> Cashed:
    body: m.Money = context.body
    People.require(context.who, Action.CAGE_CASH_OUT, body.player)
    books = context.runner.floor.books
    return books.cash_out(body.player, body.amount, context.who.name, body.key)


def cashed_before(context: RequestContext) -> Cashed | None:
    body: m.Money = context.body
    wanted = cashed(body.player, body.amount, context.who.name)
    return _before(context, person_stream(body.player), wanted)


async def count(context: RequestContext) -> Counted:
    body: m.Count = context.body
    People.require(context.who, Action.DROP_COUNT)
    house, table = context.runner.floor, context.path["table"]
    house.need_known(table)
    return await context.runner.alone(
        table, lambda: house.books.count(table, body.counted, context.who.name, body.key)
    )


def counted_before(context: RequestContext) -> Counted | None:
    body, table = context.body, context.path["table"]
    wanted = Counted(table, 0, body.counted, context.who.name, ())
    return _before(context, floor_stream(table), wanted)


async def shift(context: RequestContext) -> ShiftReport:
    People.require(context.who, Action.SHIFT_REPORT)
    since, until = _span(context)
    return await read_in_thread(context, lambda reader: shift_report(reader, since, until))


def _span(context: RequestContext) -> tuple[int, int]:
    """From when to when, in milliseconds; all of it where nothing is said."""
    now = context.runner.floor.clock()
    return context.number("since", 0), context.number("until", now + 1)


async def list_hands(context: RequestContext) -> list[RecordedRound]:
    """Settled hands by player, table and time; one's own, or anybody's by role."""
    player = context.query.get("player", "")
    People.require(context.who, Action.HANDS_RECALL, *([player] if player else []))
    wanted, most = _wanted(context, player), context.number("most", MOST_HANDS)
    return await read_in_thread(
        context, lambda reader: list(islice(hands(reader, **wanted), min(most, MOST_HANDS)))
    )


async def export_hands(context: RequestContext) -> Download:
    """Settled hands in a format; more than one answer holds are asked for from the last on."""
    player, form = context.query.get("player", ""), context.query.get("format", "jsonl")
    People.require(context.who, Action.HANDS_EXPORT, *([player] if player else []))
    media, wanted = media_of(form), _wanted(context, player)

    def write(reader: Reader) -> bytes:
        out = io.BytesIO()
        export(islice(hands(reader, **wanted), MOST_EXPORTED), form, out)
        return out.getvalue()

    return Download(media, await read_in_thread(context, write))


def _wanted(context: RequestContext, player: str) -> dict[str, Any]:
    since, until = _span(context)
    after = context.query.get("after")
    return {
        "table": context.query.get("table", ""),
        "player": player,
        "since": since,
        "until": until,
        "after": parse_cursor(after) if after else None,
    }


async def notation(context: RequestContext) -> str:
    """A settled hand in our notation."""
    table, number = context.path["table"], context.number("round")
    hand = await read_in_thread(context, lambda reader: find_hand(reader, table, number))
    who = context.who
    concerned = [who.name] if who.name in hand.players else list(hand.players)
    People.require(who, Action.HANDS_EXPORT, *concerned)
    return to_notation(hand)


async def receipt(context: RequestContext) -> Receipt:
    table, number = context.path["table"], context.number("round")
    return await read_in_thread(context, lambda reader: find_receipt(reader, table, number))


async def mysteries(context: RequestContext) -> list[MysteryReceipt]:
    table, number = context.path["table"], context.number("round")
    return await read_in_thread(context, lambda reader: find_mysteries(reader, table, number))


async def run_audit(context: RequestContext) -> Audit:
    People.require(context.who, Action.LEDGER_AUDIT)
    runner = context.runner
    return await asyncio.to_thread(audit, runner.floor.store, runner.writer.recorded_heads())


TABLE = "/api/tables/{table}"
SPAN = ("since", "until")
ROUTES = (
    Route(
        "POST",
        "/api/cage/buy-in",
        buy_in,
        "Sell play money",
        Bought,
        m.Money,
        previous_answer=bought_before,
    ),
    Route(
        "POST",
        "/api/cage/cash-out",
        cash_out,
        "Take it back",
        Cashed,
        m.Money,
        previous_answer=cashed_before,
    ),
    Route(
        "POST",
        f"{TABLE}/count",
        count,
        "Count a drop box, of a closed table too",
        Counted,
        m.Count,
        kept=True,
        previous_answer=counted_before,
    ),
    Route("GET", "/api/shift", shift, "A shift report", ShiftReport, query=SPAN),
    Route(
        "GET",
        "/api/hands",
        list_hands,
        "Settled hands",
        list[RecordedRound],
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
