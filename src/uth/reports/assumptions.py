"""The assumptions of a house in words: figures that its own document does not print."""

from __future__ import annotations

from uth.core.texts import ENGLISH, catalog
from uth.reports.houses.model import Cited
from uth.reports.words import field_name, value_text
from uth.rulebook.assumptions import Assumption, assumptions
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import paid_by


def assumption_facts(
    rules: Rulebook, language: str = ENGLISH, *, wagers: tuple[str, ...] | None = None
) -> tuple[Cited, ...]:
    """One sentence for each reading; only those that price one of `wagers`, if given."""
    return tuple(
        Cited(one.reading, _sentence(rules, one, language), (one.reading,))
        for one in assumptions(rules)
        if wagers is None or set(one.wagers) & set(wagers)
    )


def _sentence(rules: Rulebook, one: Assumption, language: str) -> str:
    figures = [_figure(rules, entry, language) for entry in one.entries]
    facts = {"wagers": one.wagers, "figures": figures, "source": rules.limits.ceiling_source}
    return catalog(language).text(f"assumption.{one.reading}", **facts)


def _figure(rules: Rulebook, entry: str, language: str) -> str:
    """An entry and its value: `minimum $15`, or a pay table by its name."""
    section, _, field = entry.partition(".")
    words = catalog(language)
    if section == "tables":
        name = rules.tables.chosen(field) or ""
        paid = [facts.name for facts in paid_by(field) if rules.offers(facts.name)]
        table = words.text("return.table", name=name) if name.isdigit() else name
        return words.text("assumption.table", wagers=paid, table=table)
    value = value_text(entry, rules.source["house"][section][field]["value"], language)
    return f"{field_name(entry, language)} {value}"
