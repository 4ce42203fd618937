"""Which figures of a house its own document does not print, and the readings that supply them."""

from __future__ import annotations

import re
from functools import cache

from uth.core.money import dollars
from uth.core.record import Record
from uth.rulebook.check import SECTIONS, normal
from uth.rulebook.entries import pay_readers, readers
from uth.rulebook.store import BASE, clause_list, data
from uth.rulebook.wager_facts import KINDS, WAGER_FACTS, paid_by, wagers_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uth.rulebook.model import Rulebook

READING = "Q-"
"""The prefix of clauses that are readings, not document text."""
SUPPLYING = ("Q-8", "Q-9", "Q-14", "Q-16", "Q-28")
"""The readings that supply figures which a document leaves open."""
NOT_PRINTED = "Q-14"
"""The reading that lends a house what another house's document prints."""
FIGURE_READERS = (
    readers.amount,
    readers.amounts,
    readers.bonus_minimum,
    readers.percent,
    readers.span,
    pay_readers.prizes,
    pay_readers.envy,
)
"""Whose entries are amounts and shares."""


CEILING = "limits.ceiling"
"""The entry that bounds every single wager: Play beyond what the limits do."""


class Assumption(Record):
    """A reading that a house's figures rest on: the entries, and the wagers they price."""

    reading: str
    entries: tuple[str, ...]
    wagers: tuple[str, ...]


def assumptions(rules: Rulebook) -> tuple[Assumption, ...]:
    """All assumptions of a house, by reading."""
    by_reading: dict[str, list[str]] = {}
    for entry in (*_figures(rules), *(f"tables.{kind}" for kind in KINDS)):
        reading = entry_reading(rules, entry)
        if reading:
            by_reading.setdefault(reading, []).append(entry)
    return tuple(
        Assumption(reading, tuple(by_reading[reading]), _wagers(rules, by_reading[reading]))
        for reading in SUPPLYING
        if reading in by_reading
    )


def wager_readings(rules: Rulebook, wager: str) -> tuple[str, ...]:
    """The readings that the price of a wager rests on: of its pay table, stake and prizes."""
    return tuple(one.reading for one in assumptions(rules) if wager in one.wagers)


def entry_reading(rules: Rulebook, entry: str) -> str:
    """The reading that supplies an entry's figure; empty if the house's document prints it."""
    section, _, field = entry.partition(".")
    if rules.entry(entry) is None or not _in_force(rules, entry):
        return ""
    if section == "tables" and field in KINDS:
        name = rules.tables.chosen(field) or ""
        return table_reading(rules, field, name, rules.source["tables"][field][name])
    clause = rules.sources.get(entry, "")
    if clause in SUPPLYING:
        return clause
    if "free" in rules.source["house"][section][field] or not _prints(rules, entry, clause):
        silent = _base_clause(section, field)
        return silent if silent in SUPPLYING else ""
    if entry in _figures(rules) and wagers_of(entry) and not _is_own(rules, entry, (clause,)):
        return NOT_PRINTED
    return ""


def table_reading(rules: Rulebook, kind: str, name: str, table: dict[str, Any]) -> str:
    """The reading that supplies a pay table; empty if the house's document prints it."""
    clauses = tuple(table.get("clauses", (NOT_PRINTED,)))
    if table.get("assumed"):
        return next((clause for clause in clauses if clause.startswith(READING)), NOT_PRINTED)
    brought = name in rules.source["house"].get(kind, {})
    if brought or _is_own(rules, f"tables.{kind}", clauses):
        return ""
    return NOT_PRINTED


def _prints(rules: Rulebook, entry: str, clause: str) -> bool:
    """Whether a clause prints the amount of an entry: CA-6.1 says that there are limits, not which.

    Other kinds of figures are printed where their clause is of the house's document.
    """
    section, _, field = entry.partition(".")
    if SECTIONS[section].readers[field] is not readers.amount:
        return True
    return dollars(rules.entry(entry)) in re.split(r"[ –;.]|,(?![0-9])", _wording(clause))


@cache
def _wording(clause: str) -> str:
    wording: str = clause_list().get(clause, {}).get("wording", "")
    return wording


@cache
def _base_clause(section: str, field: str) -> str:
    """The reading that holds where a document is silent."""
    clause: str = data(f"houses/{BASE}.toml")[section][field]["clause"]
    return clause


def _figures(rules: Rulebook) -> Iterator[str]:
    """The entries with amounts or shares that have a value."""
    for section, fields in SECTIONS.items():
        given = rules.source["house"].get(section, {})
        for field, reader in fields.readers.items():
            if reader in FIGURE_READERS and "value" in normal(given.get(field, {"clause": ""})):
                yield f"{section}.{field}"


def _is_own(rules: Rulebook, entry: str, clauses: tuple[str, ...]) -> bool:
    """Whether one of these clauses is of the document that gives the house such wagers."""
    if entry.startswith("tables."):
        sources = {rules.sources.get(entry, "")}
    else:
        sources = {rules.sources.get(facts.offered, "") for facts in wagers_of(entry)}
    own = {_document(source) for source in sources} - {_document(READING)}
    return any(_document(clause) in own for clause in clauses)


def _document(clause: str) -> str:
    """The letters before a clause's number, which name its document."""
    return clause.partition("-")[0]


def _in_force(rules: Rulebook, entry: str) -> bool:
    wagers = wagers_of(entry)
    return not wagers or any(rules.offers(facts.name) for facts in wagers)


def _wagers(rules: Rulebook, entries: list[str]) -> tuple[str, ...]:
    """The wagers of the house that these entries alone are about, in order of settlement."""
    about = {
        facts.name
        for entry in entries
        for facts in (
            paid_by(entry.partition(".")[2]) if entry.startswith("tables.") else wagers_of(entry)
        )
    }
    if CEILING in entries:
        about.add("play")
    return tuple(name for name in WAGER_FACTS if name in about and rules.offers(name))
