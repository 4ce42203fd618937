"""Settings: how a rulebook differs from the approved house nearest to it."""

from __future__ import annotations

from typing import Any

from uth.rulebook import check, store
from uth.rulebook.approval import refuse_approval
from uth.rulebook.check import SECTIONS
from uth.rulebook.model import Rulebook

Raw = dict[str, Any]


def with_settings(house: str, settings: Raw) -> Rulebook:
    """A house under settings of its own, written as in a rulebook: `tables.paytable`."""
    raw = _raw(house)
    refuse_approval(settings)
    if not settings:
        return store.load_raw(raw)
    return store.load_raw(check.merge(raw, settings), store.clause_list())


def differing(rules: Rulebook) -> tuple[str, Raw]:
    """The house that a rulebook is nearest to, and the settings that make up the rest."""
    raw = rules.source["house"]
    houses = {house: _raw(house) for house in (*store.HOUSES, store.BASE)}
    beyond = {house: _beyond(below, raw) for house, below in houses.items()}
    exact = [house for house in houses if check.merge(houses[house], beyond[house]) == raw]
    nearest = min(exact, key=lambda house: (house != rules.id, _size(beyond[house])))
    return nearest, beyond[nearest]


def _raw(house: str) -> Raw:
    return store.data(f"houses/{house}.toml") if house == store.BASE else store.raw_house(house)


def _beyond(below: Raw, above: Raw) -> Raw:
    """The settings that turn the one into the other."""
    changes: Raw = {}
    for name, value in _changed(below, above).items():
        if name == "cites":
            changes[name] = {
                subject: _changed(below[name].get(subject, {}), occasions)
                for subject, occasions in _changed(below[name], value).items()
            }
        elif name in SECTIONS:
            entries = below.get(name, {})
            changes[name] = {
                field: _plain(entries.get(field, {}), entry)
                for field, entry in _changed(entries, value).items()
            }
        else:
            changes[name] = value
    return changes


def _changed(below: Raw, above: Raw) -> Raw:
    return {name: value for name, value in above.items() if below.get(name) != value}


def _plain(below: Raw, entry: Raw) -> Any:
    """An entry by its value alone where it keeps the house's clause."""
    return entry.get("value", entry) if below.get("clause") == entry["clause"] else entry


def _size(settings: Any) -> int:
    return sum(map(_size, settings.values())) if isinstance(settings, dict) else 1
