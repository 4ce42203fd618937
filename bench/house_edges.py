"""Solves the approved houses and writes their edges, which the pages show at once."""

from __future__ import annotations

import msgspec

from uth.floor.jobs.answers import Solved
from uth.floor.jobs.job_handlers import JobHandlers
from uth.floor.jobs.job_messages import SolveJob
from uth.reports.houses.known_edges import FILE
from uth.reports.houses.model import HouseEdge
from uth.rulebook.canonical import canonical, digest
from uth.rulebook.store import HOUSES, load_house
from uth.web.api.houses import read_edge


def house_edges() -> dict[str, HouseEdge]:
    handlers, edges = JobHandlers(), {}
    for house in HOUSES:
        rules = load_house(house)
        content = handlers.do(SolveJob(canonical(rules)))
        assert msgspec.json.decode(content, type=Solved).id == house
        edges[digest(rules)] = read_edge(content)
    return edges


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(house_edges()), indent=1) + b"\n")
