"""The 169 starting hands that are distinct up to suits."""

from __future__ import annotations

from uth.core.cards import RANK_LETTERS, Card

STARTS = 169


def starting_hand_name(start: int) -> str:
    """`AA`, `AKs`, `AKo`: the index is row × 13 + column, suited if the row is higher."""
    row, column = divmod(start, 13)
    if row == column:
        return RANK_LETTERS[row] * 2
    high, low = max(row, column), min(row, column)
    return RANK_LETTERS[high] + RANK_LETTERS[low] + ("s" if row > column else "o")


def starting_hand_index(one: Card, other: Card) -> int:
    """The index of two hole cards among the starting hands."""
    a, b = one.index >> 2, other.index >> 2
    high, low = max(a, b), min(a, b)
    return high * 13 + low if one.suit == other.suit else low * 13 + high


STARTING_HAND_NAMES = tuple(starting_hand_name(start) for start in range(STARTS))
SIZES = tuple({"s": 4, "o": 12}.get(name[-1], 6) for name in STARTING_HAND_NAMES)
"""How many holdings each starting hand has."""
