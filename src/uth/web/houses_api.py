"""The houses over HTTP: cards for the lobby, rules pages, and the clauses that they cite."""

from __future__ import annotations

from functools import cache

import msgspec

from uth.core.refusal import Refusal
from uth.rulebook.canonical import canonical
from uth.rulebook.model import Rulebook
from uth.rulebook.store import HOUSES, load_house
from uth.web import house_rules
from uth.web.analysis_messages import Solved
from uth.web.house_card import house_card
from uth.web.jobs import SolveJob
from uth.web.routes import Asked, Route
from uth.web.rules_messages import Clause, HouseCard, HouseEdge, HouseRules

_load = cache(load_house)
_clauses = cache(house_rules.clauses)


@cache
def solve_job(house: str) -> SolveJob:
    return SolveJob(canonical(_load(house)))


def _named(house: str) -> Rulebook:
    if house not in HOUSES:
        raise Refusal("house/unknown", "there is no such house", "house")
    return _load(house)


def _edge(asked: Asked, house: str) -> HouseEdge | None:
    """What is known of it; where nothing is yet, it is worked out for the next one who asks."""
    job, desk = solve_job(house), asked.service.desk
    found = desk.known(job)
    if found is None:
        desk.ask(f"house {house}", job).add_done_callback(lambda future: future.exception())
        return None
    solved = msgspec.json.decode(found, type=Solved)
    exact = solved.ev.removeprefix("-") if solved.ev.startswith("-") else f"-{solved.ev}"
    return HouseEdge(solved.house_edge, exact, solved.element_of_risk)


async def list_houses(asked: Asked) -> list[HouseCard]:
    return [house_card(_load(house), _edge(asked, house)) for house in HOUSES]


async def see_rules(asked: Asked) -> HouseRules:
    rules = _named(asked.path["house"])
    return house_rules.house_rules(rules, _edge(asked, rules.id))


async def list_clauses(asked: Asked) -> list[Clause]:
    return list(_clauses().values())


async def see_clause(asked: Asked) -> Clause:
    found = _clauses().get(asked.path["clause"])
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
    Route("GET", "/api/clauses", list_clauses, "Every clause", list[Clause], signed_in=False),
    Route("GET", "/api/clauses/{clause}", see_clause, "One clause", Clause, signed_in=False),
)
