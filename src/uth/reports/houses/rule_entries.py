"""The entries of a rulebook, as written and in words."""

from __future__ import annotations

from uth.core.texts import ENGLISH
from uth.reports import words
from uth.reports.houses.departures import own_rules, stated
from uth.reports.houses.model import RuleEntry
from uth.rulebook.assumptions import entry_reading
from uth.rulebook.model import Rulebook


def rule_entries(rules: Rulebook, language: str = ENGLISH) -> tuple[RuleEntry, ...]:
    """All entries of the rulebook that have a value; one that departs has no clause."""
    raw, own = rules.source["house"], own_rules(rules)
    entries = []
    for path, clause in rules.sources.items():
        section, field = path.split(".")
        entry = raw[section][field]
        if "value" in entry:
            value = entry["value"]
            departed = [own[path]] if path in own else []
            said = words.value_text(path, value, language)
            said, clauses = stated(said, [clause], departed, language)
            entries.append(
                RuleEntry(
                    path=path,
                    name=words.entry_name(path, language),
                    value=value,
                    words=said,
                    clause="".join(clauses),
                    in_force=words.in_force(rules, path),
                    assumed=bool(entry_reading(rules, path)),
                )
            )
    return tuple(entries)
