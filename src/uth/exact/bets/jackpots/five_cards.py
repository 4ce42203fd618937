"""Counts of five-card hands, which hole cards and flop make (PA-9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod

from uth.core.cards import DECK, Card
from uth.core.hands import Category, rank_hand

FIVE_CARD_DEALS = 2_598_960


@cache
def five_card_hands() -> Mapping[Category, int]:
    """All 2,598,960 five-card hands by category, from multisets of ranks and suited sets."""
    counts: Counter[Category] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        ways = prod(comb(4, many) for many in held.values())
        if len(held) == 5:
            ways -= 4
            counts[_category(ranks, (0, 0, 0, 0, 0))] += 4
        suits = tuple(ranks[:at].count(rank) for at, rank in enumerate(ranks))
        mixed = (0, 0, 0, 0, 1) if len(held) == 5 else suits
        counts[_category(ranks, mixed)] += ways
    return counts


def _category(ranks: tuple[int, ...], suits: tuple[int, ...]) -> Category:
    cards = [DECK[rank * 4 + suit] for rank, suit in zip(ranks, suits, strict=True)]
    return rank_hand(cards).category


@cache
def completing_holdings() -> tuple[tuple[frozenset[Card], Category], ...]:
    """The straight and royal flushes of one suit, with their categories."""
    suited = [card for card in DECK if card.index & 3 == 0]
    hands = []
    for five in combinations(suited, 5):
        category = rank_hand(five).category
        if category.at_least(Category.STRAIGHT_FLUSH):
            hands.append((frozenset(five), category))
    return tuple(hands)
