"""What `uth houses` prints: the list, and one house with its entries, pay tables and schedules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from uth.cli.render.console import wide_console
from uth.core.money import print_dollars
from uth.rulebook import store
from uth.rulebook.check import APPROVED

if TYPE_CHECKING:
    from rich.console import Console

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

Json = dict[str, Any]
BONUS_WAGERS = {
    "trips": "Trips",
    "bad_beat": "Bad Beat",
    "ultimate_pairs": "Ultimate Pairs",
    "progressive": "Five Card Progressive",
}


def summary_json(rules: Rulebook) -> Json:
    """A house in one row."""
    limits = rules.limits
    return {
        "id": rules.id,
        "name": rules.name,
        "bank": rules.bank.kind,
        "minimum": print_dollars(limits.minimum),
        "maximum": print_dollars(limits.maximum),
        "bonus_bets": [name for wager, name in BONUS_WAGERS.items() if _offers(rules, wager)],
        "paytable": rules.tables.paytable,
    }


def _offers(rules: Rulebook, wager: str) -> bool:
    return bool(
        rules.progressive.offered if wager == "progressive" else getattr(rules.wagers, wager)
    )


def limits_text(summary: Json) -> str:
    """`$5 to $500`."""
    return f"{_short_dollars(summary['minimum'])} to {_short_dollars(summary['maximum'])}"


def _short_dollars(amount: str) -> str:
    """`$5`, `$2.50` or `$1,000` for an amount with two decimals."""
    whole, _, part = amount.partition(".")
    return f"${int(whole):,}" + ("" if part == "00" else f".{part}")


def print_summaries(summaries: list[Json]) -> None:
    table = Table("id", "name", "bank", "limits", "bonus bets", "pay table", box=None)
    for summary in summaries:
        table.add_row(
            summary["id"],
            summary["name"],
            summary["bank"],
            limits_text(summary),
            ", ".join(summary["bonus_bets"]),
            summary["paytable"],
        )
    wide_console().print(table)


def house_json(rules: Rulebook, raw: Raw) -> Json:
    """Everything that a house decides."""
    entries = {}
    for path, clause in rules.sources.items():
        section, field = path.split(".")[:2]
        entries[path] = {"value": raw[section][field]["value"], "clause": clause}
    library = store.data("tables.toml")
    tables = {
        kind: {
            name: {"in_force": name == getattr(rules.tables, kind), **library[kind][name]}
            for name in getattr(rules.tables, APPROVED[kind].removeprefix("tables."))
        }
        for kind in APPROVED
        if kind == "paytable" or _offers(rules, kind)
    }
    return {
        "id": rules.id,
        "name": rules.name,
        "document": rules.document,
        "entries": entries,
        "tables": tables,
        "schedules": store.data("schedules.toml") if rules.player_dealer else {},
    }


def print_house(house: Json) -> None:
    """Print what `house_json` returned."""
    console = wide_console()
    console.print(Text(f"{house['name']} ({house['id']})", style="bold"))
    console.print(Text(house["document"]))
    console.print()
    entries = Table("entry", "value", "clause", box=None)
    for path, entry in house["entries"].items():
        entries.add_row(path, Text(_value_text(entry["value"])), entry["clause"])
    console.print(entries)
    for name, table in house["tables"]["paytable"].items():
        columns = {"Trips": table["trips"], "Blind": table["blind"]}
        _print_pay_table(console, f"Pay table {name}", table, columns)
    for name, table in house["tables"].get("bad_beat", {}).items():
        _print_pay_table(console, f"Bad Beat table {name}", table, {"pays": table["pays"]})
    for name, table in house["tables"].get("ultimate_pairs", {}).items():
        pays = {_holding(entry): entry["pays"] for entry in table["pays"]}
        _print_pay_table(console, f"Ultimate Pairs table {name}", table, {"pays": pays})
    if house["schedules"]:
        _print_schedules(console, house)


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value_text, value))
    if isinstance(value, dict):
        return ", ".join(f"{_spaced(name)} {_value_text(part)}" for name, part in value.items())
    return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _holding(entry: Json) -> str:
    """The hands of one entry of an Ultimate Pairs table."""
    hands = " ".join(entry["hands"])
    return f"{hands} and dealer {' '.join(entry['dealer'])}" if "dealer" in entry else hands


def _print_pay_table(console: Console, title: str, table: Json, columns: dict[str, Json]) -> None:
    """A pay table; each column maps a hand to what it pays."""
    notes = ["in force"] if table["in_force"] else []
    notes += ["assumed, not printed"] if table.get("assumed") else []
    console.print(f"\n{title} ({'; '.join([*notes, ', '.join(table['clauses'])])})")
    grid = Table("hand", *columns, box=None)
    for hand in next(iter(columns.values())):
        grid.add_row(_spaced(hand), *(column.get(hand, "") for column in columns.values()))
    console.print(grid)


def _print_schedules(console: Console, house: Json) -> None:
    """All 24 schedules in one table, each band as its lower bound and its fee."""
    entry = house["entries"].get("collection.schedule")
    in_force = f"schedule {entry['value']} is in force" if entry else "none is in force"
    console.print(f"\nCollection schedules, by total table action ({in_force}; CB-4)")
    grid = Table("schedule", "fee of the player-dealer", box=None)
    for number, schedule in house["schedules"].items():
        bands = (f"from ${band['from']}: ${band['fee']}" for band in schedule["bands"])
        grid.add_row(number, ", ".join(bands))
    console.print(grid)
