"""Refusals: a stable code, the facts, and where the trouble is.

`texts/en/refusals.json` lists every code with its sentence.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

LONGEST_SENTENCE, LONGEST_LOCATION = 400, 120


def shown(value: object) -> str:
    """A value as a sentence may quote it: as a file writes it, on one line, and not too long."""
    try:
        text = _written(value)
    except (RecursionError, ValueError):
        text = f"a {type(value).__name__}"
    return shortened(text, 60)


def _written(value: object) -> str:
    """A value as TOML and JSON have it: `true`, not Python's `True`; strings in quotes."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(_written, value))}]"
        case dict():
            fields = (f"{_key(name)} = {_written(part)}" for name, part in value.items())
            return f"{{{', '.join(fields)}}}"
        case str() | bytes() | int() | float():
            return repr(value)
    return str(value)


def _key(name: object) -> str:
    return name if isinstance(name, str) and name.isprintable() else repr(name)


def shortened(text: str, most: int) -> str:
    """A text of at most this many characters: what others wrote is not repeated at length."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def one_line(text: str) -> str:
    """Text that others wrote, without whatever would break a line or a terminal."""
    return text if text.isprintable() else text.encode("unicode_escape").decode()


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault
    """Input or a command that the rules do not allow; nothing has changed."""

    def __init__(self, code: str, where: str = "", clause: str = "", **facts: object) -> None:
        super().__init__(code, where, clause)
        self.code = code
        self.facts = facts
        self.where = where
        self.clause = clause

    def sentence_in(self, language: str) -> str:
        from uth.core.texts import catalog

        return shortened(catalog(language).text(self.code, **self.facts), LONGEST_SENTENCE)

    @property
    def sentence(self) -> str:
        return self.sentence_in("en")

    def __str__(self) -> str:
        return self.printed_in("en")

    def printed_in(self, language: str) -> str:
        """On one line: the code, the sentence, where it is wrong, and the clause."""
        location = ", ".join(part for part in (self.where, self.clause) if part)
        location = shortened(location, LONGEST_LOCATION)
        text = f"{self.code}: {self.sentence_in(language)}"
        return one_line(f"{text} ({location})" if location else text)

    @property
    def defects(self) -> list[Refusal]:
        return [self]

    def at(self, where: str) -> Refusal:
        """The same refusal, with its location as seen from further outside."""
        inner = self.where
        joint = "." if where and inner and not inner.startswith("[") else ""
        return self.moved(f"{where}{joint}{inner}")

    def moved(self, where: str) -> Refusal:
        """The same refusal at another location."""
        return Refusal(self.code, where, self.clause, **self.facts)

    def citing(self, clause: str) -> Refusal:
        """The same refusal, resting on a clause unless it names one already."""
        return Refusal(self.code, self.where, self.clause or clause, **self.facts)


def require(holds: bool, code: str, **facts: Any) -> None:
    """Refuse unless a condition holds."""
    if not holds:
        raise Refusal(code, **facts)


class Refusals(Exception):  # noqa: N818
    """Every defect of one thing at once."""

    def __init__(self, defects: Iterable[Refusal]) -> None:
        self.defects: list[Refusal] = list(defects)
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

    def add(self, code: str, where: str = "", clause: str = "", **facts: object) -> None:
        self.defects.append(Refusal(code, where, clause, **facts))

    def finish(self) -> None:
        if self.defects:
            raise Refusals(self.defects)
