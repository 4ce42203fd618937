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
    place_of,
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


def _before(asked: RequestContext, stream: str, wanted: B) -> B | None:
    """What the key of a booking has booked, if it has."""
    books = asked.service.house.books
    found = books.previous_answer(stream, wanted, asked.who.name, asked.body.key)
    return found[1] if found else None


async def buy_in(asked: RequestContext) -> Bought:
    body: m.Money = asked.body
    People.require(asked.who, Action.CAGE_BUY_IN, body.player)
    books = asked.service.house.books
    _need_known(asked, body.player)
    return books.buy_in(body.player, body.amount, asked.who.name, body.key)


def _need_known(asked: RequestContext, player: str) -> None:
    """Nobody sells money to a name that was mistyped."""
    account = asked.people.accounts.get(player) if player == player.casefold() else None
    if account is None and not asked.service.house.books.knows(player):
        raise Refusal("player/unknown", "nobody of this name has been here", "player")


def bought_before(asked: RequestContext) -> Bought | None:
    body: m.Money = asked.body
    wanted = bought(body.player, body.amount, asked.who.name)
    return _before(asked, person_stream(body.player), wanted)


async def cash_out(asked: RequestContext) -> Cashed:
    body: m.Money = asked.body
    People.require(asked.who, Action.CAGE_CASH_OUT, body.player)
    books = asked.service.house.books
    return books.cash_out(body.player, body.amount, asked.who.name, body.key)


def cashed_before(asked: RequestContext) -> Cashed | None:
    body: m.Money = asked.body
    wanted = cashed(body.player, body.amount, asked.who.name)
    return _before(asked, person_stream(body.player), wanted)


async def count(asked: RequestContext) -> Counted:
    body: m.Count = asked.body
    People.require(asked.who, Action.DROP_COUNT)
    house, table = asked.service.house, asked.path["table"]
    house.need_known(table)
    return await asked.service.alone(
        table, lambda: house.books.count(table, body.counted, asked.who.name, body.key)
    )


def counted_before(asked: RequestContext) -> Counted | None:
    body, table = asked.body, asked.path["table"]
    wanted = Counted(table, 0, body.counted, asked.who.name, ())
    return _before(asked, floor_stream(table), wanted)


async def shift(asked: RequestContext) -> ShiftReport:
    People.require(asked.who, Action.SHIFT_REPORT)
    since, until = _span(asked)
    return await read_in_thread(asked, lambda reader: shift_report(reader, since, until))


def _span(asked: RequestContext) -> tuple[int, int]:
    """From when to when, in milliseconds; all of it where nothing is said."""
    now = asked.service.house.clock()
    return asked.number("since", 0), asked.number("until", now + 1)


async def list_hands(asked: RequestContext) -> list[RecordedRound]:
    """Settled hands by player, table and time; one's own, or anybody's by role."""
    player = asked.query.get("player", "")
    People.require(asked.who, Action.HANDS_RECALL, *([player] if player else []))
    wanted, most = _wanted(asked, player), asked.number("most", MOST_HANDS)
    return await read_in_thread(
        asked, lambda reader: list(islice(hands(reader, **wanted), min(most, MOST_HANDS)))
    )


async def export_hands(asked: RequestContext) -> Download:
    """Settled hands in a format; more than one answer holds are asked for from the last on."""
    player, form = asked.query.get("player", ""), asked.query.get("format", "jsonl")
    People.require(asked.who, Action.HANDS_EXPORT, *([player] if player else []))
    media, wanted = media_of(form), _wanted(asked, player)

    def write(reader: Reader) -> bytes:
        out = io.BytesIO()
        export(islice(hands(reader, **wanted), MOST_EXPORTED), form, out)
        return out.getvalue()

    return Download(media, await read_in_thread(asked, write))


def _wanted(asked: RequestContext, player: str) -> dict[str, Any]:
    since, until = _span(asked)
    after = asked.query.get("after")
    return {
        "table": asked.query.get("table", ""),
        "player": player,
        "since": since,
        "until": until,
        "after": place_of(after) if after else None,
    }


async def notation(asked: RequestContext) -> str:
    """A settled hand in our notation."""
    table, number = asked.path["table"], asked.number("round")
    hand = await read_in_thread(asked, lambda reader: find_hand(reader, table, number))
    who = asked.who
    concerned = [who.name] if who.name in hand.players else list(hand.players)
    People.require(who, Action.HANDS_EXPORT, *concerned)
    return to_notation(hand)


async def receipt(asked: RequestContext) -> Receipt:
    table, number = asked.path["table"], asked.number("round")
    return await read_in_thread(asked, lambda reader: find_receipt(reader, table, number))


async def mysteries(asked: RequestContext) -> list[MysteryReceipt]:
    table, number = asked.path["table"], asked.number("round")
    return await read_in_thread(asked, lambda reader: find_mysteries(reader, table, number))


async def run_audit(asked: RequestContext) -> Audit:
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
        "Count a drop box, of a closed table too",
        Counted,
        m.Count,
        kept=True,
        again=counted_before,
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
