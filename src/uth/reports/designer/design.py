"""A design as a rulebook file, which extends a house and contains only what differs."""

from __future__ import annotations

from typing import Any

from uth.core.messages import RefusalMessage
from uth.core.refusal import Refusal, Refusals
from uth.core.texts import ENGLISH
from uth.reports.designer.model import Checked, Design
from uth.reports.houses.departures import departures
from uth.rulebook import store
from uth.rulebook.approval.house_names import COPY_OF
from uth.rulebook.canonical import digest
from uth.rulebook.check import SECTIONS, TABLE_KINDS, normal
from uth.rulebook.model import Rulebook
from uth.rulebook.settings import differing
from uth.rulebook.wager_facts import WAGER_FACTS, WagerFacts
from uth.rulebook.writing import print_toml

OWN = "own"
"""The name of a pay table that a design defines."""
MAX_DEPTH = 4
MAX_NUMBER = 10**15
HEAD = ("id", "name")
"""The head fields that a design can set."""

Raw = dict[str, Any]


def design_rulebook(design: Design) -> Rulebook:
    """The rulebook of a design; all its defects are refused at once."""
    return base_rulebook(design) if design.untouched else store.load_text(design_toml(design))


def base_rulebook(design: Design) -> Rulebook:
    """The rulebook that a design changes a copy of."""
    if design.rulebook:
        return store.load_text(design.rulebook)
    return store.load_house(design.house)


def design_toml(design: Design) -> str:
    """The design as TOML; values that TOML cannot express are refused."""
    if design.rulebook and design.untouched:
        return design.rulebook
    base = base_rulebook(design)
    if design.rulebook:
        own: Raw = store.parse_toml(design.rulebook)
    else:
        own = {
            "id": f"{base.id}-{OWN}",
            "extends": design.house,
            "name": f"{base.name}, changed",
            "document": f"{COPY_OF}{base.document}",
        }
    own.update({name: word for name in HEAD if (word := getattr(design, name))})
    for path, value in design.entries.items():
        section, _, field = path.partition(".")
        plain = _plain(value, path)
        if field in TABLE_KINDS.get(section, ()):
            continue
        if section not in SECTIONS or not field or "." in field:
            raise Refusal("rulebook/unknown_entry", where=path, path=path)
        entries = own.setdefault(section, {})
        clause = normal(entries.get(field)).get("clause")
        entries[field] = {"clause": clause, **normal(plain)} if clause else plain
    _add_tables(own, base, design)
    _add_wagers(own, base)
    return print_toml(own)


def _plain(value: Any, path: str, depth: int = 0) -> Any:
    """A value that TOML can express: no null, no float, and no deep nesting."""
    match value:
        case bool() | str():
            return value
        case int() if abs(value) <= MAX_NUMBER:
            return value
        case list() if depth < MAX_DEPTH:
            return [_plain(part, path, depth + 1) for part in value]
        case dict() if depth < MAX_DEPTH:
            return {str(name): _plain(part, path, depth + 1) for name, part in value.items()}
    raise Refusal("rulebook/type", where=path, value=value, kind="plain")


def _add_tables(own: Raw, base: Rulebook, design: Design) -> None:
    """Add the design's own pay tables and choose them; unchanged parts are copied."""
    library = store.data("tables.toml")
    for kind, parts in TABLE_KINDS.items():
        changed = {
            part: design.entries[f"{kind}.{part}"]
            for part in parts
            if f"{kind}.{part}" in design.entries
        }
        if not changed:
            continue
        name = _value(own, f"tables.{kind}")
        known = library[kind].get(name) if isinstance(name, str) else None
        in_force = next(iter(base.source["tables"].get(kind, {}).values()), changed)
        before = known or in_force
        own[kind] = {OWN: {part: before[part] for part in parts if part in before} | changed}
        own.setdefault("tables", {})[kind] = OWN


def _add_wagers(own: Raw, base: Rulebook) -> None:
    """Give each newly offered bonus wager what it needs; its clauses from a house that has it."""
    for wager, facts in WAGER_FACTS.items():
        if not facts.offered or _value(own, facts.offered) is not True or base.offers(wager):
            continue
        layout = own.setdefault("layout", {})
        circles = normal(layout.setdefault("circles", list(base.layout.circles))).get("value")
        if isinstance(circles, list) and facts.circle not in circles:
            circles.append(facts.circle)
        if wager not in base.settlement.order:
            own.setdefault("settlement", {})["order"] = [*base.settlement.order, wager]
            _add_clauses(own, base)
        for subject, part in WAGER_FACTS.items():
            cited = all(base.cite(f"{subject}.{ending}") for ending in part.endings)
            if wager in (subject, part.comes_with) and not cited:
                own.setdefault("cites", {})[subject] = _citations(part)


def _add_clauses(own: Raw, base: Rulebook) -> None:
    """Give entries that the base does not have the clause of a house that has them."""
    for house in store.HOUSES:
        for section, entries in store.raw_house(house).items():
            for field in own.get(section, {}) if section in SECTIONS else ():
                entry, known = normal(own[section][field]), base.source["house"][section]
                if field in entries and field not in known and "clause" not in entry:
                    own[section][field] = {**entry, "clause": entries[field]["clause"]}


def _value(own: Raw, path: str) -> Any:
    """The design's value of an entry, or None."""
    section, field = path.split(".")
    return normal(own.get(section, {}).get(field)).get("value")


def _citations(facts: WagerFacts) -> Raw:
    """The clauses for a wager's endings, from the first house that has all of them."""
    for house in store.HOUSES:
        cites = store.raw_house(house)["cites"].get(facts.name, {})
        if all(ending in cites for ending in facts.endings):
            return {ending: cites[ending] for ending in facts.endings}
    raise AssertionError(f"no house has {facts.name}")


def changed_entries(rules: Rulebook) -> tuple[str, list[str]]:
    """The approved house that a rulebook extends, and every entry that it changes."""
    parent, changes = differing(rules)
    return parent, [
        f"{section}.{name}" if name else section
        for section, entries in changes.items()
        for name in (entries if isinstance(entries, dict) else ("",))
    ]


def check(design: Design, language: str = ENGLISH) -> Checked:
    """The rulebook file of a design, or all its defects, in the words of a language."""
    text = ""
    try:
        text = design_toml(design)
        rules = store.load_text(text)
    except (Refusal, Refusals) as refusal:
        defects = (
            RefusalMessage(each.code, each.sentence_in(language), each.where, each.clause)
            for each in refusal.defects
        )
        return Checked(False, tuple(defects), text)
    parent, changes = changed_entries(rules)
    return Checked(
        ok=True,
        defects=(),
        toml=text,
        id=rules.id,
        name=rules.name,
        digest=digest(rules),
        rests_on=parent,
        differs_in=tuple(changes),
        departures=departures(rules, language),
    )
