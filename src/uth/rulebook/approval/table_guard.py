"""The guard before a table: what a rulebook must be to open one, to run one, or to be a record.

A rulebook must be what its text says, and its text what the house's document allows (Q-29).
"""

from __future__ import annotations

from functools import lru_cache
from weakref import ref

from uth.core.money import print_dollars
from uth.core.record import Record
from uth.core.refusal import Refusal, Refusals
from uth.rulebook import store
from uth.rulebook.approval.guard import departure
from uth.rulebook.approval.house_names import borrowed_names
from uth.rulebook.canonical import canonical, digest, from_canonical
from uth.rulebook.check import APPROVED_ON, SECTIONS, TABLE_KINDS
from uth.rulebook.entries.readers import amount
from uth.rulebook.entries.status import FORMERLY, NOT_STATED, Status, read_status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

KNOWN = (*store.HOUSES, store.BASE)
"""What a rulebook may extend."""
_checked: dict[int, tuple[ref[Rulebook], str]] = {}
"""The rulebooks that have passed, by identity, each with its digest."""


def check_table(rules: Rulebook) -> None:
    """Refuse to open a table: a new one has the house's text as its files make it today.

    What has passed before is checked again: a program may have changed it since, inside.
    """
    checked_digest(rules)
    wrong = [*_replaced(rules, copied(rules))]
    if wrong:
        raise Refusals(wrong)
    if canonical(store.load_raw(rules.source["house"])) != canonical(rules):
        raise Refusal("rulebook/replaced", where="source")


def copied(rules: Rulebook) -> Rulebook:
    """A rulebook that nobody else has, from the text of this one."""
    return from_canonical.__wrapped__(canonical(rules))


def check_unchanged(rules: Rulebook, opened: Rulebook) -> None:
    """Refuse a rulebook that a program has changed since a table was opened with it."""
    if rules != opened:
        check_table(rules)
        raise Refusal("rulebook/other", where="rules")


def check_played_by(rules: Rulebook, rulebook: str) -> None:
    """Refuse to go on at a table by another rulebook than the one it was opened with."""
    if checked_digest(rules) != rulebook:
        raise Refusal("rulebook/other", where="rules")


@lru_cache(maxsize=64)
def recorded_rules(text: str) -> Rulebook:
    """The rulebook of a record, by its stored text; none that departs under an approved name."""
    try:
        rules = from_canonical(text)
        checked_digest(rules)
    except Refusals as refusals:
        raise refusals.defects[0] from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise Refusal("rulebook/unreadable", error=type(error).__name__) from None
    return rules


def checked_digest(rules: Rulebook) -> str:
    """The digest of a rulebook that passes; each is checked once."""
    key = id(rules)
    known = _checked.get(key)
    if known is not None and known[0]() is rules:
        return known[1]
    wrong = [*_replaced(rules, from_canonical(canonical(rules)))] or [*_text_defects(rules)]
    if wrong:
        raise Refusals(wrong)
    _checked[key] = (ref(rules, lambda _: _checked.pop(key, None)), digest(rules))
    return _checked[key][1]


def _replaced(rules: Rulebook, recorded: Rulebook) -> Iterator[Refusal]:
    """What differs from the text that the rulebook is stored by."""
    for name, part in vars(rules).items():
        if _same(part, getattr(recorded, name)):
            continue
        differing = [*_replaced_entries(rules, recorded, name)] if name in SECTIONS else []
        yield from differing or [Refusal("rulebook/replaced", where=name)]


def _replaced_entries(rules: Rulebook, recorded: Rulebook, section: str) -> Iterator[Refusal]:
    house = rules.extends or rules.id
    known: Raw = store.file_of(house).get(section, {}) if house in KNOWN else {}
    for field, reader in SECTIONS[section].readers.items():
        path, entry = f"{section}.{field}", known.get(field, NOT_STATED)
        value = rules.entry(path)
        if _same(value, recorded.entry(path)):
            continue
        if _allows(read_status(reader, entry), value):
            yield Refusal("rulebook/replaced", where=path)
        else:
            yield departure(path, entry, house, value=_written(path, value)).refusal()


def _written(path: str, value: Any) -> Any:
    """A value of a rulebook as its file has it: amounts in dollars."""
    section, field = path.split(".")
    if SECTIONS[section].readers[field] is amount and type(value) is int:
        return print_dollars(value)
    return value


def _same(value: Any, before: Any) -> bool:
    """Whether two values are equal and of one type: no rulebook has 1 for true or 4.0 for 4."""
    if type(value) is not type(before):
        return False
    if isinstance(value, Record):
        return _same(vars(value), vars(before))
    if isinstance(value, dict):
        return value.keys() == before.keys() and all(
            _same(part, before[name]) for name, part in value.items()
        )
    if isinstance(value, tuple | list):
        return len(value) == len(before) and all(map(_same, value, before))
    return bool(value == before)


def _allows(status: Status, value: Any) -> bool:
    try:
        return status.allows(value)
    except TypeError:  # an amount is not compared with a word
        return False


def _text_defects(rules: Rulebook) -> Iterator[Refusal]:
    """Why a text, also one of an earlier version, is not that of the house it names."""
    raw, house = rules.source["house"], rules.extends or rules.id
    known = KNOWN if rules.extends else store.HOUSES
    if house not in known:
        yield Refusal("rulebook/extends", where="extends", houses=known, parent=house)
        return
    below = store.file_of(house)
    if rules.extends:
        yield from borrowed_names(raw, recorded=True)
        if raw.get(APPROVED_ON) is not None:
            yield Refusal("rulebook/approval_date", where=APPROVED_ON)
    for section in SECTIONS:
        for field in {**below.get(section, {}), **raw.get(section, {})}:
            yield from _entry_defects(rules, below, section, field)
    yield from _table_defects(rules, below)


def _entry_defects(rules: Rulebook, below: Raw, section: str, field: str) -> Iterator[Refusal]:
    """An entry is one that its document allows, and no text says more of it than the document."""
    path, reader = f"{section}.{field}", SECTIONS[section].readers[field]
    known: Raw = below.get(section, {}).get(field, NOT_STATED)
    stated: Raw | None = rules.source["house"].get(section, {}).get(field)
    status, formerly = read_status(reader, known), tuple(map(reader, known.get(FORMERLY, ())))
    if stated is None:
        value, given = rules.entry(path), rules.entry(path)
    else:
        given = stated.get("value")
        value = None if given is None else reader(given)
    if rules.approved and not status.allows(value) and value not in formerly:
        yield departure(path, known, rules.id, value=given).refusal()
    elif stated is not None and not _within(read_status(reader, stated), status, formerly):
        yield Refusal("rulebook/replaced", where=path)


def _within(stated: Status, known: Status, formerly: tuple[Any, ...]) -> bool:
    """Whether all that a text allows is, or was, allowed by the document."""
    if stated.kind == "free" and stated.bounds is None:
        return known == stated
    values = stated.values if stated.bounds is None else stated.bounds
    return all(known.allows(value) or value in formerly for value in values)


def _table_defects(rules: Rulebook, below: Raw) -> Iterator[Refusal]:
    """Printed pay tables and schedules are as printed; only a house of one's own brings others."""
    source, library = rules.source, store.data("tables.toml")
    for kind in TABLE_KINDS:
        brought: Raw = source["house"].get(kind, {})
        if rules.approved and brought != below.get(kind, {}):
            yield Refusal("rulebook/own_only", where=kind, house=rules.id)
        known: Raw = {**brought, **library.get(kind, {})}
        for name, table in source["tables"].get(kind, {}).items():
            if name not in known or _pays(table) != _pays(known[name]):
                yield Refusal("rulebook/replaced", where=f"{kind}.{name}")
    schedules = store.data("schedules.toml")
    for number, schedule in source["schedules"].items():
        if schedule["bands"] != schedules[number]["bands"]:
            yield Refusal("rulebook/replaced", where=f"schedules.{number}")


def _pays(table: Raw) -> Raw:
    """A pay table without the clauses that it cites."""
    return {name: part for name, part in table.items() if name != "clauses"}
