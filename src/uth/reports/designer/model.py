"""Messages of the house designer: a design, its form and its check."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, RefusalMessage, RequestBody, Text
from uth.reports.houses.model import Cited


class Design(RequestBody, frozen=True):
    """A house, or a rulebook as TOML, and the changes to a copy of it.

    `entries` maps paths to values as in a rulebook: `play.preflop` → `[4]`, `limits.minimum` →
    `"10"`, `wagers.trips` → `false`. Changed lines define a new pay table: `paytable.blind` →
    `{"flush": "1 to 1", …}`.
    """

    house: Text = ""
    id: Text = ""
    name: Text = ""
    entries: Annotated[dict[str, Any], Meta(max_length=80)] = msgspec.field(default_factory=dict)
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    meter: Amount = 0
    """The meter for the Progressive's figures; 0 means its seed."""
    ante: Amount = 0
    """The Ante that the game is solved for; 0 means the minimum."""

    @property
    def untouched(self) -> bool:
        """Whether this is the house or the rulebook itself, without changes."""
        return not (self.id or self.name or self.entries)


class Column(msgspec.Struct, frozen=True):
    """A column of a field with rows; it may be empty unless it is `needed`."""

    name: str
    kind: Literal["text", "texts"]
    needed: bool = True


FieldKind: TypeAlias = Literal[
    "flag", "choice", "text", "number", "texts", "numbers", "by_name", "rows"
]
"""How a field is written: plurals are lists, `by_name` is a table, `rows` a list of tables."""


class Field(msgspec.Struct, frozen=True):
    """An entry that a design can change, with its value as in the rulebook."""

    path: str
    kind: FieldKind
    value: Any
    """Null if the house does not define it."""
    clause: str
    needs: str = ""
    """The flag that must be set for this entry to matter."""
    choices: tuple[str, ...] = ()
    """The options of a choice, or the names in a `by_name` field."""
    columns: tuple[Column, ...] = ()


class FieldGroup(msgspec.Struct, frozen=True):
    """Fields that go together."""

    name: str
    fields: tuple[Field, ...]


class DesignForm(msgspec.Struct, frozen=True):
    """All entries that a design can change, and the printed pay tables to start from."""

    id: str
    name: str
    document: str
    groups: tuple[FieldGroup, ...]
    printed: dict[str, dict[str, dict[str, Any]]]
    """Choice → name → the fields that it fills: `tables.paytable` → `UTH-01` → `paytable.blind`."""


class Checked(msgspec.Struct, frozen=True):
    """A design as a rulebook file that `uth houses check` accepts, or all its defects."""

    ok: bool
    defects: tuple[RefusalMessage, ...]
    toml: str
    id: str = ""
    name: str = ""
    digest: str = ""
    rests_on: str = ""
    differs_in: tuple[str, ...] = ()
    departures: tuple[Cited, ...] = ()
    """In what it departs from the approved house that it rests on, beside its sentences."""
