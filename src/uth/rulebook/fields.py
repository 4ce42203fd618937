"""What a rulebook file may have: its head, its sections, its pay tables."""

from __future__ import annotations

from uth.rulebook import model, readers
from uth.rulebook.wager_facts import KINDS, approved_entry, paid_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from uth.rulebook.readers import Reader

SECTIONS: Mapping[str, type[model.Section | model.OpenSection]] = {
    "bank": model.Bank,
    "layout": model.Layout,
    "play": model.Play,
    "dealing": model.Dealing,
    "settlement": model.Settling,
    "limits": model.Limits,
    "wagers": model.Offered,
    "tables": model.Choices,
    "progressive": model.Progressive,
    "payouts": model.Payouts,
    "conduct": model.Conduct,
    "collection": model.Collection,
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
