"""A design becomes a rulebook file: a copy of a house, saying only what differs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from uth.core.refusal import Refusal, Refusals, shown
from uth.rulebook import store
from uth.rulebook.canonical import digest
from uth.rulebook.check import normal
from uth.rulebook.fields import SECTIONS
from uth.rulebook.model import Rulebook
from uth.rulebook.own import ENDINGS
from uth.rulebook.settings import differing
from uth.rulebook.writing import print_toml
from uth.web.analysis_messages import Checked, Design
from uth.web.house_card import BONUS, NAMES, offers
from uth.web.messages import Told

OWN = "own"
"""What a pay table that a design brings is called."""
DEEPEST = 4
LARGEST = 10**15
OFFERING = {wager: f"wagers.{wager}" for wager in BONUS} | {"progressive": "progressive.offered"}
"""Bonus wager → the entry that says whether the house has it."""

Raw = dict[str, Any]


def rulebook_of(design: Design) -> Rulebook:
    """The rulebook that a design stands for, or all its defects."""
    if design.rulebook:
        return store.load_text(design.rulebook)
    if design.untouched:
        return store.load_house(design.house)
    return store.load_text(file_of(design))


def file_of(design: Design) -> str:
    """The design as TOML; what can't be written at all is refused."""
    if design.rulebook:
        return design.rulebook
    below = store.load_house(design.house)
    own: Raw = {
        "id": design.id or f"{below.id}-{OWN}",
        "extends": design.house,
        "name": design.name or f"{below.name}, changed",
        "document": f"A copy of: {below.document}",
    }
    for path, value in design.entries.items():
        section, _, field = path.partition(".")
        if section not in SECTIONS or not field or "." in field:
            raise Refusal("rulebook/unknown_field", f"{shown(path)} is no entry", path)
        plain = _plain(value, path)
        known = field in SECTIONS[section][1]
        if known and path not in below.sources and _clause(path):
            plain = {"clause": _clause(path), **normal(plain)}
        own.setdefault(section, {})[field] = plain
    _bring_tables(own, below, design)
    _bring_wagers(own, below)
    return print_toml(own)


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


@cache
def _clause(path: str) -> str:
    """What an entry that a house has not may rest on: the clause of one that has it."""
    found = [store.load_house(house).sources for house in store.HOUSES]
    for sources in found:
        if path in sources:
            return sources[path]
    section = path.partition(".")[0]
    for sources in found:
        for other, clause in sources.items():
            if other.startswith(f"{section}."):
                return clause
    return ""


def _bring_tables(own: Raw, below: Rulebook, design: Design) -> None:
    """Tables of one's own, chosen and approved; the half that is not changed is copied."""
    tables, library = design.tables, store.data("tables.toml")
    brought: dict[str, Raw] = {}
    if tables.blind is not None or tables.trips is not None:
        name = _given(own, "tables.paytable")
        printed = isinstance(name, str) and name in library["paytable"]
        known = library["paytable"][name if printed else below.tables.paytable]
        brought["paytable"] = {
            "blind": known["blind"] if tables.blind is None else tables.blind,
            "trips": known["trips"] if tables.trips is None else tables.trips,
        }
    if tables.bad_beat is not None:
        brought["bad_beat"] = {"pays": tables.bad_beat}
    if tables.ultimate_pairs is not None:
        lines = [msgspec.to_builtins(line) for line in tables.ultimate_pairs]
        kept = [{key: part for key, part in line.items() if part is not None} for line in lines]
        brought["ultimate_pairs"] = {"pays": kept}
    for kind, table in brought.items():
        own[kind] = {OWN: table}
        choices = own.setdefault("tables", {})
        choices[kind] = OWN
        choices[f"approved_{kind}" if kind == "ultimate_pairs" else f"approved_{kind}s"] = [OWN]


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
        defects = (Told(each.code, each.sentence, each.where, each.clause) for each in no.found)
        return Checked(False, tuple(defects), text)
    parent, changes = differing(rules)
    changed = tuple(
        f"{section}.{name}" if name else section
        for section, entries in changes.items()
        for name in (entries if isinstance(entries, dict) else ("",))
    )
    return Checked(True, (), text, rules.id, rules.name, digest(rules), parent, changed)
