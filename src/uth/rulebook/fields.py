"""The fields of a rulebook: which there are, section by section, and how each is read."""

from __future__ import annotations

from uth.rulebook import model, readers
from uth.rulebook.wager_facts import KINDS, WAGER_FACTS, approved_entry, paid_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.rulebook.readers import Reader


def _wager_flags() -> dict[str, Reader]:
    """Which wagers a house offers, and which of them only together with another."""
    entries: dict[str, Reader] = {}
    for facts in WAGER_FACTS.values():
        section, _, field = facts.offered.partition(".")
        if section == "wagers":
            entries[field] = readers.flag
        if facts.needs:
            entries[facts.needs_entry] = readers.flag
    return entries


SECTIONS: Mapping[str, tuple[type, Mapping[str, Reader]]] = {
    "bank": (
        model.Bank,
        {
            "kind": readers.OneOf("house", "player-dealer"),
            "house_percentage": readers.Whole(0, 0),
            "coverage": readers.OneOf("gross", "action", "net"),
            "consecutive_rounds": readers.Whole(1, 2),
        },
    ),
    "layout": (
        model.Layout,
        {
            "places": readers.Whole(6, 6),
            "circles": readers.texts,
            "inscription": readers.text,
            "notice": readers.text,
        },
    ),
    "play": (
        model.Play,
        {
            "preflop": readers.multiples,
            "flop": readers.multiples,
            "river": readers.multiples,
            "qualify": readers.OneOf("pair", "none"),
        },
    ),
    "dealing": (model.Dealing, {"procedure": readers.OneOf(*model.PROCEDURES)}),
    "settlement": (
        model.Settling,
        {
            "direction": readers.OneOf("right-to-left", "left-to-right", "from-banker"),
            "antes_first": readers.flag,
            "order": readers.order,
        },
    ),
    "limits": (
        model.Limits,
        {
            "minimum": readers.amount,
            "maximum": readers.amount,
            "bonus_minimum": readers.bonus_minimum,
            "chip": readers.amount,
            "grandfathering": readers.flag,
            "minimum_choices": readers.amounts,
            "minimum_within": readers.span,
            "maximum_within": readers.span,
        },
    ),
    "wagers": (
        model.Offered,
        {
            **_wager_flags(),
            "back_line": readers.flag,
            "approved_back_line": readers.flag,
        },
    ),
    "tables": (
        model.Choices,
        {
            **dict.fromkeys(KINDS, readers.text),
            **{approved_entry(kind): readers.texts for kind in KINDS},
        },
    ),
    "progressive": (
        model.Progressive,
        {
            "offered": readers.flag,
            "wager": readers.amount,
            "seed": readers.amount,
            "main_share": readers.percent,
            "mystery_share": readers.percent,
            "mystery_restart": readers.amount,
            "mystery_between": readers.span,
            "prizes": readers.prizes,
            "envy": readers.envy,
        },
    ),
    "payouts": (
        model.Payouts,
        {
            "maximum_on": readers.OneOf("base", "all"),
            "maximum": readers.amount,
            "aggregate": readers.aggregate,
            "approval_above": readers.amount,
        },
    ),
    "conduct": (
        model.Conduct,
        {"leaving_forfeits": readers.flag, "tuck_under_blind": readers.flag},
    ),
    "collection": (
        model.Collection,
        {
            "drop": readers.OneOf("before-deal", "after-settlement"),
            "schedule": readers.Whole(1, 24),
            "action": readers.bands,
            "square": readers.bands,
            "player": readers.bands,
        },
    ),
}

TABLE_KINDS: Mapping[str, Mapping[str, Reader]] = {
    kind: {facts.pays.part: readers.pay_table(facts.pays) for facts in paid_by(kind) if facts.pays}
    for kind in KINDS
}
"""Kind of pay table → its parts, and how each is read."""

APPROVED = {kind: f"tables.{approved_entry(kind)}" for kind in KINDS}
"""Kind of pay table → the entry that says which ones the house may choose."""

HEAD: Mapping[str, Reader] = {
    "id": readers.identifier,
    "name": readers.text,
    "document": readers.text,
}
