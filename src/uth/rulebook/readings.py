"""Other readings of the clauses: what an entry of a house could have been, as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uth.core.record import Record
from uth.rulebook.data_files import data

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from uth.rulebook.model import Rulebook


class Reading(Record):
    """What readings.toml says of a question; empty where it says nothing."""

    id: str
    clause: str
    entry: str
    values: tuple[Any, ...] = ()
    adds: str = ""
    open: bool = False
    bank: str = ""
    needs: tuple[str, ...] = ()
    knows: str = ""

    def asked_of(self, rules: Rulebook) -> bool:
        """Whether it is a question for a house."""
        return self.bank in ("", rules.bank.kind) and all(map(rules.entry, self.needs))

    def other_values(self, rules: Rulebook) -> Iterator[Any]:
        """What the entry could have been instead."""
        now = rules.entry(self.entry)
        if self.open:
            yield None
        elif self.adds:
            without = tuple(item for item in now if item != self.adds)
            yield without if self.adds in now else (*now, self.adds)
        yield from (value for value in self.values if value != now)


class OtherReading(Record):
    """A house as it would be under another reading: the same but for one entry."""

    reading: Reading
    value: Any
    rules: Rulebook

    @property
    def name(self) -> str:
        """The question and its other answer: `coverage.gross`, `bad_beat_after_fold.yes`."""
        reading, value = self.reading, self.value
        if reading.adds:
            value = reading.adds in value
        answer = {True: "yes", False: "no", None: "none"}.get(value, value)
        return f"{reading.id}.{answer}"


def _readings() -> dict[str, Reading]:
    return {name: Reading(id=name, **_frozen(raw)) for name, raw in data("readings.toml").items()}


def _frozen(raw: dict[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}


READINGS: Mapping[str, Reading] = _readings()
"""Every question by its name."""


def other_readings(rules: Rulebook) -> tuple[OtherReading, ...]:
    """Every other reading of the questions that a house has.

    The rulebooks are for settling a recorded round again; no table can be opened with them.
    """
    return tuple(
        OtherReading(reading, value, _changed(rules, reading.entry, value))
        for reading in READINGS.values()
        if reading.asked_of(rules)
        for value in reading.other_values(rules)
    )


def _changed(rules: Rulebook, path: str, value: Any) -> Rulebook:
    section, field = path.split(".")
    return rules.replace(**{section: getattr(rules, section).replace(**{field: value})})
