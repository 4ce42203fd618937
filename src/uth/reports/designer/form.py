"""The form of the house designer, generated from the rulebook's fields and their readers.

A field's kind follows from its reader; no wager is special here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from uth.core.hands import Category
from uth.reports.designer.model import Column, DesignForm, Field, FieldGroup, FieldKind
from uth.reports.houses.pay_tables import choices
from uth.rulebook.check import SECTIONS, TABLE_KINDS
from uth.rulebook.entries import pay_readers, readers
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import PAYING_ODDS, WAGER_FACTS, wagers_of

SIDE_BETS = tuple(facts for facts in WAGER_FACTS.values() if facts.offered)
"""The wagers that a house may offer or not."""


def _wager_entries() -> Iterator[str]:
    """Whether each side bet is offered, and whether it must be staked with another."""
    for facts in SIDE_BETS:
        yield facts.offered
        if facts.needs:
            yield f"wagers.{facts.needs_entry}"
    yield "wagers.back_line"


def _table_entries() -> Iterator[str]:
    """Which pay table of each kind is chosen, and what it pays."""
    for kind, parts in TABLE_KINDS.items():
        yield f"tables.{kind}"
        yield from (f"{kind}.{part}" for part in parts)


def _own_sections() -> dict[str, tuple[str, ...]]:
    """The sections that are about one side bet alone."""
    sections = {facts.offered.partition(".")[0] for facts in SIDE_BETS} - {"wagers"}
    return {
        section: tuple(
            filter(wagers_of, (f"{section}.{name}" for name in SECTIONS[section].readers))
        )
        for section in sorted(sections)
    }


GROUPS: dict[str, tuple[str, ...]] = {
    "play": ("play.preflop", "play.flop", "play.river", "play.qualify"),
    "wagers": tuple(_wager_entries()),
    "paytables": tuple(_table_entries()),
    **_own_sections(),
    "limits": (
        "limits.minimum",
        "limits.maximum",
        "limits.bonus_minimum",
        "limits.chip",
        "limits.ceiling",
        "limits.ceiling_source",
        "limits.grandfathering",
    ),
    "payouts": (
        "payouts.maximum",
        "payouts.maximum_on",
        "payouts.approval_above",
        "payouts.aggregate",
    ),
    "bank": (
        "bank.coverage",
        "bank.consecutive_rounds",
        "collection.drop",
        "collection.schedule",
        "collection.action",
        "collection.square",
        "collection.player",
    ),
    "procedure": (
        "dealing.procedure",
        "settlement.direction",
        "settlement.antes_first",
        "settlement.folds",
        "settlement.survives_fold",
        "settlement.dealer_turned",
        "conduct.leaving_forfeits",
        "conduct.tuck_under_blind",
    ),
}
"""The entries that can be changed, in the order of the page. Who banks the game, the layout and the
document cannot be changed: they make a different house."""

BANKED = "bank"
"""This group is shown only for a house with a player-dealer."""

PAIRS = (Column("hands", "texts"), Column("dealer", "texts", needed=False), Column("pays", "text"))
BANDS = (Column("from", "text"), Column("fee", "text"))
PLAIN: dict[Any, tuple[FieldKind, tuple[Column, ...]]] = {
    readers.flag: ("flag", ()),
    readers.multiples: ("numbers", ()),
    readers.span: ("texts", ()),
    pay_readers.pair_lines: ("rows", PAIRS),
    pay_readers.bands: ("rows", BANDS),
}
"""Reader → kind of field, and the columns of rows; all other readers are text."""


def form(rules: Rulebook) -> DesignForm:
    """All fields that a design can change, with the house's values."""
    groups = tuple(
        FieldGroup(name, tuple(_field(rules, path) for path in paths))
        for name, paths in GROUPS.items()
        if name != BANKED or rules.player_dealer
    )
    return DesignForm(rules.id, rules.name, rules.document, groups, _printed(rules))


def _needs(path: str) -> str:
    """The entry that must be set for another to matter; empty where it always does."""
    entries = {facts.offered for facts in wagers_of(path)}
    return "" if "" in entries else "".join(entries)


def _field(rules: Rulebook, path: str) -> Field:
    section, _, name = path.partition(".")
    needs = _needs(path)
    if section in TABLE_KINDS:
        in_force = rules.source["tables"].get(section, {})
        value = next((table[name] for table in in_force.values()), None)
        reader, clause = TABLE_KINDS[section][name], rules.sources.get(f"tables.{section}", "")
    else:
        value = rules.source["house"].get(section, {}).get(name, {}).get("value")
        clause, reader = rules.sources.get(path, ""), SECTIONS[section].readers[name]
    if section == "tables":
        return Field(path, "choice", value, clause, needs, choices=tuple(choices(rules, name)))
    match reader:
        case readers.OneOf():
            return Field(path, "choice", value, clause, needs, choices=reader.words)
        case readers.SomeOf():
            return Field(path, "texts", value, clause, needs, choices=reader.known)
        case readers.Whole():
            return Field(path, "number", value, clause, needs)
        case pay_readers.ByHand():
            hands = tuple(map(_name, reversed(reader.hands)))
            return Field(path, "by_name", value, clause, needs, choices=hands)
        case readers.aggregate:
            caps = (
                value
                if isinstance(value, dict) or value is None
                else dict.fromkeys(PAYING_ODDS, value)
            )
            return Field(path, "by_name", caps, clause, needs, choices=PAYING_ODDS)
    kind, columns = PLAIN.get(reader, ("text", ()))
    return Field(path, kind, value, clause, needs, columns=columns)


def _name(category: Category) -> str:
    return category.name.lower()


def _printed(rules: Rulebook) -> dict[str, dict[str, dict[str, Any]]]:
    """The lines of each pay table that can be chosen."""
    return {
        f"tables.{kind}": {
            name: {f"{kind}.{part}": table[part] for part in parts}
            for name, table in choices(rules, kind).items()
        }
        for kind, parts in TABLE_KINDS.items()
    }
