"""A wrong rule for every figure that a document prints in a pay table or schedule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from uth.rulebook import store
from uth.rulebook.approval.documents import sentences

CATEGORIES = {
    "royal_flush": "Royal flush",
    "straight_flush": "Straight flush",
    "four_of_a_kind": "Four of a kind",
    "full_house": "Full house",
    "flush": "Flush",
    "straight": "Straight",
    "three_of_a_kind": "Three of a kind",
}
SHORT = {"four_of_a_kind": "Quads", "three_of_a_kind": "Trips"}
"""As hollywood-pa.txt prints them in its Bad Beat table."""


def printed_figures() -> Iterator[dict[str, Any]]:
    yield from _pay_tables()
    yield from _schedules()


def _raised(odds: str) -> str:
    left, _, right = odds.partition(" to ")
    return f"{int(left.replace(',', '')) + 1} to {right}"


def _rows(house: str, clause: str, label: str) -> tuple[int, ...]:
    """The lines of a printed table that have a label and then a figure."""
    return tuple(
        sentence.line_number
        for sentence in sentences(house)
        if clause in sentence.clauses
        and re.search(rf"(?<!royal )(?<!straight ){label.lower()} \d", sentence.words.lower())
    )


PRINTED_BY: dict[str, dict[str, tuple[str, ...]]] = {
    "paytable": {"UTH-01": ("CA-8", "LW-11"), "UTH-02": ("CA-8", "LW-11"),
                 "UTH-03": ("CA-8", "LW-11"), "UTH-04": ("CA-8", "CB-3", "LW-11", "PA-5")},
    "bad_beat": {"1": ("CA-10.1", "PA-8"), "2": ("CA-10.1", "CB-3")},
}  # fmt: skip


def _pay_tables() -> Iterator[dict[str, Any]]:
    clauses, library = store.clause_list(), store.data("tables.toml")
    for kind, tables in PRINTED_BY.items():
        for name, cited in tables.items():
            parts = {part: odds for part, odds in library[kind][name].items() if part != "clauses"}
            for part, prices in parts.items():
                for category, odds in prices.items():
                    printed = {}
                    for clause in cited:
                        house = clauses[clause]["house"]
                        label = CATEGORIES[category]
                        if house == "hollywood-pa" and kind == "bad_beat":
                            label = SHORT.get(category, label)
                        printed[house] = _rows(house, clause, label)
                    yield {
                        "name": f"{kind}-{name}-{part}-{category}".lower(),
                        "wrong": f"{kind} {name}: {part} pays {_raised(odds)} for {category}",
                        "clauses": cited,
                        "file": "tables.toml",
                        "path": (kind, name, part, category),
                        "value": _raised(odds),
                        "sentences": printed,
                    }


def _schedules() -> Iterator[dict[str, Any]]:
    rows = iter(
        sentence.line_number
        for sentence in sentences("california-bad-beat")
        if sentence.words.startswith("$")
    )
    for name, schedule in store.data("schedules.toml").items():
        for number, band in enumerate(schedule["bands"]):
            row = next(rows)
            shared = {
                "clauses": ("CB-4",),
                "file": "schedules.toml",
                "sentences": {"california-bad-beat": (row,)},
            }
            yield shared | {
                "name": f"schedule-{name}-band-{number + 1}-fee",
                "wrong": f"schedule {name}: from ${band['from']} the fee is a dollar more",
                "path": (name, "bands", number, "fee"),
                "value": str(int(band["fee"]) + 1),
            }
            if number:
                yield shared | {
                    "name": f"schedule-{name}-band-{number + 1}-start",
                    "wrong": f"schedule {name}: ${band['from']} is below its band",
                    "path": (name, "bands", number, "from"),
                    "value": str(int(band["from"]) + 1),
                }
