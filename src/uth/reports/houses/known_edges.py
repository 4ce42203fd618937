"""The edges of the approved houses, computed before: a page shows them before any solver runs.

`edges.json` holds them under the digest of the rulebook, so a changed rulebook has none and is
solved as every other. `python -m bench.house_edges` writes the file; a test solves them anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from uth.reports.houses.model import HouseEdge
from uth.rulebook.canonical import digest
from uth.rulebook.model import Rulebook

FILE = Path(__file__).parent / "edges.json"


@cache
def _edges() -> dict[str, HouseEdge]:
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, HouseEdge])


def known_edge(rules: Rulebook) -> HouseEdge | None:
    """The edge of an approved house at its minimum; None for any other rulebook."""
    return _edges().get(digest(rules))
