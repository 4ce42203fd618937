"""Every table that the five documents print, and the figures that CLAUSES.md gives beside them."""

from __future__ import annotations

from fractions import Fraction

Odds = dict[str, Fraction]

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
"""CA-4.2, from the lowest."""


def _odds(lines: str) -> Odds:
    """Lines such as `Flush 3 to 2`, as the documents print them."""
    table = {}
    for line in lines.strip().splitlines():
        hand, pays, per = line.replace(" to ", " ").replace(",", "").rsplit(maxsplit=2)
        table[hand.strip().lower()] = Fraction(int(pays), int(per))
    return table


BLIND = _odds("""
    Royal Flush 500 to 1
    Straight Flush 50 to 1
    Four of a Kind 10 to 1
    Full House 3 to 1
    Flush 3 to 2
    Straight 1 to 1
""")
"""The same in UTH-01 to UTH-04."""

TRIPS = {
    "UTH-01": _odds("""
        Royal Flush 50 to 1
        Straight Flush 40 to 1
        Four of a Kind 30 to 1
        Full House 9 to 1
        Flush 7 to 1
        Straight 4 to 1
        Three of a Kind 3 to 1
    """),
    "UTH-02": _odds("""
        Royal Flush 50 to 1
        Straight Flush 40 to 1
        Four of a Kind 30 to 1
        Full House 8 to 1
        Flush 6 to 1
        Straight 5 to 1
        Three of a Kind 3 to 1
    """),
    "UTH-03": _odds("""
        Royal Flush 50 to 1
        Straight Flush 40 to 1
        Four of a Kind 30 to 1
        Full House 8 to 1
        Flush 7 to 1
        Straight 4 to 1
        Three of a Kind 3 to 1
    """),
    "UTH-04": _odds("""
        Royal Flush 50 to 1
        Straight Flush 40 to 1
        Four of a Kind 20 to 1
        Full House 7 to 1
        Flush 6 to 1
        Straight 5 to 1
        Three of a Kind 3 to 1
    """),
}

BAD_BEAT = {
    "1": _odds("""
        Straight Flush 10,000 to 1
        Four of a Kind 500 to 1
        Full House 40 to 1
        Flush 25 to 1
        Straight 20 to 1
        Three of a Kind 9 to 1
    """),
    "2": _odds("""
        Straight Flush 7,500 to 1
        Four of a Kind 500 to 1
        Full House 50 to 1
        Flush 30 to 1
        Straight 20 to 1
        Three of a Kind 9 to 1
    """),
}
"""By the hand that is beaten."""

PROGRESSIVE_STAKE = 5_00
PROGRESSIVE_SEED = 10_000_00
PROGRESSIVE_SHARES = {"royal flush": Fraction(1), "straight flush": Fraction(1, 10)}
PROGRESSIVE_PRIZES = {
    "four of a kind": 1_500_00,
    "full house": 250_00,
    "flush": 200_00,
    "straight": 150_00,
    "three of a kind": 45_00,
}
ENVY = {"royal flush": 5_000_00, "straight flush": 1_500_00}
PA_12_MOST = 50_000_00
CR_12_APPROVAL_ABOVE = 300_00
Q_28_CEILING = 300_00

_SCHEDULES = """
 1:    1 2,    50 4,   100 6,   150 8,   200 12
 2:    1 1,    50 3,   100 5,   150 7,   200 10
 3:    1 2,    50 4,   100 6,   200 12
 4:    1 1,    50 2,   100 3,   150 4,   200 5
 5:    1 1,    50 2,   100 3,   200 4,   300 6
 6:    1 1,    50 2,   100 3,   200 4,   400 6
 7:    1 1,    50 2,   100 3,   200 5,   300 8
 8:    1 1,    75 2,   150 3,   225 4,   300 5
 9:    1 1,    75 2,   150 3,   225 4,   300 6
10:    1 1,    75 2,   150 3,   225 4,   400 7
11:    1 1,    75 2,   200 5,   400 8,   700 12
12:    1 1,   100 2,   200 3,   300 4,   400 6
13:    1 1,   100 3,   200 4,   300 5,   400 7
14:    1 1,   100 4,   200 5,   300 6,   400 8
15:    1 1,   100 3,   300 5,   500 8,   800 12
16:    1 2,   100 3,   300 6,   500 8,   800 12
17:    1 2,   100 3,   300 6,   500 10,  800 15
18:    1 2,   100 3,   300 6,   500 10,  800 15
19:    1 2,   100 3,   300 5,   500 12,  800 20
20:    1 5,  1000 15, 2000 25, 3000 35, 4000 45
21:    1 10, 1000 15, 2000 30, 3000 35, 4000 50
22:    1 15, 1000 20, 2000 30, 3000 40, 4000 55
23:    1 20, 1000 25, 2000 35, 3000 45, 4000 55
24:    1 15, 1000 25, 2000 35, 3000 50, 4000 70
"""

Bands = tuple[tuple[int, int], ...]


def _bands(row: str) -> Bands:
    pairs = [band.split() for band in row.split(",")]
    return tuple((int(start) * 100, int(fee) * 100) for start, fee in pairs)


SCHEDULES: dict[int, Bands] = {
    int(number): _bands(row)
    for number, _, row in (line.partition(":") for line in _SCHEDULES.strip().splitlines())
}
"""CB-4: from which total table action on, which fee of the player-dealer."""
