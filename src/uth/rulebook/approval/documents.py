"""The five documents, sentence by sentence, each with the clauses that number it."""

from __future__ import annotations

from uth.core.record import Record
from uth.rulebook.data_files import data


class Sentence(Record):
    """One sentence that states a rule, where it stands, and its clauses."""

    document: str
    line_number: int
    words: str
    clauses: tuple[str, ...]
    number: int
    """Which sentence of its line it is, from 1."""

    @property
    def key(self) -> str:
        """`12.2` is the second sentence of line 12."""
        return f"{self.line_number}.{self.number}"


def sentences(house: str) -> tuple[Sentence, ...]:
    """What the document of an approved house says, in its order."""
    raw = data(f"documents/{house}.toml")
    on_line: dict[int, int] = {}
    said = []
    for entry in raw["sentence"]:
        at = entry["line"]
        on_line[at] = on_line.get(at, 0) + 1
        clauses = tuple(entry["clauses"])
        said.append(Sentence(raw["document"], at, entry["words"], clauses, on_line[at]))
    return tuple(said)
