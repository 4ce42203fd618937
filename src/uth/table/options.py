"""The options of a house's document that are in force at its tables, as on its option sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import KINDS, paid_by
from uth.table.events import OptionsRecorded
from uth.table.wagers import placed_wagers

OptionValue: TypeAlias = str | int | bool
BASES = ("player", "square", "action")
"""Who pays a fee, and on what it is based (CA-11)."""


class DocumentOption(NamedTuple):
    """An entry, the values that the house's document lets it choose from, and the clause."""

    entry: str
    choices: tuple[OptionValue, ...]
    clause: str


def document_options(rules: Rulebook) -> Iterator[DocumentOption]:
    """Every option of the document, whether it leaves one choice or more (Q-29)."""
    for entry in _entries(rules):
        if rules.entry(entry) is not None and rules.choices(entry):
            yield DocumentOption(entry, rules.choices(entry), rules.sources[entry])


def _entries(rules: Rulebook) -> Iterator[str]:
    """The entries that a sheet lists, in order; those of wagers only where the house has them."""
    yield "wagers.back_line"
    for kind in KINDS:
        if any(rules.offers(facts.name) for facts in paid_by(kind)):
            yield f"tables.{kind}"
    if rules.offers("bad_beat"):
        yield "wagers.bad_beat_needs_trips"
    yield "dealing.procedure"
    if rules.collection.in_force:
        yield "collection.schedule"
        yield "collection.drop"


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
