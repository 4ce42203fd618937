"""Frozen records: a dataclass small enough that a command's start-up does not notice it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Self
    from typing import dataclass_transform as dataclass_transform
else:

    def dataclass_transform(**_: object):
        return lambda cls: cls


@dataclass_transform(frozen_default=True)
class Record:
    """A value: made whole, compared by its fields, never changed."""

    if TYPE_CHECKING:
        _fields: tuple[str, ...]
        _names: frozenset[str]

    _fields, _names = (), frozenset()

    def __init_subclass__(cls) -> None:
        cls._fields = (*cls._fields, *cls.__annotations__)
        cls._names = frozenset(cls._fields)

    def __init__(self, *args: Any, **named: Any) -> None:
        values = self.__dict__
        values.update(zip(self._fields, args, strict=False), **named)
        given = len(args) + len(named)
        if given == len(values) and values.keys() == self._names:
            return
        if given != len(values) or not values.keys() <= self._names:
            raise TypeError(f"{type(self).__name__} has no such fields: {args} {sorted(named)}")
        for field in self._fields:
            if field not in values:
                try:
                    values[field] = getattr(type(self), field)
                except AttributeError:
                    raise TypeError(f"{type(self).__name__} needs {field}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        return hash((type(self), *(self.__dict__[field] for field in self._fields)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{field}={self.__dict__[field]!r}" for field in self._fields)
        return f"{type(self).__name__}({shown})"

    def replace(self, **changes: Any) -> Self:
        """The same record with some fields changed."""
        return type(self)(**{**self.__dict__, **changes})
