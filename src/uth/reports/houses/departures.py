"""In what a house of one's own departs from the house that it extends, beside the sentences."""

from __future__ import annotations

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
