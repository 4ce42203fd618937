"""Which meter a table feeds: one for all tables of the same terms, or one of its own."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

from msgspec import json

from uth.rulebook.model import Progressive, Rulebook
from uth.rulebook.store import HOUSES, load_house

LINK = "link"
LONGEST = 40
"""Signs of a meter's name."""


def shared_name(rules: Rulebook) -> str:
    """The same for all tables of the same terms, whatever their game (PA-11, LW-12).

    The terms of the approved houses have the plain name; others are told apart by their digest.
    """
    if rules.progressive in _approved_terms():
        return LINK
    entries = rules.source["house"]["progressive"]
    values = json.encode({name: entry.get("value") for name, entry in entries.items()})
    return f"{LINK}.{sha256(values).hexdigest()[:12]}"


def own_name(table: str) -> str:
    """The meter of a table that shares none."""
    name = f"own.{table}"
    return name if len(name) <= LONGEST else f"own.{sha256(table.encode()).hexdigest()[:32]}"


@cache
def _approved_terms() -> tuple[Progressive, ...]:
    houses = [load_house(house).progressive for house in HOUSES]
    return tuple(terms for terms in houses if terms.offered)
