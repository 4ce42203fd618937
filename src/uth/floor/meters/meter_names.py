"""Which meter a table feeds: one shared by all tables with the same terms, or its own."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from msgspec import json

from uth.rulebook.model import ProgressiveRules, Rulebook
from uth.rulebook.store import HOUSES, load_house

LINK = "link"
LONGEST = 40
"""The most characters in the name of a meter."""


def shared_name(rules: Rulebook) -> str:
    """One name for all tables with the same terms, whatever their game (PA-11, LW-12).

    The terms of the approved houses have a plain name; others have one with a digest.
    """
    if rules.progressive in _approved_terms():
        return LINK
    entries = rules.source["house"]["progressive"]
    values = json.encode({name: entry.get("value") for name, entry in entries.items()})
    return f"{LINK}.{sha256(values).hexdigest()[:12]}"


def own_name(table: str) -> str:
    """The name of a table's own meter."""
    name = f"own.{table}"
    return name if len(name) <= LONGEST else f"own.{sha256(table.encode()).hexdigest()[:32]}"


@cache
def _approved_terms() -> tuple[ProgressiveRules, ...]:
    houses = [load_house(house).progressive for house in HOUSES]
    return tuple(terms for terms in houses if terms.offered)
