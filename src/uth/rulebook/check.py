"""From data to a rulebook: every defect at once, each with its path."""

from __future__ import annotations

from uth.core.refusal import Gather
from uth.rulebook import model
from uth.rulebook.cross import check_rates, cross_check
from uth.rulebook.entries import readers
from uth.rulebook.entries.pay_readers import bands, pay_table
from uth.rulebook.entries.status import STATUS_KEYS, restated
from uth.rulebook.wager_facts import KINDS, WAGER_FACTS, paid_by

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from uth.rulebook.entries.readers import Reader
    from uth.rulebook.entries.section import OpenSection, Section
    from uth.rulebook.model import Rulebook

    Raw = dict[str, Any]
    Merge = Callable[[Raw | None, Raw], Raw]

SECTIONS: Mapping[str, type[Section | OpenSection]] = {
    "bank": model.BankRules,
    "layout": model.Layout,
    "play": model.PlayRules,
    "dealing": model.Dealing,
    "settlement": model.Settling,
    "limits": model.Limits,
    "wagers": model.Offered,
    "tables": model.Choices,
    "progressive": model.ProgressiveRules,
    "payouts": model.Payouts,
    "conduct": model.Conduct,
    "collection": model.Collection,
}

TABLE_KINDS: Mapping[str, Mapping[str, Reader]] = {
    kind: {facts.pays.part: pay_table(facts.pays) for facts in paid_by(kind) if facts.pays}
    for kind in KINDS
}
"""Kind of pay table → its parts, and how each is read."""

EXTENDS = "extends"
"""The head field of a house of one's own: the house that it departs from."""

NAMES: Mapping[str, Reader] = {
    "id": readers.identifier,
    "name": readers.text,
    "document": readers.text,
}
"""What a house is known by."""

APPROVED_ON = "approved_on"
"""The head field for the day of a house's approval: its document has it, and nobody else."""

HEAD: Mapping[str, Reader] = {**NAMES, APPROVED_ON: readers.date_or_none}


def normal(entry: Any) -> Raw:
    """An entry as `{value, clause}`; a plain value stands for itself."""
    cited = isinstance(entry, dict) and ("value" in entry or "clause" in entry)
    return entry if cited else {"value": entry}


def merge(parent: Raw, child: Raw, entry: Merge = restated) -> Raw:
    """A house on top of the one it extends: its entries win, and keep the parent's clause.

    The approval of the one is not that of the other.
    """
    merged = {**parent, **child}
    if merged.get("id") != parent.get("id") and APPROVED_ON not in child:
        merged.pop(APPROVED_ON, None)
    for section in merged.keys() & {*SECTIONS, *TABLE_KINDS, "cites"}:
        below, above = parent.get(section, {}), child.get(section, {})
        if not isinstance(above, dict):
            continue
        if section in SECTIONS:
            own = {
                name: entry(normal(below[name]) if name in below else None, normal(given))
                for name, given in above.items()
            }
            merged[section] = {**below, **own}
        elif section == "cites":
            merged[section] = {
                subject: {**below.get(subject, {}), **above[subject]}
                if isinstance(above.get(subject), dict)
                else above.get(subject, below.get(subject))
                for subject in {**below, **above}
            }
        else:
            merged[section] = {**below, **above}
    return merged


def read(
    raw: Raw, library: Raw, schedules: Callable[[], Raw], clauses: Mapping[str, Any] | None
) -> Rulebook:
    """The rulebook that the merged data describes, or all that is wrong with it.

    Clauses of None: the citations are known to be good, as they are in our own houses.
    """
    gather = Gather()
    readers.refuse_unknown(gather, raw, (*HEAD, EXTENDS, *SECTIONS, *TABLE_KINDS, "cites"))
    head = {name: gather.read(name, reader, raw.get(name)) for name, reader in HEAD.items()}
    sources: dict[str, str] = {}
    parts = {
        section: _section(gather, section, raw.get(section, {}), sources) for section in SECTIONS
    }
    for path, clause in sources.items():
        if clauses is not None and clause not in clauses:
            gather.add("rulebook/unknown_clause", where=f"{path}.clause", name=clause)
    cites = _cites(gather, raw.get("cites", {}), clauses)
    cross_check(gather, parts, sources)
    pays = _pay_tables(gather, raw, library, parts["tables"], sources, clauses)
    scheduled: Raw = {}
    parts["collection"] = _with_schedule(gather, parts["collection"], schedules, scheduled)
    check_rates(gather, parts["collection"])
    gather.finish()
    in_force = {
        kind: {name: {**library[kind], **raw.get(kind, {})}[name]}
        for kind in TABLE_KINDS
        if (name := parts["tables"].chosen(kind)) is not None
    }
    source = {"house": raw, "tables": in_force, "schedules": scheduled}
    return model.Rulebook(
        **head,
        **parts,
        pays=pays,
        cites=cites,
        sources=sources,
        source=source,
        extends=raw.get(EXTENDS, ""),
    )


def _section(gather: Gather, section: str, given: Any, sources: dict[str, str]) -> Any:
    """One section of the rulebook, or None where it is not a table; an unreadable entry is None.

    An entry without a value is left open; its clause is the one that a value would rest on.
    """
    fields = SECTIONS[section].readers
    if not isinstance(given, dict):
        gather.add("rulebook/type", where=section, value=given, kind="section")
        return None
    values = {}
    readers.refuse_unknown(gather, given, fields, section)
    for name, entry in given.items():
        if name not in fields:
            continue
        path, cited = f"{section}.{name}", normal(entry)
        readers.refuse_unknown(gather, cited, ("value", "clause", *STATUS_KEYS), path)
        clause = cited.get("clause")
        if not isinstance(clause, str):
            gather.add("rulebook/no_clause", where=path)
        elif "value" in cited:
            sources[path] = clause
        if "value" in cited:
            values[name] = gather.read(path, fields[name], cited["value"], sources.get(path, ""))
    for name in fields:
        if name not in values and _required(section, name):
            gather.add("rulebook/missing", where=f"{section}.{name}", name=name)
            values[name] = None
    return SECTIONS[section](**values)


def _required(section: str, name: str) -> bool:
    """Whether a section can't do without an entry.

    A house need not mention a wager, nor the pay tables of a kind that it has no use for.
    """
    if section == "wagers":
        return name == "back_line"
    return section != "tables" and not hasattr(SECTIONS[section], name)


def _cites(
    gather: Gather, given: Any, clauses: Mapping[str, Any] | None
) -> dict[str, tuple[str, ...]]:
    """Occasion → clauses, flattened: `[cites.ante] win` is `ante.win`."""
    if clauses is None:
        return {
            f"{subject}.{occasion}": tuple(cited)
            for subject, occasions in given.items()
            for occasion, cited in occasions.items()
        }
    cites: dict[str, tuple[str, ...]] = {}
    for subject, occasions in (gather.read("cites", readers.table, given) or {}).items():
        for occasion, cited in (
            gather.read(f"cites.{subject}", readers.table, occasions) or {}
        ).items():
            path = f"cites.{subject}.{occasion}"
            named = gather.read(path, readers.texts, cited) or ()
            for clause in named:
                if clause not in clauses:
                    gather.add("rulebook/unknown_clause", where=path, name=clause)
            cites[f"{subject}.{occasion}"] = named
    return cites


def _pay_tables(
    gather: Gather,
    raw: Raw,
    library: Raw,
    choices: model.Choices | None,
    sources: dict[str, str],
    clauses: Mapping[str, Any] | None,
) -> Any:
    """The pay tables in force; every one that the house itself brings is checked too."""
    read: dict[tuple[str, str], dict[str, Any] | None] = {}
    for kind in TABLE_KINDS:
        brought = gather.read(kind, readers.table, raw[kind]) if kind in raw else None
        for name, entry in (brought or {}).items():
            read[kind, name] = _pay_table(gather, kind, name, entry, clauses)
    if not choices:
        return None
    tables: dict[str, dict[str, Any] | None] = {}
    for kind in TABLE_KINDS:
        name, path = choices.chosen(kind), f"tables.{kind}"
        if name is None:
            continue
        own = (kind, name) in read
        if not own and name not in library.get(kind, {}):
            known, clause = [*library.get(kind, {}), *(raw.get(kind) or ())], sources.get(path, "")
            gather.add("paytable/unknown", where=path, clause=clause, name=name, known=known)
            tables[kind] = None
            continue
        tables[kind] = (
            read[kind, name] if own else _pay_table(gather, kind, name, library[kind][name], None)
        )
    return _by_wager(tables)


def _by_wager(tables: Mapping[str, Mapping[str, Any] | None]) -> model.PayTables:
    """Each wager's part of the pay table of its kind; none where that could not be read."""
    pays: dict[str, Any] = {}
    assumed: set[str] = set()
    for name, facts in WAGER_FACTS.items():
        table = tables.get(facts.pays.kind) if facts.pays else None
        if facts.pays and table:
            pays[name] = table[facts.pays.part]
            assumed.update([name] if table["assumed"] else ())
    return model.PayTables(pays, frozenset(assumed))


def _pay_table(
    gather: Gather, kind: str, name: str, entry: Any, clauses: Mapping[str, Any] | None
) -> dict[str, Any] | None:
    before, path, fields = len(gather.defects), f"{kind}.{name}", TABLE_KINDS[kind]
    given = gather.read(path, readers.table, entry)
    if given is None:
        return None
    cited = gather.read(f"{path}.clauses", readers.texts, given.get("clauses", ["Q-14"])) or ("",)
    for clause in cited if clauses is not None else ():
        if clause and clause not in (clauses or ()):
            gather.add("rulebook/unknown_clause", where=f"{path}.clauses", name=clause)
    assumed = gather.read(f"{path}.assumed", readers.flag, given.get("assumed", False))
    readers.refuse_unknown(gather, given, (*fields, "clauses", "assumed"), path)
    parts: dict[str, Any] = {"assumed": assumed}
    for part, reader in fields.items():
        if part in given:
            parts[part] = gather.read(f"{path}.{part}", reader, given[part], cited[0])
        else:
            gather.add("rulebook/missing", where=f"{path}.{part}", clause=cited[0], name=part)
    return parts if len(gather.defects) == before else None


def _with_schedule(
    gather: Gather,
    collection: model.Collection | None,
    schedules: Callable[[], Raw],
    scheduled: Raw,
) -> model.Collection | None:
    """A schedule's bands as the fee on table action; a house has bands of its own or a schedule."""
    if collection is None or collection.schedule is None:
        return collection
    if collection.action is not None:
        gather.add("collection/schedule_and_bands", where="collection.action")
        return None
    schedule = schedules()[str(collection.schedule)]
    scheduled[str(collection.schedule)] = schedule
    rates = gather.read(f"schedules.{collection.schedule}", bands, schedule["bands"])
    return collection.replace(action=rates)
