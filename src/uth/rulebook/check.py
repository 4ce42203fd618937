"""From data to a rulebook: every defect at once, each with its path."""

from __future__ import annotations

from uth.core.money import print_dollars
from uth.core.refusal import Gather, shown
from uth.rulebook import model, readers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from uth.rulebook.model import Rulebook
    from uth.rulebook.readers import Reader

    Raw = dict[str, Any]

SECTIONS: Mapping[str, tuple[type, Mapping[str, Reader]]] = {
    "bank": (
        model.Bank,
        {
            "kind": readers.one_of("house", "player-dealer"),
            "house_percentage": readers.whole(0, 0),
            "coverage": readers.one_of("gross", "action", "net"),
            "consecutive_rounds": readers.whole(1, 2),
        },
    ),
    "layout": (
        model.Layout,
        {
            "places": readers.whole(6, 6),
            "circles": readers.texts,
            "inscription": readers.text,
            "notice": readers.text,
        },
    ),
    "play": (
        model.Play,
        {
            "preflop": readers.multiples,
            "flop": readers.multiples,
            "river": readers.multiples,
            "qualify": readers.one_of("pair", "none"),
        },
    ),
    "dealing": (
        model.Dealing,
        {"procedure": readers.one_of("shoe", "shuffler", "community-first", "hand-held")},
    ),
    "settlement": (
        model.Settling,
        {
            "direction": readers.one_of("right-to-left", "left-to-right", "from-banker"),
            "antes_first": readers.flag,
            "order": readers.order,
        },
    ),
    "limits": (
        model.Limits,
        {
            "minimum": readers.amount,
            "maximum": readers.amount,
            "bonus_minimum": readers.bonus_minimum,
            "chip": readers.amount,
            "grandfathering": readers.flag,
            "minimum_choices": readers.amounts,
            "minimum_within": readers.span,
            "maximum_within": readers.span,
        },
    ),
    "wagers": (
        model.Offered,
        {
            "trips": readers.flag,
            "bad_beat": readers.flag,
            "bad_beat_needs_trips": readers.flag,
            "ultimate_pairs": readers.flag,
            "back_line": readers.flag,
            "approved_back_line": readers.flag,
        },
    ),
    "tables": (
        model.Choices,
        {
            "paytable": readers.text,
            "bad_beat": readers.text,
            "ultimate_pairs": readers.text,
            "approved_paytables": readers.texts,
            "approved_bad_beats": readers.texts,
            "approved_ultimate_pairs": readers.texts,
        },
    ),
    "progressive": (
        model.Progressive,
        {
            "offered": readers.flag,
            "wager": readers.amount,
            "seed": readers.amount,
            "main_share": readers.percent,
            "mystery_share": readers.percent,
            "mystery_restart": readers.amount,
            "mystery_between": readers.span,
            "prizes": readers.prizes,
            "envy": readers.envy,
        },
    ),
    "payouts": (
        model.Payouts,
        {
            "maximum_on": readers.one_of("base", "all"),
            "maximum": readers.amount,
            "aggregate": readers.aggregate,
            "approval_above": readers.amount,
        },
    ),
    "conduct": (
        model.Conduct,
        {"leaving_forfeits": readers.flag, "tuck_under_blind": readers.flag},
    ),
    "collection": (
        model.Collection,
        {
            "drop": readers.one_of("before-deal", "after-settlement"),
            "schedule": readers.whole(1, 24),
            "action": readers.bands,
            "square": readers.bands,
            "player": readers.bands,
        },
    ),
}

TABLE_KINDS: Mapping[str, Mapping[str, Reader]] = {
    "paytable": {"blind": readers.blind_pays, "trips": readers.trips_pays},
    "bad_beat": {"pays": readers.bad_beat_pays},
    "ultimate_pairs": {"pays": readers.pair_lines},
}
HEAD = ("id", "name", "document")


def normal(entry: Any) -> Raw:
    """An entry as `{value, clause}`; a plain value stands for itself."""
    return entry if isinstance(entry, dict) and "value" in entry else {"value": entry}


def merge(parent: Raw, child: Raw) -> Raw:
    """A house on top of the one it extends: its entries win, and keep the parent's clause."""
    merged = {**parent, **child}
    for section in merged.keys() & {*SECTIONS, *TABLE_KINDS, "cites"}:
        below, above = parent.get(section, {}), child.get(section, {})
        if not isinstance(above, dict):
            continue
        if section in SECTIONS:
            own = {
                name: {
                    **(
                        {k: v for k, v in normal(below[name]).items() if k != "value"}
                        if name in below
                        else {}
                    ),
                    **normal(entry),
                }
                for name, entry in above.items()
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
    for name in raw:
        if name not in SECTIONS and name not in TABLE_KINDS and name not in (*HEAD, "cites"):
            gather.add("rulebook/unknown_field", f"{shown(name)} is not a part of a rulebook", name)
    head = {name: gather.read(name, _head, raw.get(name)) for name in HEAD}
    sources: dict[str, str] = {}
    parts = {
        section: _section(gather, section, raw.get(section, {}), sources) for section in SECTIONS
    }
    for path, clause in sources.items():
        if clauses is not None and clause not in clauses:
            gather.add(
                "rulebook/unknown_clause", f"{shown(clause)} is not a clause", f"{path}.clause"
            )
    cites = _cites(gather, raw.get("cites", {}), clauses)
    _cross_check(gather, parts, sources)
    pays = _pay_tables(gather, raw, library, parts["tables"], sources)
    scheduled: Raw = {}
    parts["collection"] = _with_schedule(gather, parts["collection"], schedules, scheduled)
    gather.finish()
    in_force = {
        kind: {
            (name := getattr(parts["tables"], kind)): {**library[kind], **raw.get(kind, {})}[name]
        }
        for kind in TABLE_KINDS
    }
    source = {"house": raw, "tables": in_force, "schedules": scheduled}
    return model.Rulebook(**head, **parts, pays=pays, cites=cites, sources=sources, source=source)


def _head(value: Any) -> str:
    return value if value == "" else readers.text(value)


def _section(gather: Gather, section: str, given: Any, sources: dict[str, str]) -> Any:
    """One part of the rulebook; None where it can't be made."""
    record, fields = SECTIONS[section]
    if not isinstance(given, dict):
        gather.add("rulebook/type", f"[{section}] should be a table", section)
        return None
    values, before = {}, len(gather.found)
    for name, entry in given.items():
        path, cited = f"{section}.{name}", normal(entry)
        if name not in fields:
            gather.add(
                "rulebook/unknown_field", f"{shown(name)} is not a field of [{section}]", path
            )
            continue
        for extra in cited.keys() - {"value", "clause"}:
            gather.add("rulebook/unknown_field", "an entry has value and clause", f"{path}.{extra}")
        clause = cited.get("clause")
        if isinstance(clause, str):
            sources[path] = clause
        else:
            gather.add("rulebook/no_clause", "an entry names the clause it rests on", path)
        values[name] = gather.read(path, fields[name], cited["value"], sources.get(path, ""))
    for name in fields:
        if name not in values and not hasattr(record, name):
            gather.add("rulebook/missing", f"[{section}] needs {name}", f"{section}.{name}")
    return record(**values) if len(gather.found) == before else None


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
    for subject, occasions in gather.read("cites", readers.table, given).items():
        for occasion, cited in (
            gather.read(f"cites.{subject}", readers.table, occasions) or {}
        ).items():
            path = f"cites.{subject}.{occasion}"
            found = gather.read(path, readers.texts, cited) or ()
            for clause in found:
                if clause not in clauses:
                    gather.add("rulebook/unknown_clause", f"{shown(clause)} is not a clause", path)
            cites[f"{subject}.{occasion}"] = found
    return cites


def _cross_check(gather: Gather, parts: dict[str, Any], sources: dict[str, str]) -> None:
    """What no entry can say alone."""

    def add(code: str, sentence: str, path: str, resting_on: str = "") -> None:
        gather.add(code, sentence, path, sources.get(resting_on or path, ""))

    limits, bank, wagers = parts["limits"], parts["bank"], parts["wagers"]
    if limits:
        _check_limits(add, limits)
    if wagers and wagers.back_line and not wagers.approved_back_line:
        add("wagers/back_line", "back-line wagering is not permitted here", "wagers.back_line")
    if bank:
        banked = bank.kind == "player-dealer"
        for path, given in (
            ("bank.coverage", bank.coverage),
            ("bank.consecutive_rounds", bank.consecutive_rounds),
        ):
            if banked and given is None:
                add("bank/missing", "a player-dealer's bank needs this", path)
            if not banked and given is not None:
                add("bank/house", "only a player-dealer's bank has this", path)
        settling, collection = parts["settlement"], parts["collection"]
        if settling and (settling.direction == "from-banker") != banked:
            add(
                "settlement/direction",
                "from-banker goes with a player-dealer, and only with one",
                "settlement.direction",
            )
        if collection and not banked:
            for name in ("schedule", "action", "square", "player"):
                if getattr(collection, name) is not None:
                    add(
                        "collection/house",
                        "a house that banks takes no collection",
                        f"collection.{name}",
                    )
        if parts["progressive"] and parts["progressive"].offered and banked:
            add(
                "progressive/player_dealer",
                "a house with no interest in the outcome can't pay a Progressive",
                "progressive.offered",
            )


def _check_limits(add: Any, limits: model.Limits) -> None:
    low, high = print_dollars(limits.minimum), print_dollars(limits.maximum)
    if limits.minimum > limits.maximum:
        add("limits/crossed", f"the minimum {low} is above the maximum {high}", "limits.minimum")
    for name in ("minimum", "maximum"):
        value, within = getattr(limits, name), getattr(limits, f"{name}_within")
        if within and not within[0] <= value <= within[1]:
            first, last = map(print_dollars, within)
            add(
                "limits/outside",
                f"{print_dollars(value)} is outside {first} to {last}",
                f"limits.{name}",
                f"limits.{name}_within",
            )
        if value % limits.chip:
            add(
                "limits/chip",
                f"{print_dollars(value)} is not a multiple of the smallest chip",
                f"limits.{name}",
                "limits.chip",
            )
    if limits.minimum_choices and limits.minimum not in limits.minimum_choices:
        offered = " or ".join(map(print_dollars, limits.minimum_choices))
        told = f"the minimum {low} should be {offered}"
        add("limits/choice", told, "limits.minimum", "limits.minimum_choices")


def _pay_tables(
    gather: Gather, raw: Raw, library: Raw, choices: model.Choices | None, sources: dict[str, str]
) -> Any:
    """The tables in force, and the shape of every table that the house itself brings."""
    read: dict[tuple[str, str], dict[str, Any] | None] = {}
    for kind in TABLE_KINDS:
        for name, entry in (gather.read(kind, readers.table, raw.get(kind, {})) or {}).items():
            read[kind, name] = _pay_table(gather, kind, name, entry)
    if not choices:
        return None
    found: dict[str, dict[str, Any] | None] = {}
    for kind, approved in (
        ("paytable", choices.approved_paytables),
        ("bad_beat", choices.approved_bad_beats),
        ("ultimate_pairs", choices.approved_ultimate_pairs),
    ):
        name, path = getattr(choices, kind), f"tables.{kind}"
        own = (kind, name) in read
        if not own and name not in library[kind]:
            known = ", ".join(library[kind])
            gather.add("paytable/unknown", f"{shown(name)} is no table; there are {known}", path)
            found[kind] = None
            continue
        if name not in approved:
            gather.add(
                "paytable/not_approved",
                f"{name} is not among the tables approved here: {', '.join(approved)}",
                path,
                sources.get(f"tables.approved_{kind}s", sources.get(f"tables.approved_{kind}", "")),
            )
        found[kind] = (
            read[kind, name] if own else _pay_table(gather, kind, name, library[kind][name])
        )
    if not all(found.values()):
        return None
    paytable, bad_beat, pairs = (found[kind] or {} for kind in TABLE_KINDS)
    return model.PayTables(
        blind=paytable["blind"],
        trips=paytable["trips"],
        bad_beat=bad_beat["pays"],
        ultimate_pairs=pairs["pays"],
        ultimate_pairs_assumed=bool(pairs["assumed"]),
    )


def _pay_table(gather: Gather, kind: str, name: str, entry: Any) -> dict[str, Any] | None:
    before, path, fields = len(gather.found), f"{kind}.{name}", TABLE_KINDS[kind]
    given = gather.read(path, readers.table, entry)
    if given is None:
        return None
    cited = gather.read(f"{path}.clauses", readers.texts, given.get("clauses", ["Q-14"])) or ("",)
    assumed = gather.read(f"{path}.assumed", readers.flag, given.get("assumed", False))
    for extra in given.keys() - {*fields, "clauses", "assumed"}:
        gather.add(
            "rulebook/unknown_field", f"{shown(extra)} is not a part of a table", f"{path}.{extra}"
        )
    found: dict[str, Any] = {"assumed": assumed}
    for part, reader in fields.items():
        if part in given:
            found[part] = gather.read(f"{path}.{part}", reader, given[part], cited[0])
        else:
            gather.add("rulebook/missing", f"the table needs {part}", f"{path}.{part}", cited[0])
    return found if len(gather.found) == before else None


def _with_schedule(
    gather: Gather,
    collection: model.Collection | None,
    schedules: Callable[[], Raw],
    scheduled: Raw,
) -> model.Collection | None:
    """A schedule's bands as the fee on table action; a house has the one or the other."""
    if collection is None or collection.schedule is None:
        return collection
    if collection.action is not None:
        gather.add(
            "collection/twice", "a schedule and bands of its own are two fees", "collection.action"
        )
        return None
    schedule = schedules()[str(collection.schedule)]
    scheduled[str(collection.schedule)] = schedule
    bands = gather.read(f"schedules.{collection.schedule}", readers.bands, schedule["bands"])
    return collection.replace(action=bands)
