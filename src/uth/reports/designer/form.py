"""The form of the house designer, generated from the rulebook's fields and their readers.

A field's kind follows from its reader; no wager is special here.
"""

from __future__ import annotations

from typing import Any

from uth.core.hands import Category
from uth.reports.designer.model import Column, DesignForm, Field, FieldGroup, FieldKind
from uth.rulebook import readers, store
from uth.rulebook.check import APPROVED
from uth.rulebook.fields import SECTIONS, TABLE_KINDS
from uth.rulebook.model import PAYING_ODDS, Rulebook

GROUPS: dict[str, tuple[str, ...]] = {
    "play": ("play.preflop", "play.flop", "play.river", "play.qualify"),
    "wagers": (
        "wagers.trips",
        "wagers.bad_beat",
        "wagers.bad_beat_needs_trips",
        "wagers.ultimate_pairs",
        "progressive.offered",
        "wagers.back_line",
    ),
    "paytables": (
        "tables.paytable",
        "paytable.blind",
        "paytable.trips",
        "tables.bad_beat",
        "bad_beat.pays",
        "tables.ultimate_pairs",
        "ultimate_pairs.pays",
    ),
    "progressive": (
        "progressive.wager",
        "progressive.seed",
        "progressive.main_share",
        "progressive.mystery_share",
        "progressive.mystery_restart",
        "progressive.mystery_between",
        "progressive.prizes",
        "progressive.envy",
    ),
    "limits": (
        "limits.minimum",
        "limits.maximum",
        "limits.bonus_minimum",
        "limits.chip",
        "limits.minimum_choices",
        "limits.minimum_within",
        "limits.maximum_within",
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
        "conduct.leaving_forfeits",
        "conduct.tuck_under_blind",
    ),
}
"""The entries that can be changed, in the order of the page. Who banks the game, the layout and the
document cannot be changed: they make a different house."""

NEEDS = {
    "paytable.trips": "wagers.trips",
    "wagers.bad_beat_needs_trips": "wagers.bad_beat",
    "tables.bad_beat": "wagers.bad_beat",
    "bad_beat.pays": "wagers.bad_beat",
    "tables.ultimate_pairs": "wagers.ultimate_pairs",
    "ultimate_pairs.pays": "wagers.ultimate_pairs",
    **dict.fromkeys(GROUPS["progressive"], "progressive.offered"),
}
BANKED = "bank"
"""This group is shown only for a house with a player-dealer."""

PAIRS = (Column("hands", "texts"), Column("dealer", "texts", needed=False), Column("pays", "text"))
BANDS = (Column("from", "text"), Column("fee", "text"))
PLAIN: dict[Any, tuple[FieldKind, tuple[Column, ...]]] = {
    readers.flag: ("flag", ()),
    readers.multiples: ("numbers", ()),
    readers.amounts: ("texts", ()),
    readers.span: ("texts", ()),
    readers.pair_lines: ("rows", PAIRS),
    readers.bands: ("rows", BANDS),
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


def _field(rules: Rulebook, path: str) -> Field:
    section, _, name = path.partition(".")
    needs = NEEDS.get(path, "")
    if section in TABLE_KINDS:
        [table] = rules.source["tables"][section].values()
        value, reader = table[name], TABLE_KINDS[section][name]
        clause = rules.sources[f"tables.{section}"]
    else:
        value = rules.source["house"].get(section, {}).get(name, {}).get("value")
        clause, reader = rules.sources.get(path, ""), SECTIONS[section][1][name]
    if section == "tables":
        names = tuple(_approved(rules, name))
        return Field(path, "choice", value, clause, needs, names)
    match reader:
        case readers.OneOf():
            return Field(path, "choice", value, clause, needs, reader.words)
        case readers.Whole():
            return Field(path, "number", value, clause, needs)
        case readers.ByHand():
            hands = tuple(map(_name, reversed(reader.hands)))
            return Field(path, "by_name", value, clause, needs, hands)
        case readers.aggregate:
            caps = (
                value
                if isinstance(value, dict) or value is None
                else dict.fromkeys(PAYING_ODDS, value)
            )
            return Field(path, "by_name", caps, clause, needs, PAYING_ODDS)
    kind, columns = PLAIN.get(reader, ("text", ()))
    return Field(path, kind, value, clause, needs, (), columns)


def _name(category: Category) -> str:
    return category.name.lower()


def _approved(rules: Rulebook, kind: str) -> list[str]:
    """The pay tables that a house may choose and that exist."""
    own = rules.source["house"].get(kind, {})
    names = getattr(rules.tables, APPROVED[kind].partition(".")[2])
    return [name for name in names if name in own or name in store.data("tables.toml")[kind]]


def _printed(rules: Rulebook) -> dict[str, dict[str, dict[str, Any]]]:
    """The lines of each pay table that can be chosen."""
    library, own = store.data("tables.toml"), rules.source["house"]
    return {
        f"tables.{kind}": {
            name: {
                f"{kind}.{part}": {**library[kind], **own.get(kind, {})}[name][part]
                for part in parts
            }
            for name in _approved(rules, kind)
        }
        for kind, parts in TABLE_KINDS.items()
    }
