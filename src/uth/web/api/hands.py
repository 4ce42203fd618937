"""One hand over HTTP, event by event, for those who may recall it."""

from __future__ import annotations

from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.floor.records.hand_replay import Replay, find_replay
from uth.web.routes import RequestContext, Route, read_in_thread


async def replay(context: RequestContext) -> Replay:
    table, number = context.path["table"], context.number("round")
    found = await read_in_thread(context, lambda reader: find_replay(reader, table, number))
    players = found.hand.players
    concerned = [context.who.name] if context.who.name in players else list(players)
    People.require(context.who, Action.HANDS_RECALL, *concerned)
    return found


ROUTES = (
    Route(
        "GET", "/api/tables/{table}/rounds/{round}", replay, "A settled hand, step by step", Replay
    ),
)
