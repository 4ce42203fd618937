"""The houses: cards for the lobby, rules pages, and the clauses that they cite."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.jobs.answers import Solved
from uth.floor.jobs.job_messages import SolveJob
from uth.floor.people.permissions import Permission
from uth.reports.houses import rules_page
from uth.reports.houses.known_edges import known_edge
from uth.reports.houses.model import Clause, HouseCard, HouseEdge, HouseRules
from uth.reports.houses.option_sheet import OptionSheet, option_sheet
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.web.routes import TABLE, RequestContext, Resource

_load = cache(load_house)
_clauses = cache(rules_page.clauses)
resource: Resource = Resource()


@lru_cache(maxsize=64)
def solve_job(rules: Rulebook) -> SolveJob:
    return SolveJob(canonical(rules))


@lru_cache(maxsize=64)
def _worded(rules: Rulebook, language: str) -> HouseRules:
    return rules_page.house_rules(rules, None, language)


@lru_cache(maxsize=len(HOUSES))
def read_edge(content: bytes) -> HouseEdge:
    """The edge in the answer to a solve."""
    solved = msgspec.json.decode(content, type=Solved)
    return HouseEdge(
        house_edge=solved.house_edge,
        house_edge_exact=str(-Fraction(solved.ev)),
        element_of_risk=solved.element_of_risk,
        ante=solved.ante,
        binds=solved.binds,
        bonus={bet.name: bet.edge for bet in solved.side_bets},
    )


def _page(context: RequestContext, rules: Rulebook, visitor: str) -> HouseRules:
    """A rules page; a house edge that is not known yet is computed for later requests.

    An approved house is solved too: the coach and the designer need its solution next.
    """
    page, jobs, job = _worded(rules, context.language), context.runner.jobs, solve_job(rules)
    solved, edge = jobs.known(job), known_edge(rules)
    if solved is None:
        future = jobs.ask(visitor, job, context.client_address)
        future.add_done_callback(lambda future: future.exception())
    elif edge is None:
        edge = read_edge(solved)
    return replace(page, card=replace(page.card, edge=edge))


def _house_page(context: RequestContext, house: str) -> HouseRules:
    return _page(context, _load(house), f"house {house}")


def known_house(house: str) -> Rulebook:
    """The rulebook of an approved house; any other name is refused."""
    if house not in HOUSES:
        raise Refusal("house/unknown", house=house, houses=HOUSES, where="house")
    return _load(house)


@resource.get("/api/houses", signed_in=False)
async def list_houses(context: RequestContext) -> list[HouseCard]:
    """The houses."""
    return [_house_page(context, house).card for house in HOUSES]


@resource.get("/api/houses/{house}/rules", signed_in=False)
async def see_rules(context: RequestContext) -> HouseRules:
    """The rules page of a house."""
    known_house(context.path["house"])
    return _house_page(context, context.path["house"])


@resource.get(f"{TABLE}/rules", may=Permission.TABLE_WATCH, own=True)
async def see_table_rules(context: RequestContext) -> HouseRules:
    """The rules page of a table, which may be of somebody's own rulebook."""
    table_writer = context.runner.floor.tables.writer(context.path["table"])
    return _page(context, table_writer.rules, f"table {table_writer.name}")


@resource.get("/api/houses/{house}/options", signed_in=False)
async def see_options(context: RequestContext) -> OptionSheet:
    """The option sheet of a house whose document has one."""
    return option_sheet(known_house(context.path["house"]), language=context.language)


@resource.get(f"{TABLE}/options", may=Permission.TABLE_WATCH, own=True)
async def see_table_options(context: RequestContext) -> OptionSheet:
    """The option sheet of a table, with the limits that are in force there."""
    table_writer = context.runner.floor.tables.writer(context.path["table"])
    table = table_writer.table
    return option_sheet(
        table_writer.rules,
        table=table_writer.name,
        limits=(table.minimum, table.maximum),
        language=context.language,
    )


@resource.get("/api/clauses", signed_in=False)
async def list_clauses(context: RequestContext) -> list[Clause]:
    """All clauses."""
    return list(_clauses(context.language).values())


@resource.get("/api/clauses/{clause}", signed_in=False)
async def see_clause(context: RequestContext) -> Clause:
    """One clause."""
    clause = _clauses(context.language).get(context.path["clause"])
    if clause is None:
        raise Refusal("clause/unknown", where="clause")
    return clause
