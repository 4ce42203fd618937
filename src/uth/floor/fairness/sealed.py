"""What nobody may see yet: it is opened by name, and prints, logs and pickles as nothing."""

from __future__ import annotations

from typing import Generic, NoReturn, TypeVar

T = TypeVar("T")


class Sealed(Generic[T]):
    """Holds a value that no `repr`, `str`, format, log line, JSON or pickle of it shows."""

    __slots__ = ("__content",)

    def __init__(self, content: T) -> None:
        self.__content = content

    def open(self) -> T:
        """The value itself: the one way to it, and easy to search for."""
        return self.__content

    def __repr__(self) -> str:
        return "<sealed>"

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __reduce__(self) -> NoReturn:
        raise TypeError("what is sealed is neither pickled nor copied")
