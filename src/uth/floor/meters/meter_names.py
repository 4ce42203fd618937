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

    The terms of the approved houses have a plain name; others have one with a digest. A house of
    one's own shares its meter with nobody (Q-29).
    """
    if rules.approved and rules.progressive in _approved_terms():
        return LINK
    entries = rules.source["house"]["progressive"]
    values = json.encode({name: entry.get("value") for name, entry in entries.items()})
    if rules.approved:
        return f"{LINK}.{sha256(values).hexdigest()[:12]}"
    return f"house.{sha256(rules.id.encode() + values).hexdigest()[:12]}"


def is_shared(name: str) -> bool:
    """Whether a meter is one of the approved houses'."""
    return name.partition(".")[0] == LINK


def may_feed(rules: Rulebook, opened_by: Rulebook) -> bool:
    """Whether a table may feed a meter that a table of another rulebook opened."""
    same_house = rules.id == opened_by.id if rules.extends else opened_by.approved
    return same_house and rules.progressive == opened_by.progressive


def own_name(table: str) -> str:
    """The name of a table's own meter."""
    name = f"own.{table}"
    return name if len(name) <= LONGEST else f"own.{sha256(table.encode()).hexdigest()[:32]}"


@cache
def _approved_terms() -> tuple[ProgressiveRules, ...]:
    houses = [load_house(house).progressive for house in HOUSES]
    return tuple(terms for terms in houses if terms.offered)
