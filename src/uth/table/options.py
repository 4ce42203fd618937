"""The options of a house's document that are in force at its tables, as on its option sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from uth.core.money import Cents
from uth.rulebook.model import PROCEDURES, Rulebook
from uth.rulebook.wager_facts import KINDS, approved_entry, paid_by
from uth.table.events import OptionsRecorded
from uth.table.wagers import placed_wagers

OptionValue: TypeAlias = str | int | bool
READING = "Q-"
"""How the clauses begin that are in no document."""
BASES = ("player", "square", "action")
"""Who pays a fee, and on what it is based (CA-11)."""


class DocumentOption(NamedTuple):
    """An entry, the values that the house's document lets it choose from, and the clauses."""

    entry: str
    choices: tuple[OptionValue, ...]
    clauses: tuple[str, ...]


def document_options(rules: Rulebook) -> Iterator[DocumentOption]:
    """Every option of the document, whether it leaves one choice or more."""
    sources = rules.sources
    permitted = bool(rules.entry("wagers.approved_back_line"))
    clause = sources["wagers.approved_back_line"]
    yield DocumentOption("wagers.back_line", (True, False) if permitted else (False,), (clause,))
    for kind in KINDS:
        if any(rules.offers(facts.name) for facts in paid_by(kind)):
            approved = f"tables.{approved_entry(kind)}"
            yield DocumentOption(f"tables.{kind}", rules.entry(approved), (sources[approved],))
    dealing = {name: rules.cite(f"deal.{name}")[:1] for name in PROCEDURES}
    dealing = {name: cited for name, cited in dealing.items() if _of_document(cited)}
    clauses = tuple(clause for cited in dealing.values() for clause in cited)
    yield DocumentOption("dealing.procedure", tuple(dealing), clauses)
    schedule = "collection.schedule"
    if rules.entry(schedule) is not None and _of_document((sources[schedule],)):
        yield DocumentOption(schedule, tuple(range(1, 25)), (sources[schedule],))


def _of_document(clauses: tuple[str, ...]) -> bool:
    """Whether a document says so itself, before any reading of it."""
    return bool(clauses) and not clauses[0].startswith(READING)


def wager_limits(rules: Rulebook, minimum: Cents, maximum: Cents) -> dict[str, tuple[Cents, Cents]]:
    """What each wager placed before the deal must lie between at a table of these limits."""
    return {
        wager.name: (wager.minimum(rules, minimum), maximum)
        for wager in placed_wagers(rules)
        if wager.fixed_stake(rules) is None
    }


def options_in_force(rules: Rulebook) -> OptionsRecorded:
    """The record of what the house has chosen: options, limits and collection table."""
    limits, collection = rules.limits, rules.collection
    return OptionsRecorded(
        options={option.entry: rules.entry(option.entry) for option in document_options(rules)},
        limits=wager_limits(rules, limits.minimum, limits.maximum),
        drop=collection.drop if collection.in_force else "",
        fees={
            basis: tuple((band.start, band.fee) for band in bands)
            for basis in BASES
            if (bands := getattr(collection, basis))
        },
    )
