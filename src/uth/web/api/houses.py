"""The houses: cards for the lobby, rules pages, and the clauses that they cite."""

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
from uth.reports.houses import rules_page
from uth.reports.houses.model import Clause, HouseCard, HouseEdge, HouseRules
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.web.routes import TABLE, RequestContext, Route

_load = cache(load_house)
_clauses = cache(rules_page.clauses)


@cache
def solve_job(house: str) -> SolveJob:
    return SolveJob(canonical(_load(house)))


@lru_cache(maxsize=64)
def _page(rules: Rulebook) -> HouseRules:
    return rules_page.house_rules(rules, None)


def _known_edge(context: RequestContext, visitor: str, job: SolveJob) -> HouseEdge | None:
    """The house edge if it is known; if not, it is computed for later requests."""
    desk = context.runner.desk
    solved = desk.known(job)
    if solved is None:
        desk.ask(visitor, job).add_done_callback(lambda future: future.exception())
        return None
    return _read_edge(solved)


@lru_cache(maxsize=len(HOUSES))
def _read_edge(content: bytes) -> HouseEdge:
    solved = msgspec.json.decode(content, type=Solved)
    return HouseEdge(solved.house_edge, str(-Fraction(solved.ev)), solved.element_of_risk)


def _card(context: RequestContext, house: str) -> HouseCard:
    edge = _known_edge(context, f"house {house}", solve_job(house))
    return replace(_page(_load(house)).card, edge=edge)


async def list_houses(context: RequestContext) -> list[HouseCard]:
    return [_card(context, house) for house in HOUSES]


async def see_rules(context: RequestContext) -> HouseRules:
    house = context.path["house"]
    if house not in HOUSES:
        raise Refusal("house/unknown", "there is no such house", "house")
    return replace(_page(_load(house)), card=_card(context, house))


async def see_table_rules(context: RequestContext) -> HouseRules:
    """The rules of a table, which may be of somebody's own rulebook."""
    People.require(context.actor, Action.TABLE_WATCH, context.actor.name)
    table_writer = context.runner.floor.table_writer(context.path["table"])
    page, job = _page(table_writer.rules), SolveJob(canonical(table_writer.rules))
    edge = _known_edge(context, f"table {table_writer.name}", job)
    return replace(page, card=replace(page.card, edge=edge))


async def list_clauses(context: RequestContext) -> list[Clause]:
    return list(_clauses().values())


async def see_clause(context: RequestContext) -> Clause:
    clause = _clauses().get(context.path["clause"])
    if clause is None:
        raise Refusal("clause/unknown", "there is no such clause", "clause")
    return clause


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
    Route("GET", f"{TABLE}/rules", see_table_rules, "The rules page of a table", HouseRules),
    Route("GET", "/api/clauses", list_clauses, "All clauses", list[Clause], signed_in=False),
    Route("GET", "/api/clauses/{clause}", see_clause, "One clause", Clause, signed_in=False),
)
