"""What `uth houses` prints: the list, one house with its pay tables, and all its entries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from uth.cli.language import text
from uth.cli.render.approval import approval_json
from uth.cli.render.assumptions import assumptions_json
from uth.cli.render.console import print_table
from uth.cli.render.numbers import Json
from uth.core.money import print_dollars
from uth.rulebook import store
from uth.rulebook.approval.entry_list import StatedEntry
from uth.rulebook.approval.guard import written
from uth.rulebook.model import Rulebook
from uth.rulebook.wager_facts import KINDS, paid_by
from uth.table.wagers import bonus_wagers


def summary_json(rules: Rulebook) -> Json:
    """A house in one row."""
    return {
        "id": rules.id,
        "name": rules.name,
        "bank": rules.bank.kind,
        "minimum": print_dollars(rules.limits.minimum),
        "maximum": print_dollars(rules.limits.maximum),
        "bonus_bets": [text(f"wager.{wager.name}") for wager in bonus_wagers(rules)],
        "paytable": rules.tables.chosen("paytable"),
        "approved": rules.approved,
    }


def limits_text(rules: Rulebook) -> str:
    """`$5 to $500`."""
    limits = rules.limits
    return text("houses.limits", minimum=limits.minimum, maximum=limits.maximum)


def print_summaries(houses: list[Rulebook]) -> None:
    rows = (
        (
            rules.id,
            rules.name,
            summary["bank"],
            limits_text(rules),
            ", ".join(summary["bonus_bets"]),
            summary["paytable"],
        )
        for rules in houses
        for summary in [summary_json(rules)]
    )
    print_table(text("houses.columns"), rows, lines=False)


def house_json(rules: Rulebook) -> Json:
    """Everything that a house decides."""
    from uth.reports.houses.departures import own_rules

    entries, raw, departed = {}, rules.source["house"], own_rules(rules)
    for path, clause in rules.sources.items():
        section, field = path.split(".")[:2]
        entry = raw[section][field]
        status = {"status": rules.status(path).kind, "line": entry.get("line")}
        source = (
            {"clause": "", "departs_from": departed[path]}
            if path in departed
            else {"clause": clause}
        )
        entries[path] = {"value": entry["value"], **source, **status}
    library, own = store.data("tables.toml"), rules.source["tables"]
    tables = {
        kind: {
            name: {"in_force": name == rules.tables.chosen(kind), **table}
            for name, table in {**library[kind], **own.get(kind, {})}.items()
            if name in (*rules.choices(f"tables.{kind}"), *own.get(kind, {}))
        }
        for kind in KINDS
        if any(rules.offers(facts.name) for facts in paid_by(kind))
    }
    return {
        "id": rules.id,
        "name": rules.name,
        "document": rules.document,
        **approval_json(rules),
        "assumptions": assumptions_json(rules),
        "entries": entries,
        "tables": tables,
        "schedules": store.data("schedules.toml") if rules.player_dealer else {},
    }


def print_house(house: Json) -> None:
    """Print what `house_json` returned."""
    click.secho(f"{house['name']} ({house['id']})", bold=True)
    click.echo(f"{house['document']}\n")
    entries = (
        (path, _value_text(entry["value"]), _source_text(entry))
        for path, entry in house["entries"].items()
    )
    print_table(text("houses.entry_columns"), entries, lines=False)
    for kind, tables in house["tables"].items():
        for name, table in tables.items():
            _print_pay_table(kind, name, table)
    if house["schedules"]:
        _print_schedules(house)


def _source_text(entry: Json) -> str:
    """The clause of an entry, or that it is the house's own."""
    departed = entry.get("departs_from")
    return text("house.own_rule", clauses=[departed]) if departed else str(entry["clause"])


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return text("entry_value.yes" if value else "entry_value.no")
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{_spaced(name)} {_value_text(part)}" for name, part in value.items())
    return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _holding(entry: Json) -> str:
    """The hands of one entry of a pay table by holdings."""
    hands = " ".join(entry["hands"])
    if "dealer" not in entry:
        return hands
    return text("houses.and_dealer", hands=hands, dealer=" ".join(entry["dealer"]))


def _print_pay_table(kind: str, name: str, table: Json) -> None:
    """A pay table; each wager that it pays has a column."""
    columns: dict[str, dict[str, str]] = {}
    for facts in paid_by(kind):
        assert facts.pays is not None, "a wager that a table pays has its shape"
        prizes = table[facts.pays.part]
        if facts.pays.by == "holding":
            prizes = {_holding(entry): entry["pays"] for entry in prizes}
        columns[text(f"wager.{facts.name}")] = prizes
    notes = [text("houses.in_force")] if table["in_force"] else []
    notes += [text("houses.assumed")] if table.get("assumed") else []
    title = text("houses.pay_table", wagers=list(columns), table=name)
    notes += [", ".join(table["clauses"])] if "clauses" in table else []
    click.echo(f"\n{title} ({'; '.join(notes)})")
    rows = (
        (_spaced(hand), *(prizes.get(hand, "") for prizes in columns.values()))
        for hand in dict.fromkeys(hand for prizes in columns.values() for hand in prizes)
    )
    print_table("|".join((text("houses.hand"), *columns)), rows, lines=False)


def _print_schedules(house: Json) -> None:
    """All 24 schedules in one table, each band as its lower bound and its fee."""
    entry = house["entries"].get("collection.schedule")
    key = "houses.schedule_in_force" if entry else "houses.no_schedule"
    click.echo("\n" + text(key, schedule=entry and entry["value"]))
    rows = (
        (number, ", ".join(text("houses.band", **band) for band in schedule["bands"]))
        for number, schedule in house["schedules"].items()
    )
    print_table(text("houses.schedule_columns"), rows, lines=False)


def entries_json(entries: Iterable[StatedEntry]) -> list[Json]:
    return [vars(entry) for entry in entries]


def print_entries(entries: Iterable[StatedEntry]) -> None:
    for entry in entries:
        facts = {"entry": entry.entry, "value": _entry_value(entry.value), "may_be": _may_be(entry)}
        click.echo(text("houses.entry", **facts))
        where = dict.fromkeys((entry.source, entry.clause))
        click.echo(f"    {', '.join(where)}: {entry.words}")


def _entry_value(value: Any) -> str:
    return text("houses.not_set") if value is None else written(value)


def _may_be(entry: StatedEntry) -> str:
    if entry.bounds is not None:
        low, high = map(written, entry.bounds)
        return text("houses.entry.within", low=low, high=high)
    if entry.allowed is None:
        return text("houses.entry.free")
    kind = {"free": "any_of"}.get(entry.status, entry.status) if entry.allowed else "open"
    return text(f"houses.entry.{kind}", allowed=[*map(written, entry.allowed)])
