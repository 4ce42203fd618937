"""An example of a finished round with its whole answer, and one in a house that banks."""

from __future__ import annotations

import copy
from typing import Any

Json = dict[str, Any]

ROUND: Json = {
    "house": "california",
    "options": {"paytable": "UTH-02", "bad_beat": "1"},
    "board": "Ah Kd 7c 7s 2h",
    "dealer": "Qs Qd",
    "banker": 6,
    "bank": "500.00",
    "seats": [
        {
            "seat": 1,
            "cards": "As Ad",
            "play": 4,
            "wagers": {"ante": "10", "blind": "10", "trips": "5", "bad_beat": "5"},
        },
        {
            "seat": 3,
            "cards": "9s 8d",
            "play": "fold",
            "wagers": {"ante": "10", "blind": "10"},
        },
    ],
}


def row(wager: str, stake: str, outcome: str, paid: str, taken: str, clauses: str) -> Json:
    """A row of the answer; what is not taken is returned."""
    returned = "0.00" if taken != "0.00" else stake
    return {
        "wager": wager,
        "stake": stake,
        "outcome": outcome,
        "paid": paid,
        "taken": taken,
        "returned": returned,
        "clause": clauses.split()[0],
        "clauses": clauses.split(),
    }


ANSWER: Json = {
    "dealer": {"hand": "two pair, queens and sevens", "qualifies": True},
    "seats": [
        {
            "seat": 1,
            "hand": "full house, aces full of sevens",
            "net": "115.00",
            "wagers": [
                row("ante", "10.00", "win", "10.00", "0.00", "CA-7.5 CA-7.7"),
                row("play", "40.00", "win", "40.00", "0.00", "CA-7.5 CA-7.7"),
                row("blind", "10.00", "win", "30.00", "0.00", "CA-7.5 CA-7.7"),
                row("trips", "5.00", "win", "40.00", "0.00", "CA-7.9 CA-7.7 CA-9"),
                row("bad_beat", "5.00", "lose", "0.00", "5.00", "CA-10 Q-20"),
            ],
        },
        {
            "seat": 3,
            "hand": "pair of sevens",
            "net": "-20.00",
            "wagers": [
                row("ante", "10.00", "lose", "0.00", "10.00", "CA-6.14 Q-4"),
                row("blind", "10.00", "lose", "0.00", "10.00", "CA-6.14 Q-4"),
            ],
        },
    ],
    "order": [
        [3, "ante"],
        [3, "blind"],
        [1, "ante"],
        [1, "play"],
        [1, "blind"],
        [1, "trips"],
        [1, "bad_beat"],
    ],
    "bank": {"paid": "120.00", "collected": "25.00"},
}

HOUSE_ROUND: Json = {
    "house": "hollywood-pa",
    "board": "Th Jh Qh 2c 3d",
    "dealer": "4s 5c",
    "meter": "25000.00",
    "seats": [
        {
            "seat": 2,
            "cards": "Ah Kh",
            "play": 4,
            "wagers": {"ante": "15", "blind": "15", "progressive": "5"},
        },
        {
            "seat": 5,
            "cards": "9h 8h",
            "play": "fold",
            "wagers": {"ante": "15", "blind": "15", "progressive": "5"},
        },
    ],
}


def changed(base: Json, path: str, value: Any) -> Json:
    """A copy with one value replaced, such as `seats.0.wagers.ante`, or removed by `...`."""
    copied = copy.deepcopy(base)
    target: Any = copied
    *steps, last = path.split(".")
    for step in steps:
        target = target[int(step)] if isinstance(target, list) else target[step]
    key: Any = int(last) if isinstance(target, list) else last
    if value is ...:
        del target[key]
    else:
        target[key] = value
    return copied
