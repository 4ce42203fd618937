"""A section of a rulebook: its entries, each with its reader."""

from __future__ import annotations

from uth.core.record import Record, dataclass_transform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Self

    from uth.rulebook.entries.readers import Reader


def entry(reader: Reader, **default: Any) -> Any:
    """An entry of a section: how it is read, and its value where a house does not mention it."""
    return reader, default


@dataclass_transform(frozen_default=True, field_specifiers=(entry,))
class Section(Record):
    """A section of a rulebook, made of entries."""

    if TYPE_CHECKING:
        readers: ClassVar[dict[str, Reader]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.readers = {}
        for name in cls._fields:
            cls.readers[name], default = getattr(cls, name)
            delattr(cls, name)
            for value in default.values():
                setattr(cls, name, value)


class OpenSection(Record):
    """A section whose entries depend on which wagers there are."""

    if TYPE_CHECKING:
        readers: ClassVar[dict[str, Reader]]

    entries: dict[str, Any]

    def __init__(self, **entries: Any) -> None:
        super().__init__(entries)

    def replace(self, **changes: Any) -> Self:
        return type(self)(**{**self.entries, **changes})


def entry_of(section: Record | None, field: str) -> Any:
    """The value of an entry; None where it is left open, or its section can't be read."""
    if isinstance(section, OpenSection):
        return section.entries.get(field)
    return getattr(section, field, None)
