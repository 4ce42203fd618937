"""What the documents allow: under an approved house's name no entry departs (Q-29)."""

from __future__ import annotations

from functools import cache

from uth.core.record import Record
from uth.core.refusal import Refusal, Refusals, shortened
from uth.rulebook.approval.documents import sentences
from uth.rulebook.check import APPROVED_ON, EXTENDS, NAMES, SECTIONS, TABLE_KINDS, normal
from uth.rulebook.data_files import data, file_names
from uth.rulebook.entries import readers
from uth.rulebook.entries.status import read_status, with_status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal

    from uth.rulebook.model import Rulebook

    Raw = dict[str, Any]
    Allowed = Literal["printed", "chosen", "within", "open"]

LONGEST_QUOTE = 200


class Departure(Record):
    """An entry that is not what the document of a house allows, and the sentence that says so."""

    entry: str
    value: Any
    """What it is, as a rulebook writes it; None where it is left open."""
    kind: Allowed
    allowed: tuple[Any, ...]
    """What it may be, as a rulebook writes it: the printed value, the choices or the two bounds."""
    house: str
    """The approved house that it departs from."""
    clause: str
    line_number: int

    @property
    def source(self) -> str:
        """Where it is said: a line of the document, or a reading."""
        return f"{self.house}.txt:{self.line_number}" if self.line_number else self.clause

    @property
    def words(self) -> str:
        """The sentence of the document, or the reading."""
        return sentence(self.house, self.clause, self.line_number)

    def refusal(self, where: str = "") -> Refusal:
        return Refusal(
            "house/departs",
            where=where or self.entry,
            clause=self.clause,
            entry=self.entry,
            house=self.house,
            kind=self.kind,
            allowed=self._allowed_texts(),
            value=self.value,
            source=self.source,
            words=shortened(self.words, LONGEST_QUOTE),
        )

    def _allowed_texts(self) -> tuple[str, ...]:
        texts = tuple(map(written, self.allowed))
        return ("–".join(texts),) if self.kind == "within" else texts or ("open",)


_sentences = cache(sentences)


@cache
def _clauses() -> Raw:
    return data("clauses.toml")


def sentence(house: str, clause: str, line_number: int) -> str:
    """What a document says on a line, as far as it is about a clause; else the clause's wording."""
    if not line_number or house not in file_names("documents"):
        return str(_clauses()[clause]["wording"])
    said = [one for one in _sentences(house) if one.line_number == line_number]
    about = [one for one in said if clause in one.clauses]
    return " ".join(one.words for one in about or said)


def departures(raw: Raw, below: Raw) -> Iterator[Departure]:
    """Every entry of a house's data that its status does not allow; what can't be read is not.

    What it departs from is said by the house below, whatever clause the entry itself names.
    """
    for section, kind in SECTIONS.items():
        entries, known = raw.get(section), below.get(section, {})
        for field, entry in entries.items() if isinstance(entries, dict) else ():
            if field not in kind.readers or not isinstance(entry, dict):
                continue
            try:
                departs = _departs(kind.readers[field], entry)
            except (Refusal, Refusals):
                continue
            if departs:
                stated = {**entry, "clause": known.get(field, entry).get("clause", "")}
                yield departure(f"{section}.{field}", stated, below["id"])


def _departs(reader: readers.Reader, entry: Raw) -> bool:
    value = reader(entry["value"]) if "value" in entry else None
    return not read_status(reader, entry).allows(value)


def departure(path: str, entry: Raw, house: str, **given: Any) -> Departure:
    """How an entry departs: by its value, or by one that is given."""
    kind, allowed = _allowed(entry)
    return Departure(
        entry=path,
        value=given.get("value", entry.get("value")),
        kind=kind,
        allowed=allowed,
        house=house,
        clause=entry.get("clause", ""),
        line_number=entry.get("line", 0),
    )


def _allowed(entry: Raw) -> tuple[Allowed, tuple[Any, ...]]:
    if "chosen" in entry:
        return "chosen", tuple(entry["chosen"])
    if "free" in entry:
        return "within", tuple(entry["free"])
    printed = entry.get("printed", entry.get("value"))
    return ("open", ()) if printed is None else ("printed", (printed,))


def written(value: Any) -> str:
    """A value of a rulebook on one line."""
    match value:
        case bool():
            return str(value).lower()
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case dict():
            return f"{{{', '.join(f'{name} = {written(part)}' for name, part in value.items())}}}"
    return str(value)


def with_statuses(raw: Raw, below: Raw) -> Raw:
    """A house's data with the statuses of the house below: what a document says, it alone says.

    An entry that is left out is left open, and departs where the document prints something.
    """
    stated = {**raw}
    for name in SECTIONS:
        given, known = raw.get(name, {}), below.get(name, {})
        if isinstance(given, dict) and (given or known):
            entries = {field: {"clause": entry["clause"]} for field, entry in known.items()} | given
            stated[name] = {
                field: with_status(known.get(field), normal(entry))
                for field, entry in entries.items()
            }
    return stated


def defects(raw: Raw, below: Raw) -> Iterator[Refusal]:
    """Why a house's data may not reach a table.

    `below` is the house that it extends or bears the name of. Under an approved name all entries
    are within what the document says; a house of one's own has a name of its own.
    """
    own = EXTENDS in raw
    if raw.get(APPROVED_ON) != (None if own else below.get(APPROVED_ON)):
        yield Refusal("rulebook/approval_date", where=APPROVED_ON)
    if own:
        from uth.rulebook.approval.house_names import borrowed_names

        yield from borrowed_names(raw)
        return
    yield from _changed_citations(raw, below)
    for one in departures(raw, below):
        yield one.refusal()


def _changed_citations(raw: Raw, below: Raw) -> Iterator[Refusal]:
    """What else an approved house says: its names, its clauses and its pay tables."""
    for name in (*NAMES, "cites", *TABLE_KINDS):
        if raw.get(name) != below.get(name):
            yield Refusal("rulebook/own_only", where=name, house=below["id"])
    for section in SECTIONS:
        entries, known = raw.get(section), below.get(section, {})
        for field, entry in entries.items() if isinstance(entries, dict) else ():
            before, clause = known.get(field, {}), normal(entry).get("clause")
            if clause != before.get("clause") and not _says(below, before, clause):
                path = f"{section}.{field}.clause"
                yield Refusal("rulebook/own_only", where=path, house=below["id"])


def _says(below: Raw, entry: Raw, clause: Any) -> bool:
    """Whether an entry's sentence is numbered by this clause too."""
    house, line_number = below["id"], entry.get("line", 0)
    said = _sentences(house) if house in file_names("documents") else ()
    return any(one.line_number == line_number and clause in one.clauses for one in said)


def check_entry(rules: Rulebook, path: str, value: Any, *, given: str, where: str) -> None:
    """Refuse a value that the house does not allow; what a house of one's own has set, it may."""
    section, field = path.split(".")
    if value != rules.entry(path) and not rules.status(path).allows(value):
        entry = rules.source["house"][section][field]
        house = rules.extends or rules.id
        raise departure(path, entry, house, value=given).refusal(where)
