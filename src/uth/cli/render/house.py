"""A house as people read it: its entries with their clauses, its pay tables, its schedules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uth.rulebook import store
from uth.rulebook.check import APPROVED

if TYPE_CHECKING:
    from rich.console import Console

    from uth.rulebook.check import Raw
    from uth.rulebook.model import Rulebook

Json = dict[str, Any]
BONUS_BETS = {
    "trips": "Trips",
    "bad_beat": "Bad Beat",
    "ultimate_pairs": "Ultimate Pairs",
    "progressive": "Five Card Progressive",
}
WIDTH = 110
"""Columns where the output is no terminal."""


def in_words(amount: str) -> str:
    """`$5`, `$2.50`, `$1,000` for an amount of two decimals."""
    whole, _, part = amount.partition(".")
    return f"${int(whole):,}" + ("" if part == "00" else f".{part}")


def bonus_bets(rules: Rulebook) -> list[str]:
    return [name for wager, name in BONUS_BETS.items() if _offers(rules, wager)]


def _offers(rules: Rulebook, wager: str) -> bool:
    return bool(
        rules.progressive.offered if wager == "progressive" else getattr(rules.wagers, wager)
    )


def house_told(rules: Rulebook, raw: Raw) -> Json:
    """All that a house decides, as plain data."""
    told: Json = {"id": rules.id, "name": rules.name, "document": rules.document}
    told["entries"] = {
        path: {"value": raw[path.split(".")[0]][path.split(".")[1]]["value"], "clause": clause}
        for path, clause in rules.sources.items()
    }
    library = store.data("tables.toml")
    told["tables"] = {
        kind: {
            name: {"in_force": name == getattr(rules.tables, kind), **library[kind][name]}
            for name in getattr(rules.tables, APPROVED[kind].removeprefix("tables."))
        }
        for kind in APPROVED
        if kind == "paytable" or _offers(rules, kind)
    }
    told["schedules"] = store.data("schedules.toml") if rules.player_dealer else {}
    return told


def printer() -> Console:
    """Where a person reads: the terminal's own width, or a wide page."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = WIDTH
    return console


def print_house(told: Json) -> None:
    """The house on the terminal."""
    from rich.table import Table
    from rich.text import Text

    console = printer()
    console.print(Text(f"{told['name']} ({told['id']})", style="bold"))
    console.print(Text(told["document"]))
    console.print()
    entries = Table("entry", "value", "clause", box=None)
    for path, entry in told["entries"].items():
        entries.add_row(path, Text(_value(entry["value"])), entry["clause"])
    console.print(entries)
    for name, table in told["tables"]["paytable"].items():
        _print_table(console, f"Pay table {name}", table, table["trips"], table["blind"])
    for name, table in told["tables"].get("bad_beat", {}).items():
        _print_table(console, f"Bad Beat table {name}", table, table["pays"])
    for name, table in told["tables"].get("ultimate_pairs", {}).items():
        lines = {_holding(line): line["pays"] for line in table["pays"]}
        _print_table(console, f"Ultimate Pairs table {name}", table, lines)
    if told["schedules"]:
        _print_schedules(console, told)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return ", ".join(f"{_words(name)} {_value(part)}" for name, part in value.items())
    return str(value)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _holding(line: Json) -> str:
    held = " ".join(line["hands"])
    return f"{held} and dealer {' '.join(line['dealer'])}" if "dealer" in line else held


def _print_table(console: Console, title: str, table: Json, *columns: Json) -> None:
    """A pay table; two columns are Trips and Blind."""
    from rich.table import Table

    notes = ["in force"] if table["in_force"] else []
    notes += ["assumed, not printed"] if table.get("assumed") else []
    console.print(f"\n{title} ({'; '.join([*notes, ', '.join(table['clauses'])])})", markup=False)
    heads = ("Trips", "Blind") if len(columns) == 2 else ("pays",)
    shown = Table("hand", *heads, box=None)
    for hand in columns[0]:
        shown.add_row(_words(hand), *(column.get(hand, "") for column in columns))
    console.print(shown)


def _print_schedules(console: Console, told: Json) -> None:
    """All 24 in one table, each band as its lower bound and its fee."""
    from rich.table import Table

    entry = told["entries"].get("collection.schedule")
    force = f"schedule {entry['value']} is in force" if entry else "none is in force"
    console.print(f"\nCollection schedules, by total table action ({force}; CB-4)", markup=False)
    shown = Table("schedule", "fee of the player-dealer", box=None)
    for number, schedule in told["schedules"].items():
        bands = (f"from ${band['from']}: ${band['fee']}" for band in schedule["bands"])
        shown.add_row(number, ", ".join(bands))
    console.print(shown)
