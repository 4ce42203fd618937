"""A design becomes a rulebook file: a copy of a house, saying only what differs."""

from __future__ import annotations

from typing import Any

from uth.core.messages import RefusalMessage
from uth.core.refusal import Refusal, Refusals, shown
from uth.reports.designer.model import Checked, Design
from uth.reports.houses.card import BONUS, NAMES, offers
from uth.rulebook import store
from uth.rulebook.canonical import digest
from uth.rulebook.check import APPROVED, normal
from uth.rulebook.fields import SECTIONS, TABLE_KINDS
from uth.rulebook.model import Rulebook
from uth.rulebook.own import ENDINGS
from uth.rulebook.settings import differing
from uth.rulebook.writing import print_toml

OWN = "own"
"""What a pay table that a design brings is called."""
DEEPEST = 4
LARGEST = 10**15
OFFERING = {wager: f"wagers.{wager}" for wager in BONUS} | {"progressive": "progressive.offered"}
"""Bonus wager → the entry that says whether the house has it."""

HEAD = ("id", "name")
"""What a design may call itself."""

Raw = dict[str, Any]


def rulebook_of(design: Design) -> Rulebook:
    """The rulebook that a design stands for, or all its defects."""
    return ground(design) if design.untouched else store.load_text(file_of(design))


def ground(design: Design) -> Rulebook:
    """What a design changes a copy of."""
    if design.rulebook:
        return store.load_text(design.rulebook)
    return store.load_house(design.house)


def file_of(design: Design) -> str:
    """The design as TOML; what can't be written at all is refused."""
    if design.rulebook and design.untouched:
        return design.rulebook
    below = ground(design)
    if design.rulebook:
        own: Raw = store.parse_toml(design.rulebook)
    else:
        own = {
            "id": f"{below.id}-{OWN}",
            "extends": design.house,
            "name": f"{below.name}, changed",
            "document": f"A copy of: {below.document}",
        }
    own.update({name: word for name in HEAD if (word := getattr(design, name))})
    for path, value in design.entries.items():
        section, _, field = path.partition(".")
        plain = _plain(value, path)
        if field in TABLE_KINDS.get(section, ()):
            continue
        if section not in SECTIONS or not field or "." in field:
            raise Refusal("rulebook/unknown_field", f"{shown(path)} is no entry", path)
        entries = own.setdefault(section, {})
        clause = _own_clause(entries.get(field))
        entries[field] = {"clause": clause, **normal(plain)} if clause else plain
    _bring_tables(own, below, design)
    _bring_wagers(own, below)
    return print_toml(own)


def _own_clause(entry: Any) -> str:
    """The clause that a file gives an entry itself."""
    return str(entry["clause"]) if isinstance(entry, dict) and "clause" in entry else ""


def _plain(value: Any, path: str, depth: int = 0) -> Any:
    """What TOML can say: no null, no number with a fraction, and nothing nested deeply."""
    match value:
        case bool() | str():
            return value
        case int() if abs(value) <= LARGEST:
            return value
        case list() if depth < DEEPEST:
            return [_plain(part, path, depth + 1) for part in value]
        case dict() if depth < DEEPEST:
            return {str(name): _plain(part, path, depth + 1) for name, part in value.items()}
    raise Refusal("rulebook/type", f"{shown(value)} can't be in a rulebook", path)


def _bring_tables(own: Raw, below: Rulebook, design: Design) -> None:
    """Tables of one's own, chosen and approved; the half that is not changed is copied."""
    library = store.data("tables.toml")
    for kind, parts in TABLE_KINDS.items():
        given = {
            part: design.entries[f"{kind}.{part}"]
            for part in parts
            if f"{kind}.{part}" in design.entries
        }
        if not given:
            continue
        name = _given(own, f"tables.{kind}")
        known = library[kind].get(name) if isinstance(name, str) else None
        [in_force] = below.source["tables"][kind].values()
        own[kind] = {OWN: {part: (known or in_force)[part] for part in parts} | given}
        choices = own.setdefault("tables", {})
        choices[kind] = OWN
        choices[APPROVED[kind].partition(".")[2]] = [OWN]


def _bring_wagers(own: Raw, below: Rulebook) -> None:
    """A bonus that the house has not yet gets its circle, and the clauses of one that has it."""
    for wager, path in OFFERING.items():
        if _given(own, path) is not True or offers(below, wager):
            continue
        layout = own.setdefault("layout", {})
        circles = normal(layout.setdefault("circles", list(below.layout.circles))).get("value")
        if isinstance(circles, list) and NAMES[wager] not in circles:
            circles.append(NAMES[wager])
        for subject in (wager, "envy") if wager == "progressive" else (wager,):
            if not all(below.cite(f"{subject}.{ending}") for ending in ENDINGS[subject]):
                own.setdefault("cites", {})[subject] = _citations(subject)


def _given(own: Raw, path: str) -> Any:
    """What a design says of an entry; None where it says nothing."""
    section, field = path.split(".")
    return normal(own.get(section, {}).get(field)).get("value")


def _citations(subject: str) -> Raw:
    """By which clauses a wager ends in the first house whose document knows it whole."""
    for house in store.HOUSES:
        found = store.raw_house(house)["cites"].get(subject, {})
        if all(ending in found for ending in ENDINGS[subject]):
            return {ending: found[ending] for ending in ENDINGS[subject]}
    raise AssertionError(f"no house knows {subject}")


def check(design: Design) -> Checked:
    """Every defect at once, or the file with what it rests on."""
    text = ""
    try:
        text = file_of(design)
        rules = store.load_text(text)
    except (Refusal, Refusals) as no:
        defects = (
            RefusalMessage(each.code, each.sentence, each.where, each.clause) for each in no.defects
        )
        return Checked(False, tuple(defects), text)
    parent, changes = differing(rules)
    changed = tuple(
        f"{section}.{name}" if name else section
        for section, entries in changes.items()
        for name in (entries if isinstance(entries, dict) else ("",))
    )
    return Checked(True, (), text, rules.id, rules.name, digest(rules), parent, changed)
