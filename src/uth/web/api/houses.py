"""The houses over HTTP: cards for the lobby, rules pages, and the clauses that they cite."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.jobs.answers import Solved
from uth.floor.jobs.job_messages import SolveJob
from uth.floor.people.actions import Action
from uth.floor.people.people import People
from uth.reports.houses import rules_page as house_rules
from uth.reports.houses.model import Clause, HouseCard, HouseEdge, HouseRules
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.web.routes import RequestContext, Route

_load = cache(load_house)
_clauses = cache(house_rules.clauses)


@cache
def solve_job(house: str) -> SolveJob:
    return SolveJob(canonical(_load(house)))


def _edge(context: RequestContext, house: str) -> HouseEdge | None:
    return _known_edge(context, f"house {house}", solve_job(house))


def _known_edge(context: RequestContext, visitor: str, job: SolveJob) -> HouseEdge | None:
    """What is known; where nothing is yet, it is worked out for the next one who asks."""
    desk = context.runner.desk
    found = desk.known(job)
    if found is None:
        desk.ask(visitor, job).add_done_callback(lambda future: future.exception())
        return None
    return _edge_in(found)


@lru_cache(maxsize=len(HOUSES))
def _edge_in(content: bytes) -> HouseEdge:
    solved = msgspec.json.decode(content, type=Solved)
    return HouseEdge(solved.house_edge, str(-Fraction(solved.ev)), solved.element_of_risk)


def _card(context: RequestContext, house: str) -> HouseCard:
    return replace(_page_of(_load(house)).card, edge=_edge(context, house))


async def list_houses(context: RequestContext) -> list[HouseCard]:
    return [_card(context, house) for house in HOUSES]


async def see_rules(context: RequestContext) -> HouseRules:
    house = context.path["house"]
    if house not in HOUSES:
        raise Refusal("house/unknown", "there is no such house", "house")
    return replace(_page_of(_load(house)), card=_card(context, house))


async def see_table_rules(context: RequestContext) -> HouseRules:
    """The rules that a table is dealt by, be it a house of somebody's own."""
    People.require(context.who, Action.TABLE_WATCH, context.who.name)
    table_writer = context.runner.floor.table_writer(context.path["table"])
    page, job = _page_of(table_writer.rules), SolveJob(canonical(table_writer.rules))
    edge = _known_edge(context, f"table {table_writer.name}", job)
    return replace(page, card=replace(page.card, edge=edge))


@lru_cache(maxsize=64)
def _page_of(rules: Rulebook) -> HouseRules:
    return house_rules.house_rules(rules, None)


async def list_clauses(context: RequestContext) -> list[Clause]:
    return list(_clauses().values())


async def see_clause(context: RequestContext) -> Clause:
    found = _clauses().get(context.path["clause"])
    if found is None:
        raise Refusal("clause/unknown", "there is no such clause", "clause")
    return found


ROUTES = (
    Route("GET", "/api/houses", list_houses, "The houses", list[HouseCard], signed_in=False),
    Route(
        "GET",
        "/api/houses/{house}/rules",
        see_rules,
        "The rules page of a house",
        HouseRules,
        signed_in=False,
    ),
    Route("GET", "/api/tables/{table}/rules", see_table_rules, "The rules of a table", HouseRules),
    Route("GET", "/api/clauses", list_clauses, "Every clause", list[Clause], signed_in=False),
    Route("GET", "/api/clauses/{clause}", see_clause, "One clause", Clause, signed_in=False),
)
