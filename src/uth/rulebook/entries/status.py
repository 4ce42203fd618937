"""What an entry of a house may be: printed, chosen or free (Q-29)."""

from __future__ import annotations

from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from uth.rulebook.entries.readers import Reader

    Raw = dict[str, Any]

FORMERLY = "formerly"
"""What a printed entry was before a correction: recorded rounds may have it, no new table may."""

STATUS_KEYS = ("line", "printed", "chosen", "free", FORMERLY)
"""What a house's document says of an entry; nobody else may."""

NOT_STATED: Raw = {"printed": None}
"""An entry that a house's file does not have."""


class Status(Record):
    """What an entry may be, and where its document says so."""

    kind: Literal["printed", "chosen", "free"]
    values: tuple[Any, ...] = ()
    """What a printed or chosen entry may be; None for one that is left open."""
    bounds: tuple[Any, Any] | None = None
    """Between what a free entry lies, both included; None where it may be anything."""

    def allows(self, value: Any) -> bool:
        if self.kind != "free":
            return value in self.values
        if self.bounds is None:
            return True
        return value is not None and self.bounds[0] <= value <= self.bounds[1]


def read_status(reader: Reader, entry: Raw) -> Status:
    """The status of an entry: printed unless it says otherwise.

    `printed` is what the document prints where a house of one's own has set something else.
    """
    if "chosen" in entry:
        return Status("chosen", tuple(map(reader, entry["chosen"])))
    if "free" not in entry:
        printed = entry.get("printed", entry.get("value"))
        return Status("printed", (None if printed is None else reader(printed),))
    if entry["free"] is True:
        return Status("free")
    low, high = map(reader, entry["free"])
    return Status("free", bounds=(low, high))


def with_status(entry: Raw | None, given: Raw) -> Raw:
    """An entry as somebody else gives it: its status is the house's, and so is what is printed."""
    below = NOT_STATED if entry is None else entry
    status = {key: below[key] for key in STATUS_KEYS if key in below}
    fixed = not ("chosen" in below or "free" in below)
    if fixed and given.get("value") != below.get("value"):
        status.setdefault("printed", below.get("value"))
    return {**{key: part for key, part in given.items() if key not in STATUS_KEYS}, **status}


def set_by(entry: Raw | None, given: Raw) -> Raw:
    """An entry that somebody else sets, on top of what it is."""
    return with_status(entry, {**(entry or {}), **given})


def restated(entry: Raw | None, given: Raw) -> Raw:
    """An entry that a house's own file states: its status is what that file says."""
    below = {key: part for key, part in (entry or {}).items() if key not in STATUS_KEYS}
    return {**below, **given}
