"""The 169 starting hands that differ by more than suits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uth.core.cards import RANK_LETTERS

if TYPE_CHECKING:
    from uth.core.cards import Card

STARTS = 169


def start_name(start: int) -> str:
    """`AA`, `AKs`, `AKo`: row × 13 + column, suited where the row is the higher."""
    row, column = divmod(start, 13)
    if row == column:
        return RANK_LETTERS[row] * 2
    high, low = max(row, column), min(row, column)
    return RANK_LETTERS[high] + RANK_LETTERS[low] + ("s" if row > column else "o")


def start_of(one: Card, other: Card) -> int:
    a, b = one.index >> 2, other.index >> 2
    high, low = max(a, b), min(a, b)
    return high * 13 + low if one.suit is other.suit else low * 13 + high


NAMES = tuple(start_name(start) for start in range(STARTS))


def best_first() -> list[int]:
    """As a table is read: pairs and high cards first."""
    return sorted(
        range(STARTS), key=lambda s: (max(divmod(s, 13)), min(divmod(s, 13)), s), reverse=True
    )
