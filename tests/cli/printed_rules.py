"""The rules that the five documents print, typed in by hand for the tests."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from uth.core.cards import Card
from uth.core.hands import Category

HOUSES: dict[str, dict[str, Any]] = {
    "california": {
        "player_dealer": True, "antes_first": False, "paytable": "UTH-01", "bad_beat": "1",
    },
    "california-bad-beat": {
        "player_dealer": True, "antes_first": False, "paytable": "UTH-04", "bad_beat": "2",
        "schedule": 1,
    },
    "cardroom-25": {"player_dealer": False, "antes_first": True, "paytable": "UTH-01"},
    "hollywood-pa": {
        "player_dealer": False, "antes_first": True, "paytable": "UTH-04", "bad_beat": "1",
        "ultimate_pairs": "1", "max_payout": "50000",
    },
    "light-and-wonder": {
        "player_dealer": False, "antes_first": True, "paytable": "UTH-01", "bad_beat": "1",
        "ultimate_pairs": "1",
    },
}  # fmt: skip

HANDS = (
    Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH, Category.FOUR_OF_A_KIND, Category.FULL_HOUSE,
    Category.FLUSH, Category.STRAIGHT, Category.THREE_OF_A_KIND,
)  # fmt: skip


def _prices(*gains: str) -> dict[Category, Fraction]:
    return {hand: Fraction(gain) for hand, gain in zip(HANDS, gains, strict=False)}


BLIND = _prices("500", "50", "10", "3", "3/2", "1")
TRIPS = {
    "UTH-01": _prices("50", "40", "30", "9", "7", "4", "3"),
    "UTH-02": _prices("50", "40", "30", "8", "6", "5", "3"),
    "UTH-03": _prices("50", "40", "30", "8", "7", "4", "3"),
    "UTH-04": _prices("50", "40", "20", "7", "6", "5", "3"),
}
BAD_BEAT = {
    "1": dict(zip(HANDS[1:], map(Fraction, (10_000, 500, 40, 25, 20, 9)), strict=True)),
    "2": dict(zip(HANDS[1:], map(Fraction, (7_500, 500, 50, 30, 20, 9)), strict=True)),
}
FIXED_PRIZES = dict(zip(HANDS[2:], map(Fraction, (1500, 250, 200, 150, 45)), strict=True))
ENVY = {Category.ROYAL_FLUSH: 5000, Category.STRAIGHT_FLUSH: 1500}


def pairs_price(table: str, cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> Fraction | None:
    """Ultimate Pairs: table one as printed (PA-6), table two as assumed (Q-9)."""
    high_card, low_card = sorted(cards, key=lambda card: -card.rank)
    high, low = high_card.text[0], low_card.text[0]
    suited = high_card.suit == low_card.suit
    pair, faced = high == low, high == "A" and low in "KQJ"
    dealer_aces = all(card.rank == 14 for card in dealer)
    price = 0
    if table == "1":
        if pair and high == "A":
            price = 100 if {str(high_card), str(low_card)} == {"Ah", "Ad"} else 30
        elif faced:
            price = 20 if suited else 10
        elif pair:
            price = 4
    elif pair and high == "A":
        price = 1000 if dealer_aces else 30
    elif faced and low == "K":
        price = 25 if suited else 15
    elif faced:
        price = 20 if suited else 5
    elif pair:
        price = 10 if high in "KQJ" else 3
    return Fraction(price) if price else None


SCHEDULES: dict[int, list[tuple[int, int]]] = {
    1: [(1, 2), (50, 4), (100, 6), (150, 8), (200, 12)],
    2: [(1, 1), (50, 3), (100, 5), (150, 7), (200, 10)],
    3: [(1, 2), (50, 4), (100, 6), (200, 12)],
    4: [(1, 1), (50, 2), (100, 3), (150, 4), (200, 5)],
    5: [(1, 1), (50, 2), (100, 3), (200, 4), (300, 6)],
    6: [(1, 1), (50, 2), (100, 3), (200, 4), (400, 6)],
    7: [(1, 1), (50, 2), (100, 3), (200, 5), (300, 8)],
    8: [(1, 1), (75, 2), (150, 3), (225, 4), (300, 5)],
    9: [(1, 1), (75, 2), (150, 3), (225, 4), (300, 6)],
    10: [(1, 1), (75, 2), (150, 3), (225, 4), (400, 7)],
    11: [(1, 1), (75, 2), (200, 5), (400, 8), (700, 12)],
    12: [(1, 1), (100, 2), (200, 3), (300, 4), (400, 6)],
    13: [(1, 1), (100, 3), (200, 4), (300, 5), (400, 7)],
    14: [(1, 1), (100, 4), (200, 5), (300, 6), (400, 8)],
    15: [(1, 1), (100, 3), (300, 5), (500, 8), (800, 12)],
    16: [(1, 2), (100, 3), (300, 6), (500, 8), (800, 12)],
    17: [(1, 2), (100, 3), (300, 6), (500, 10), (800, 15)],
    18: [(1, 2), (100, 3), (300, 6), (500, 10), (800, 15)],
    19: [(1, 2), (100, 3), (300, 5), (500, 12), (800, 20)],
    20: [(1, 5), (1000, 15), (2000, 25), (3000, 35), (4000, 45)],
    21: [(1, 10), (1000, 15), (2000, 30), (3000, 35), (4000, 50)],
    22: [(1, 15), (1000, 20), (2000, 30), (3000, 40), (4000, 55)],
    23: [(1, 20), (1000, 25), (2000, 35), (3000, 45), (4000, 55)],
    24: [(1, 15), (1000, 25), (2000, 35), (3000, 50), (4000, 70)],
}


def _clauses(**kinds: str) -> dict[str, frozenset[str]]:
    return {kind: frozenset(named.split()) for kind, named in kinds.items()}


FOLDS = {"fold": "Q-4", "fold_unqualified": "Q-4 Q-5"}
PAIRS = _clauses(
    win="PA-6 LW-10", lose="PA-6 LW-10", fold_win="PA-6 Q-4 LW-9", fold_lose="PA-6 LW-9"
)


def _california() -> dict[str, dict[str, frozenset[str]]]:
    folds = {"fold": "CA-6.14 Q-4", "fold_unqualified": "CA-6.14 Q-4 Q-5"}
    return {
        "ante": _clauses(
            win="CA-7.5 CA-7.7", lose="CA-7.4", tie="CA-7.6", unqualified="CA-7.1", **folds
        ),
        "play": _clauses(win="CA-7.5 CA-7.7", lose="CA-7.4", tie="CA-7.6"),
        "blind": _clauses(win="CA-7.5 CA-7.7", push="CA-7.3", lose="CA-7.4", tie="CA-7.6", **folds),
        "trips": _clauses(
            win="CA-7.9 CA-7.7 CA-9 CA-7.5 CA-7.4",
            lose="CA-9 CA-7.4 CA-7.5",
            fold_win="CA-7.9 CA-6.14 CA-9",
            fold_lose="CA-6.14",
        ),
        "bad_beat": _clauses(
            win="CA-10", lose="CA-10 Q-20", tie="CA-10 CA-7.6", unqualified="CA-7.1", fold="Q-4"
        ),
    }


LEFT_OUT = {"CA-7.1", "CA-7.6"}


def _california_bad_beat() -> dict[str, dict[str, frozenset[str]]]:
    """Numbered as California's; what its document leaves out of CA-7.1 and CA-7.6 is as there."""
    return {
        wager: {
            reason: frozenset({*(name.replace("CA-", "BB-") for name in named), *named & LEFT_OUT})
            for reason, named in reasons.items()
        }
        for wager, reasons in _california().items()
    }


def _house(
    base: str, unqualified: str, trips: str, folded_trips: str, bad_beat: str
) -> dict[str, dict[str, frozenset[str]]]:
    plain = {"win": base, "lose": base, "tie": base}
    return {
        "ante": _clauses(**plain, unqualified=unqualified, **FOLDS),
        "play": _clauses(**plain),
        "blind": _clauses(**plain, push=base, **FOLDS),
        "trips": _clauses(win=trips, lose=trips, fold_win=f"{folded_trips} Q-4", fold_lose=trips),
        "bad_beat": _clauses(
            win=bad_beat, lose=bad_beat, tie=bad_beat, unqualified=bad_beat, fold="Q-4"
        ),
        "ultimate_pairs": PAIRS,
        "progressive": _clauses(win="PA-9", lose="PA-9", fold_win="PA-9 Q-4", fold_lose="PA-9"),
        "envy": _clauses(win="PA-10 Q-24", fold_win="PA-10 Q-24 Q-4"),
    }


ADMISSIBLE = {
    "california": _california(),
    "california-bad-beat": _california_bad_beat(),
    "cardroom-25": _house("CR-14", "CR-5", "CR-14", "CR-6", ""),
    "hollywood-pa": _house("PA-3", "PA-4", "PA-5", "", "PA-8"),
    "light-and-wonder": _house("LW-15", "LW-4", "LW-15 LW-16", "LW-16", "LW-8 PA-8"),
}
"""House → wager → reason for its outcome → the clauses that may be cited."""
