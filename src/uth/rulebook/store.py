"""The houses as files: what each extends, and how one is loaded."""

from __future__ import annotations

from functools import partial

from uth.core.refusal import Gather, Refusal
from uth.rulebook import check
from uth.rulebook.approval import guard
from uth.rulebook.data_files import check_keys, file_names
from uth.rulebook.data_files import data as data
from uth.rulebook.data_files import parse_toml as parse_toml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

BASE = "base"
"""What all houses share; a house of one's own may extend that alone."""

HOUSES = tuple(name for name in file_names("houses") if name != BASE)
"""The approved houses, one file each."""


def raw_house(house: str) -> Raw:
    """A house's data on top of what it extends."""
    if house not in HOUSES:
        raise Refusal("house/unknown", house=house, houses=HOUSES)
    return file_of(house)


def file_of(house: str) -> Raw:
    """One of the houses, or what they share."""
    raw = data(f"houses/{house}.toml")
    parent = raw.pop(check.EXTENDS, None)
    return check.merge(file_of(parent), raw) if parent else raw


def load_raw(raw: Raw, clauses: Raw | None = None) -> Rulebook:
    """A house's data as a rulebook, past the guard.

    Its citations are looked up only where clauses to find them in are given.
    """
    gather, below = Gather(), _named_by(raw)
    raw = guard.with_statuses(raw, below)
    gather.defects += guard.defects(raw, below)
    rules: Rulebook = gather.read("", partial(_read, clauses=clauses), raw)
    gather.finish()
    return rules


def _named_by(raw: Raw) -> Raw:
    """The house that a house's data extends or bears the name of."""
    parent: Any = raw.get(check.EXTENDS, raw.get("id"))
    known = (*HOUSES, BASE) if check.EXTENDS in raw else HOUSES
    if not isinstance(parent, str) or parent not in known:
        raise Refusal("rulebook/extends", where=check.EXTENDS, houses=known, parent=parent)
    return file_of(parent)


def _read(raw: Raw, clauses: Raw | None = None) -> Rulebook:
    return check.read(raw, data("tables.toml"), _schedules, clauses)


def _schedules() -> Raw:
    return data("schedules.toml")


def clause_list() -> Raw:
    """Every clause: its house, its wording, and how it is met."""
    return data("clauses.toml")


def load_house(house: str) -> Rulebook:
    """One of the five approved houses."""
    return _read(raw_house(house))


def load_text(text: str) -> Rulebook:
    """A rulebook file: it extends one of the five and says only what differs.

    With an id, a name and a document of its own it is a house of one's own, which may depart from
    the one it extends; without, it is that house's table. It may also extend `base`, the readings
    that all five share, and say all the rest.
    """
    from uth.rulebook.own import load_on

    check_keys(text)
    raw = parse_toml(text)
    parent = raw.pop(check.EXTENDS, "")
    if not isinstance(parent, str) or parent not in (*HOUSES, BASE):
        raise Refusal("rulebook/extends", where="extends", houses=(*HOUSES, BASE), parent=parent)
    return load_on(parent, raw)
