"""Refusals: a stable code, one clear sentence, and where the trouble is."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def shown(value: object) -> str:
    """A value as a sentence may quote it: on one line, and not too long."""
    try:
        text = repr(value)
    except (RecursionError, ValueError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}…"


def one_line(text: str) -> str:
    """Text that others wrote, without whatever would break a line or a terminal."""
    return text if text.isprintable() else text.encode("unicode_escape").decode()


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Input or a command that the rules do not allow; nothing has changed."""

    def __init__(self, code: str, sentence: str, where: str = "", clause: str = "") -> None:
        super().__init__(code, sentence, where, clause)
        self.code = code
        self.sentence = sentence
        self.where = where
        self.clause = clause

    def __str__(self) -> str:
        location = ", ".join(part for part in (self.where, self.clause) if part)
        location = location if len(location) <= 120 else f"{location[:117]}…"
        return one_line(f"{self.code}: {self.sentence}" + (f" ({location})" if location else ""))

    @property
    def defects(self) -> list[Refusal]:
        return [self]

    def at(self, where: str) -> Refusal:
        """The same refusal, with its location as seen from further outside."""
        inner = self.where
        joint = "." if where and inner and not inner.startswith("[") else ""
        return Refusal(self.code, self.sentence, f"{where}{joint}{inner}", self.clause)

    def citing(self, clause: str) -> Refusal:
        """The same refusal, resting on a clause unless it names one already."""
        return Refusal(self.code, self.sentence, self.where, self.clause or clause)


class Refusals(Exception):  # noqa: N818
    """Every defect of one thing at once."""

    def __init__(self, defects: Iterable[Refusal]) -> None:
        self.defects = list(defects)
        super().__init__(self.defects)

    def __str__(self) -> str:
        return "\n".join(map(str, self.defects))

    def at(self, where: str) -> Refusals:
        return Refusals(refusal.at(where) for refusal in self.defects)


class Gather:
    """Reads many things and collects every refusal instead of stopping at the first."""

    def __init__(self) -> None:
        self.defects: list[Refusal] = []

    def read(self, where: str, reader: Callable[[Any], Any], value: Any, clause: str = "") -> Any:
        """What the reader makes of the value; None, and the refusal collected, where it refuses."""
        try:
            return reader(value)
        except (Refusal, Refusals) as error:
            self.defects += (refusal.citing(clause) for refusal in error.at(where).defects)
            return None

    def add(self, code: str, sentence: str, where: str, clause: str = "") -> None:
        self.defects.append(Refusal(code, sentence, where, clause))

    def finish(self) -> None:
        if self.defects:
            raise Refusals(self.defects)
