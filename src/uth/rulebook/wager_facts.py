"""The wagers that there are, as far as a rulebook speaks of them: data, keyed by name.

What a wager owes is the table's business (`uth.table.wagers`); its objects read these facts too.
"""

from __future__ import annotations

from uth.core.record import Record
from uth.rulebook.data_files import data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Literal


class PayTableShape(Record):
    """The pay table of a wager: the kind and part under which tables.toml has it, and its lines.

    One kind may pay several wagers, each by a part of its own.
    """

    kind: str
    part: str
    by: Literal["hand", "holding"]
    lowest: str = "high_card"
    highest: str = "royal_flush"
    may_push: bool = False


class WagerFacts(Record):
    """What wagers.toml says of a wager; empty where it says nothing."""

    name: str
    endings: tuple[str, ...]
    circle: str = ""
    offered: str = ""
    comes_with: str = ""
    needs: str = ""
    stake: str = ""
    prizes: str = ""
    pays: PayTableShape | None = None

    @property
    def needs_entry(self) -> str:
        """The entry of [wagers] that binds it to the wager it needs."""
        return f"{self.name}_needs_{self.needs}" if self.needs else ""


def _facts() -> dict[str, WagerFacts]:
    facts = {}
    for name, raw in data("wagers.toml").items():
        pays = PayTableShape(**raw.pop("pays")) if "pays" in raw else None
        facts[name] = WagerFacts(name=name, endings=tuple(raw.pop("endings")), pays=pays, **raw)
    return facts


WAGER_FACTS: Mapping[str, WagerFacts] = _facts()
"""Every wager by its name, in the order of Q-18."""

PAYING_ODDS = tuple(name for name, facts in WAGER_FACTS.items() if facts.pays)
"""The wagers with a pay table: those that a table aggregate may cap (Q-25)."""

BONUSES = tuple(name for name, facts in WAGER_FACTS.items() if facts.offered or facts.comes_with)
"""The wagers besides the game itself: a fold need not lose them (Q-4)."""

WAGER_ENTRIES = tuple(
    entry
    for facts in WAGER_FACTS.values()
    for entry in (facts.offered.removeprefix("wagers."), facts.needs_entry)
    if entry and "." not in entry
)
"""The entries of [wagers]: which ones a house offers, and which only together with another."""

KINDS = tuple(dict.fromkeys(facts.pays.kind for facts in WAGER_FACTS.values() if facts.pays))
"""The kinds of pay tables."""


def approved_entry(kind: str) -> str:
    """The entry of [tables] with the pay tables of a kind that a house may choose from."""
    return f"approved_{kind}" if kind.endswith("s") else f"approved_{kind}s"


def paid_by(kind: str) -> tuple[WagerFacts, ...]:
    """The wagers that a kind of pay table pays."""
    return tuple(facts for facts in WAGER_FACTS.values() if facts.pays and facts.pays.kind == kind)


def wagers_of(entry: str) -> tuple[WagerFacts, ...]:
    """The wagers without which an entry of a rulebook has no meaning: it is about them alone."""
    section, _, field = entry.partition(".")

    def is_about(facts: WagerFacts) -> bool:
        pays = facts.pays
        if pays and section == "tables" and field in (pays.kind, approved_entry(pays.kind)):
            return True
        if pays and entry == f"{pays.kind}.{pays.part}":
            return True
        if section == "wagers":
            return bool(field) and field == facts.needs_entry
        return entry != facts.offered and facts.offered.partition(".")[0] == section

    return tuple(facts for facts in WAGER_FACTS.values() if is_about(facts))
