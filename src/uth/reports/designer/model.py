"""A design of a house, and the form that says what of it can be changed."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from uth.core.messages import Amount, RefusalMessage, RequestBody, Text


class Design(RequestBody, frozen=True):
    """A house, or a rulebook as TOML, and what is changed in a copy of it.

    `entries` is path → value as a rulebook writes it: `play.preflop` → `[4]`, `limits.minimum` →
    `"10"`, `wagers.trips` → `false`; lines of one's own make a pay table of one's own:
    `paytable.blind` → `{"flush": "1 to 1", …}`.
    """

    house: Text = ""
    id: Text = ""
    name: Text = ""
    entries: Annotated[dict[str, Any], Meta(max_length=80)] = msgspec.field(default_factory=dict)
    rulebook: Annotated[str, Meta(max_length=60_000)] = ""
    meter: Amount = 0
    """What the Progressive's figures suppose its meter to stand at; 0 is its seed."""

    @property
    def untouched(self) -> bool:
        """The house or the rulebook itself, not a copy."""
        return not (self.id or self.name or self.entries)


class Column(msgspec.Struct, frozen=True):
    """A column of a field with rows; one that is not `needed` may be left empty."""

    name: str
    kind: Literal["text", "texts"]
    needed: bool = True


FieldKind: TypeAlias = Literal[
    "flag", "choice", "text", "number", "texts", "numbers", "by_name", "rows"
]
"""How a field is written: the plural is a list, `by_name` a table, `rows` a list of tables."""


class Field(msgspec.Struct, frozen=True):
    """Something of a house that a design may change, with its value as the rulebook writes it."""

    path: str
    kind: FieldKind
    value: Any
    """Null where the house says nothing of it."""
    clause: str
    needs: str = ""
    """The flag without which it bears on nothing."""
    choices: tuple[str, ...] = ()
    """The words of a choice, or the names of a field by name."""
    columns: tuple[Column, ...] = ()


class FieldGroup(msgspec.Struct, frozen=True):
    """Fields that go together."""

    name: str
    fields: tuple[Field, ...]


class DesignForm(msgspec.Struct, frozen=True):
    """All that can be changed in a copy of a house, and the printed tables to begin with."""

    id: str
    name: str
    document: str
    groups: tuple[FieldGroup, ...]
    printed: dict[str, dict[str, dict[str, Any]]]
    """Choice → name → the fields that it fills: `tables.paytable` → `UTH-01` → `paytable.blind`."""


class Checked(msgspec.Struct, frozen=True):
    """A design as a file that `uth houses check` accepts, or every defect of it."""

    ok: bool
    defects: tuple[RefusalMessage, ...]
    toml: str
    id: str = ""
    name: str = ""
    digest: str = ""
    rests_on: str = ""
    differs_in: tuple[str, ...] = ()
