"""Settled hands: the list, an export, one hand step by step, and its notation."""

from __future__ import annotations

import io
from itertools import islice
from typing import Any

from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.records.hand_export import export, media_of
from uth.floor.records.hand_history import (
    RecordedRound,
    find_hand,
    hands,
    parse_cursor,
    to_notation,
)
from uth.floor.records.hand_replay import Replay, find_replay
from uth.ledger.journal.store import Reader
from uth.web.api.books import PERIOD, period
from uth.web.routes import TABLE, Download, RequestContext, Route, read_in_thread

MAX_HANDS = 200
"""Hands in one answer; `after=AT,TABLE,ROUND` of the last hand continues the list."""
MAX_EXPORTED = 2_000
"""Hands in one exported file; `uth export` writes any number."""


async def list_hands(context: RequestContext) -> list[RecordedRound]:
    """Settled hands by player, table and time: one's own, or anybody's if the role permits."""
    player = context.query.get("player", "")
    People.require(context.actor, Action.HANDS_RECALL, *([player] if player else []))
    filters, most = _filters(context, player), context.number("most", MAX_HANDS)
    return await read_in_thread(
        context, lambda reader: list(islice(hands(reader, **filters), min(most, MAX_HANDS)))
    )


async def export_hands(context: RequestContext) -> Download:
    player, form = context.query.get("player", ""), context.query.get("format", "jsonl")
    People.require(context.actor, Action.HANDS_EXPORT, *([player] if player else []))
    media, filters = media_of(form), _filters(context, player)

    def write(reader: Reader) -> bytes:
        file = io.BytesIO()
        export(islice(hands(reader, **filters), MAX_EXPORTED), form, file)
        return file.getvalue()

    return Download(media, await read_in_thread(context, write))


def _filters(context: RequestContext, player: str) -> dict[str, Any]:
    since, until = period(context)
    after = context.query.get("after")
    return {
        "table": context.query.get("table", ""),
        "player": player,
        "since": since,
        "until": until,
        "after": parse_cursor(after) if after else None,
    }


async def see_replay(context: RequestContext) -> Replay:
    table, number = context.path["table"], context.number("round")
    replay = await read_in_thread(context, lambda reader: find_replay(reader, table, number))
    People.require(context.actor, Action.HANDS_RECALL, *_concerned(context, replay.hand.players))
    return replay


async def see_notation(context: RequestContext) -> str:
    table, number = context.path["table"], context.number("round")
    hand = await read_in_thread(context, lambda reader: find_hand(reader, table, number))
    People.require(context.actor, Action.HANDS_EXPORT, *_concerned(context, hand.players))
    return to_notation(hand)


def _concerned(context: RequestContext, players: tuple[str, ...]) -> list[str]:
    """To those who played, a hand is their own."""
    name = context.actor.name
    return [name] if name in players else list(players)


ROUTES = (
    Route(
        "GET",
        "/api/hands",
        list_hands,
        "Settled hands",
        list[RecordedRound],
        query=("table", "player", *PERIOD, "after", "most"),
    ),
    Route(
        "GET",
        "/api/hands/export",
        export_hands,
        "Settled hands as a file: notation, jsonl or parquet",
        bytes,
        query=("format", "table", "player", *PERIOD, "after"),
        media="application/octet-stream",
    ),
    Route("GET", f"{TABLE}/rounds/{{round}}", see_replay, "A settled hand, step by step", Replay),
    Route(
        "GET",
        f"{TABLE}/rounds/{{round}}/notation",
        see_notation,
        "A settled hand in notation",
        str,
        media="text/plain",
    ),
)
