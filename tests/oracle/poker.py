"""Poker hands the plain way: every five of the cards is looked at, and the best counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from tests.oracle.printed import CATEGORIES

Card = str
Strength = tuple[int, tuple[int, ...]]
"""The category and the ranks that decide between equals: a higher one is a better hand."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
WHEEL = [14, 5, 4, 3, 2]


def rank(card: Card) -> int:
    return RANKS.index(card[0]) + 2


def five_cards(cards: Sequence[Card]) -> Strength:
    """CA-4.1 and CA-4.2 for exactly five cards."""
    ranks = sorted((rank(card) for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    counts = Counter(ranks)
    groups = sorted(counts.values(), reverse=True)
    by_count = tuple(sorted(ranks, key=lambda one: (counts[one], one), reverse=True))
    straight_to = 0
    if len(counts) == 5 and ranks[0] - ranks[4] == 4:
        straight_to = ranks[0]
    if ranks == WHEEL:
        straight_to = 5
    if straight_to:
        straight_flush = "royal flush" if straight_to == 14 else "straight flush"
        name = straight_flush if flush else "straight"
        return CATEGORIES.index(name), (straight_to,)
    if flush:
        name = "flush"
    else:
        name = {
            (4, 1): "four of a kind",
            (3, 2): "full house",
            (3, 1, 1): "three of a kind",
            (2, 2, 1): "two pair",
            (2, 1, 1, 1): "pair",
            (1, 1, 1, 1, 1): "high card",
        }[tuple(groups)]
    return CATEGORIES.index(name), by_count


def best_of(cards: Iterable[Card]) -> Strength:
    """CA-2.1 and Q-32: the best five of all the cards."""
    return max(five_cards(five) for five in combinations(sorted(cards), 5))


def category(strength: Strength) -> str:
    return CATEGORIES[strength[0]]


def at_least(strength: Strength, name: str) -> bool:
    return strength[0] >= CATEGORIES.index(name)
