"""Settings: how a rulebook differs from the house that it extends or bears the name of."""

from __future__ import annotations

from typing import Any

from uth.core.refusal import Refusal
from uth.rulebook import store
from uth.rulebook.check import EXTENDS, SECTIONS, normal
from uth.rulebook.model import Rulebook
from uth.rulebook.own import load_on

Raw = dict[str, Any]


def with_settings(house: str, settings: Raw) -> Rulebook:
    """A house under settings of its own, written as in a rulebook: `tables.paytable`.

    With an id, a name and a document among them it is a house of one's own.
    """
    if house not in (*store.HOUSES, store.BASE):
        raise Refusal("house/unknown", house=house, houses=store.HOUSES)
    return load_on(house, settings) if settings else store.load_house(house)


def changed(rules: Rulebook, settings: dict[str, Raw]) -> Rulebook:
    """The same rulebook with more settings."""
    house, before = differing(rules)
    after = {
        section: {**before.get(section, {}), **entries} for section, entries in settings.items()
    }
    return with_settings(house, {**before, **after})


def differing(rules: Rulebook) -> tuple[str, Raw]:
    """The house that a rulebook extends or bears the name of, and the settings for the rest."""
    raw = {**rules.source["house"]}
    house = str(raw.pop(EXTENDS, rules.id))
    return house, _beyond(store.file_of(house), raw)


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
    given = {key: normal(entry)[key] for key in ("value", "clause") if key in entry}
    return entry.get("value", given) if below.get("clause") == entry["clause"] else given
