"""Settled hands: the list, an export, one hand step by step, its notation and its receipts."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

from starlette.responses import Response

from uth.floor.fairness.receipts import MysteryReceipt, Receipt
from uth.floor.meters.mystery_receipts import find_mysteries
from uth.floor.people.people import People
from uth.floor.people.permissions import Permission
from uth.floor.records.hand_export import export, media_of
from uth.floor.records.hand_history import (
    RecordedRound,
    Replay,
    find_receipt,
    find_replay,
    hands,
    parse_cursor,
    to_notation,
)
from uth.ledger.journal.store import Reader
from uth.web.routes import PERIOD, TABLE, RequestContext, Resource, read_in_thread

ROUND = f"{TABLE}/rounds/{{round}}"
FILTERS = ("table", "player", *PERIOD, "after")
MAX_HANDS = 200
"""Hands in one answer; `after=AT,TABLE,ROUND` of the last hand continues the list."""
MAX_EXPORTED = 2_000
"""Hands in one exported file; `uth export` writes any number."""
resource: Resource = Resource()


@resource.get("/api/hands", query=(*FILTERS, "most"))
async def list_hands(context: RequestContext) -> list[RecordedRound]:
    """Settled hands: one's own, or anybody's if the role permits; without refused records."""
    filters = {**_filters(context, Permission.HANDS_RECALL), "readable": True}
    most = min(context.number("most", MAX_HANDS), MAX_HANDS)
    return await read_in_thread(
        context, lambda reader: list(islice(hands(reader, **filters), most))
    )


@resource.get(
    "/api/hands/export",
    query=("format", "rows", *FILTERS),
    answer=bytes,
    media="application/octet-stream",
)
async def export_hands(context: RequestContext) -> Response:
    """Settled hands as a file; Parquet and CSV have a row for each round, or for each wager."""
    filters = _filters(context, Permission.HANDS_EXPORT)
    form = context.query.get("format", "jsonl")
    media, rows = media_of(form), context.query.get("rows", "rounds")

    def write(reader: Reader) -> bytes:
        file = io.BytesIO()
        export(islice(hands(reader, **filters), MAX_EXPORTED), form, file, rows)
        return file.getvalue()

    return Response(await read_in_thread(context, write), media_type=media)


def _filters(context: RequestContext, action: Permission) -> dict[str, Any]:
    player, after = context.query.get("player", ""), context.query.get("after")
    if player:
        player = context.player(player, action)
    else:
        People.require(context.actor, action)
    since, until = context.period
    return {
        "table": context.query.get("table", ""),
        "player": player,
        "since": since,
        "until": until,
        "after": parse_cursor(after) if after else None,
    }


@resource.get(ROUND)
async def see_replay(context: RequestContext) -> Replay:
    """A settled hand, step by step."""
    replay = await read_in_thread(context, lambda reader: find_replay(reader, *context.round))
    People.require(
        context.actor, Permission.HANDS_RECALL, *replay.hand.concerned(context.actor.name)
    )
    return replay


@resource.get(f"{ROUND}/notation", media="text/plain")
async def see_notation(context: RequestContext) -> str:
    """A settled hand in notation."""
    hand = (await read_in_thread(context, lambda reader: find_replay(reader, *context.round))).hand
    People.require(context.actor, Permission.HANDS_EXPORT, *hand.concerned(context.actor.name))
    return to_notation(hand)


@resource.get(f"{ROUND}/receipt", signed_in=False)
async def see_receipt(context: RequestContext) -> Receipt:
    """The receipt of a finished round."""
    return await read_in_thread(context, lambda reader: find_receipt(reader, *context.round))


@resource.get(f"{ROUND}/mysteries", signed_in=False)
async def see_mystery_receipts(context: RequestContext) -> list[MysteryReceipt]:
    """The receipts of the mystery jackpots that a finished round has hit."""
    return await read_in_thread(context, lambda reader: find_mysteries(reader, *context.round))
