"""A pay table of one's own as a part of a rulebook file, differing where a test says so."""

from __future__ import annotations

BLIND = {
    "royal_flush": "500 to 1",
    "straight_flush": "50 to 1",
    "four_of_a_kind": "10 to 1",
    "full_house": "3 to 1",
    "flush": "3 to 2",
    "straight": "1 to 1",
}
TRIPS = {
    "royal_flush": "50 to 1",
    "straight_flush": "40 to 1",
    "four_of_a_kind": "30 to 1",
    "full_house": "9 to 1",
    "flush": "7 to 1",
    "straight": "4 to 1",
    "three_of_a_kind": "3 to 1",
}


def own_paytable(**blind: str) -> str:
    """The table MINE, chosen."""
    lines = [f'{hand} = "{odds}"' for hand, odds in (BLIND | blind).items()]
    return "\n".join([
        "[tables]",
        'paytable = "MINE"',
        "[paytable.MINE.blind]",
        *lines,
        "[paytable.MINE.trips]",
        *(f'{hand} = "{odds}"' for hand, odds in TRIPS.items()),
        "",
    ])  # fmt: skip
