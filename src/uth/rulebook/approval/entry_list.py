"""Every entry of a house: what it is, what it may be, and the sentence that says so (Q-29)."""

from __future__ import annotations

from uth.core.record import Record
from uth.rulebook.approval.guard import sentence
from uth.rulebook.check import SECTIONS
from uth.rulebook.entries.readers import OneOf, Whole, flag
from uth.rulebook.entries.status import NOT_STATED, read_status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal

    from uth.rulebook.entries.readers import Reader
    from uth.rulebook.model import Rulebook

    Raw = dict[str, Any]


class StatedEntry(Record):
    """An entry of a house, set or not, with its status and its sentence."""

    entry: str
    value: Any
    """As a rulebook writes it; None where it is not set."""
    status: Literal["printed", "chosen", "free"]
    allowed: tuple[Any, ...] | None
    """The printed value or the choices; none of them where it may not be set. None: see bounds."""
    bounds: tuple[Any, Any] | None
    """Between what a free entry lies; None for one that may be anything of its kind."""
    clause: str
    source: str
    """A line of the house's document, or a reading."""
    words: str


def entry_list(rules: Rulebook) -> Iterator[StatedEntry]:
    """All entries that a rulebook can have, in its order, also those that this one leaves open."""
    from uth.rulebook.store import file_of

    below = file_of(rules.extends or rules.id)
    for section, kind in SECTIONS.items():
        for field, reader in kind.readers.items():
            known: Raw = below.get(section, {}).get(field, {**NOT_STATED, "clause": "Q-29"})
            own: Raw = rules.source["house"].get(section, {}).get(field, {})
            yield _stated(f"{section}.{field}", reader, known, own.get("value"), below["id"])


def _stated(path: str, reader: Reader, known: Raw, value: Any, house: str) -> StatedEntry:
    status, line_number = read_status(reader, known).kind, known.get("line", 0)
    allowed, bounds = _allowed(reader, known)
    return StatedEntry(
        entry=path,
        value=value,
        status=status,
        allowed=allowed,
        bounds=bounds,
        clause=known["clause"],
        source=f"{house}.txt:{line_number}" if line_number else known["clause"],
        words=sentence(house, known["clause"], line_number),
    )


def _allowed(reader: Reader, known: Raw) -> tuple[tuple[Any, ...] | None, tuple[Any, Any] | None]:
    """What an entry may be one of, and between what it lies; a free one as its kind allows."""
    if "chosen" in known:
        return tuple(known["chosen"]), None
    if "free" not in known:
        printed = known.get("printed", known.get("value"))
        return () if printed is None else (printed,), None
    if known["free"] is not True:
        low, high = known["free"]
        return None, (low, high)
    if isinstance(reader, OneOf):
        return reader.words, None
    if isinstance(reader, Whole):
        return None, (reader.low, reader.high)
    return (True, False) if reader is flag else None, None
