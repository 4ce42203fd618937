"""The pay tables that a house may choose, and those of its jackpots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from uth.core.hands import CATEGORY_BY_NAME
from uth.core.texts import ENGLISH
from uth.reports.houses.card import READING
from uth.reports.houses.departures import own_rules
from uth.reports.houses.model import PayLine, PayTable
from uth.reports.words import value_text
from uth.rulebook import store
from uth.rulebook.assumptions import entry_reading, table_reading
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import KINDS, paid_by
from uth.table.wagers import WagerKind, offered_wagers


def pay_tables(rules: Rulebook, language: str = ENGLISH) -> tuple[PayTable, ...]:
    """All of them, with the clauses that apply in this house."""
    chosen = filter(rules.tables.chosen, KINDS)
    tables = [table for kind in chosen for table in _tables_of(rules, kind)]
    paying = (wager for wager in offered_wagers(rules) if wager.prizes_entry)
    return (*tables, *(_prizes(rules, wager, language) for wager in paying))


def choices(rules: Rulebook, kind: str) -> dict[str, Any]:
    """The pay tables that a house may choose, and the one in force."""
    known = {**store.data("tables.toml").get(kind, {}), **rules.source["house"].get(kind, {})}
    names = dict.fromkeys((*rules.choices(f"tables.{kind}"), rules.tables.chosen(kind)))
    return {name: known[name] for name in names if name in known}


def _tables_of(rules: Rulebook, kind: str) -> Iterator[PayTable]:
    """The pay tables of a kind, one for each wager of the house that they pay."""
    departed = [rules.tables.chosen(kind)] if f"tables.{kind}" in own_rules(rules) else []
    for name, table in choices(rules, kind).items():
        for facts in paid_by(kind):
            if facts.pays and rules.offers(facts.name):
                yield PayTable(
                    kind=facts.name,
                    name=name,
                    in_force=name == rules.tables.chosen(kind),
                    assumed=bool(table_reading(rules, kind, name, table)),
                    clauses=() if name in departed else _table_clauses(rules, kind, table),
                    lines=_pay_lines(table[facts.pays.part]),
                    choice=f"tables.{kind}",
                )


def _prizes(rules: Rulebook, wager: WagerKind, language: str) -> PayTable:
    """The prizes of a wager that pays no odds."""
    section, field = wager.prizes_entry.split(".")
    entry = rules.source["house"][section][field]
    prizes = {
        hand: value_text(wager.prizes_entry, prize, language)
        for hand, prize in entry["value"].items()
    }
    return PayTable(
        kind=wager.name,
        name="",
        in_force=True,
        assumed=bool(entry_reading(rules, wager.prizes_entry)),
        clauses=() if wager.prizes_entry in own_rules(rules) else (entry["clause"],),
        lines=_pay_lines(prizes),
    )


def _table_clauses(rules: Rulebook, kind: str, table: Mapping[str, Any]) -> tuple[str, ...]:
    """The clauses of a pay table in this house's document or readings, else of the choice.

    Clauses of other houses that print the same table do not apply here.
    """
    source = rules.sources[f"tables.{kind}"]
    own = (READING, source.partition("-")[0] + "-")
    printed = tuple(clause for clause in table.get("clauses", ("Q-14",)) if clause.startswith(own))
    return printed or (source,)


def _pay_lines(pays: Any) -> tuple[PayLine, ...]:
    """The lines of a pay table in order, or by hand with the best first."""
    if isinstance(pays, list):
        return tuple(
            PayLine(" ".join(row["hands"]), row["pays"], " ".join(row.get("dealer", ())))
            for row in pays
        )
    best_first = sorted(pays, key=lambda hand: -CATEGORY_BY_NAME[hand].value)
    return tuple(PayLine(hand, pays[hand]) for hand in best_first)
