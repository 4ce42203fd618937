"""In what a house of one's own departs from the house that it extends, beside the sentences."""

from __future__ import annotations

from collections.abc import Iterable

from uth.core.texts import ENGLISH, catalog
from uth.reports.houses.model import Cited
from uth.reports.words import entry_name, value_text
from uth.rulebook.approval.guard import Departure
from uth.rulebook.model import Rulebook


def departures(rules: Rulebook, language: str = ENGLISH) -> tuple[Cited, ...]:
    """Every departure in words; none for an approved house (Q-29)."""
    return tuple(
        Cited(departure.entry, departure_text(departure, language), (departure.clause,))
        for departure in rules.departures
    )


def own_rules(rules: Rulebook) -> dict[str, str]:
    """The entries that are the house's own, each with the clause that it departs from."""
    return {departure.entry: departure.clause for departure in rules.departures}


def stated(
    sentence: str, clauses: Iterable[str], departed: Iterable[str], language: str = ENGLISH
) -> tuple[str, tuple[str, ...]]:
    """A sentence and its source; an own rule says what it departs from, and cites no clause."""
    left = [*dict.fromkeys(departed)]
    if not left:
        return sentence, (*dict.fromkeys(clauses),)
    return f"{sentence} ({catalog(language).text('house.own_rule', clauses=left)})", ()


def source_text(rules: Rulebook, entry: str, language: str = ENGLISH) -> str:
    """Where an entry is from: its clause, or the clause that it departs from as an own rule."""
    departed = own_rules(rules).get(entry)
    if departed is None:
        return rules.sources.get(entry, "")
    return catalog(language).text("house.own_rule", clauses=[departed])


def departure_text(departure: Departure, language: str = ENGLISH) -> str:
    def shown(value: object) -> str:
        return value_text(departure.entry, value, language)

    words = catalog(language)
    allowed = [shown(value) for value in departure.allowed]
    value = departure.value
    now = words.text("house.departure.nothing") if value is None else shown(value)
    return words.text(
        f"house.departure.{departure.kind}",
        name=entry_name(departure.entry, language),
        now=now,
        allowed=allowed,
        low="".join(allowed[:1]),
        high="".join(allowed[-1:]),
        source=departure.source,
        words=departure.words,
    )
