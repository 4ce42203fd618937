"""Statements of account: a player's, and what they won and lost as banker."""

from __future__ import annotations

from uth.floor.cage.statements import BankerStatement, Statement, banker_statement, statement
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.web.routes import RequestContext, Route, read_in_thread


async def see_statement(context: RequestContext) -> Statement:
    player = context.path["player"]
    People.require(context.actor, Action.STATEMENT_SEE, player)
    return await read_in_thread(context, lambda reader: statement(reader, player))


async def see_banker_statement(context: RequestContext) -> BankerStatement:
    player = context.path["player"]
    People.require(context.actor, Action.STATEMENT_SEE, player)
    return await read_in_thread(context, lambda reader: banker_statement(reader, player))


ROUTES = (
    Route(
        "GET", "/api/players/{player}/statement", see_statement, "A player's statement", Statement
    ),
    Route(
        "GET",
        "/api/players/{player}/banker",
        see_banker_statement,
        "A player's statement as banker",
        BankerStatement,
    ),
)
