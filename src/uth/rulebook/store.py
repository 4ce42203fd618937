"""The houses as files: what each extends, and how one is loaded."""

from __future__ import annotations

from uth.core.refusal import Refusal
from uth.rulebook import check
from uth.rulebook.approval import refuse_approval
from uth.rulebook.data_files import data as data
from uth.rulebook.data_files import file_names
from uth.rulebook.data_files import parse_toml as parse_toml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

BASE = "base"
"""What all houses share; a custom house may extend that alone."""

HOUSES = tuple(name for name in file_names("houses") if name != BASE)
"""The approved houses, one file each."""


def raw_house(house: str) -> Raw:
    """A house's data on top of what it extends."""
    if house not in HOUSES:
        raise Refusal("house/unknown", house=house, houses=HOUSES)
    return _extended(data(f"houses/{house}.toml"))


def _extended(raw: Raw) -> Raw:
    parent = raw.pop("extends", None)
    return check.merge(_extended(data(f"houses/{parent}.toml")), raw) if parent else raw


def load_raw(raw: Raw, clauses: Raw | None = None) -> Rulebook:
    """A merged house; its citations are looked up only where clauses to find them in are given."""
    return check.read(raw, data("tables.toml"), _schedules, clauses)


def _schedules() -> Raw:
    return data("schedules.toml")


def clause_list() -> Raw:
    """Every clause: its house, its wording, and how it is met."""
    return data("clauses.toml")


def load_house(house: str) -> Rulebook:
    """One of the five approved houses."""
    return load_raw(raw_house(house))


def load_text(text: str) -> Rulebook:
    """A custom house: it extends one of the five and says only what differs.

    It may also extend `base`, the readings that all five share, and say all the rest.
    """
    from uth.rulebook.own import check_own

    raw = parse_toml(text)
    parent = raw.pop("extends", None)
    if not isinstance(parent, str) or parent not in (*HOUSES, BASE):
        raise Refusal("rulebook/extends", where="extends", houses=(*HOUSES, BASE), parent=parent)
    refuse_approval(raw)
    below = _extended(data(f"houses/{parent}.toml"))
    return check_own(below, raw, data("tables.toml"), clause_list())
