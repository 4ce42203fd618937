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
        _defaults: dict[tuple[Any, ...], dict[str, Any]]

    _fields, _defaults = (), {}

    def __init_subclass__(cls) -> None:
        cls._fields = (*cls._fields, *cls.__annotations__)
        cls._defaults = {}

    def __init__(self, *args: Any, **named: Any) -> None:
        shape = (len(args), *named)
        defaults = self._defaults.get(shape)
        if defaults is None:
            defaults = self._defaults[shape] = self._missing(args, named)
        values = self.__dict__
        if args:
            values.update(zip(self._fields, args, strict=False))
        values.update(named)
        if defaults:
            values.update(defaults)

    @classmethod
    def _missing(cls, args: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
        """The fields that are not given, with their defaults; looked up once for each shape."""
        left = cls._fields[len(args) :]
        if len(args) > len(cls._fields) or not named.keys() <= set(left):
            raise TypeError(f"{cls.__name__} has no such fields: {args} {sorted(named)}")
        try:
            return {field: getattr(cls, field) for field in left if field not in named}
        except AttributeError as error:
            raise TypeError(f"{cls.__name__} needs {error.name}") from None

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
