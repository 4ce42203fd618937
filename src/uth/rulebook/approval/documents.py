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


def sentences(house: str) -> tuple[Sentence, ...]:
    """What the document of an approved house says, in its order."""
    raw = data(f"documents/{house}.toml")
    return tuple(
        Sentence(raw["document"], entry["line"], entry["words"], tuple(entry["clauses"]))
        for entry in raw["sentence"]
    )
