"""Values that nobody may see yet: they can be opened, but not printed, logged or pickled."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Sealed(Generic[T]):
    """Holds a value that does not show in its `repr`, format, log line, JSON or pickle."""

    __slots__ = ("__content",)

    def __init__(self, content: T) -> None:
        self.__content = content

    def open(self) -> T:
        """The value itself: the only way to read it, and easy to search for."""
        return self.__content

    def __repr__(self) -> str:
        return "<sealed>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("a sealed value can't be pickled or copied")
