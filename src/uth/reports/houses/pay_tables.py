"""The pay tables that a house may choose, and those of its jackpots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from uth.core.hands import Category
from uth.reports.houses.card import offers
from uth.reports.houses.model import (
    PayLine,
    PayTable,
)
from uth.reports.words import value_text
from uth.rulebook import store
from uth.rulebook.check import APPROVED
from uth.rulebook.model import Rulebook

READING = "Q-"
"""The prefix of clauses that are readings, not document text."""


def pay_tables(rules: Rulebook) -> tuple[PayTable, ...]:
    """All of them, with the clauses that apply in this house."""
    raw, library = rules.source["house"], store.data("tables.toml")
    tables: list[PayTable] = []
    for kind, path in APPROVED.items():
        if kind != "paytable" and not offers(rules, kind):
            continue
        known = {**library[kind], **raw.get(kind, {})}
        approved = getattr(rules.tables, path.removeprefix("tables."))
        for name in filter(known.__contains__, approved):
            parts = ("blind", "trips") if kind == "paytable" else ("pays",)
            for part in parts:
                if part != "trips" or rules.wagers.trips:
                    wager = kind if part == "pays" else part
                    chosen = name == getattr(rules.tables, kind)
                    clauses = _table_clauses(rules, kind, known[name])
                    lines = _pay_lines(known[name][part])
                    assumed = bool(known[name].get("assumed"))
                    tables.append(PayTable(wager, name, chosen, assumed, clauses, lines))
    if rules.progressive.offered:
        for kind in ("prizes", "envy"):
            entry = raw["progressive"][kind]
            wager = "envy" if kind == "envy" else "progressive"
            lines = _pay_lines(
                {
                    hand: value_text(f"progressive.{kind}", pay)
                    for hand, pay in entry["value"].items()
                }
            )
            tables.append(PayTable(wager, "", True, False, (entry["clause"],), lines))
    return tuple(tables)


def _table_clauses(rules: Rulebook, kind: str, table: Mapping[str, Any]) -> tuple[str, ...]:
    """The clauses of a pay table in this house's document or readings, else of the choice.

    Clauses of other houses that print the same table do not apply here.
    """
    sources = (rules.sources[APPROVED[kind]], rules.sources[f"tables.{kind}"])
    own = {READING, *(clause.partition("-")[0] + "-" for clause in sources)}
    printed = tuple(
        clause for clause in table.get("clauses", ("Q-14",)) if clause.startswith(tuple(own))
    )
    return printed or sources[:1]


def _pay_lines(pays: Any) -> tuple[PayLine, ...]:
    """The lines of a pay table in order, or by hand with the best first."""
    if isinstance(pays, list):
        lines = [
            PayLine(
                " ".join(pay_line["hands"]), pay_line["pays"], " ".join(pay_line.get("dealer", ()))
            )
            for pay_line in pays
        ]
    else:
        best_first = sorted(pays, key=lambda hand: -Category[hand.upper()].value)
        lines = [PayLine(hand, pays[hand]) for hand in best_first]
    return tuple(lines)
