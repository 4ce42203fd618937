"""The plain twin of `rank_hand`: the best five of five or more cards, by trying them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from uth.core.cards import Card
from uth.core.hands import Category, Hand


def make_hand(category: Category, ranks: Iterable[int]) -> Hand:
    strength = category.value
    padded = [*ranks, 0, 0, 0, 0, 0][:5]
    for rank in padded:
        strength = strength << 4 | rank
    return Hand(strength)


def five_card_hand(cards: Sequence[Card]) -> Hand:
    """The hand that five cards make, by looking at them as a person would."""
    ranks = sorted((card.rank for card in cards), reverse=True)
    if ranks == [14, 5, 4, 3, 2]:
        ranks = [5, 4, 3, 2, 1]
    straight = all(high == low + 1 for high, low in pairwise(ranks))
    flush = len({card.suit for card in cards}) == 1
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    if straight and flush:
        royal = ranks[0] == 14
        kind = Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH
        return make_hand(kind, ranks[:1])
    if straight:
        return make_hand(Category.STRAIGHT, ranks[:1])
    if flush:
        return make_hand(Category.FLUSH, ranks)
    kind = {
        (4, 1): Category.FOUR_OF_A_KIND,
        (3, 2): Category.FULL_HOUSE,
        (3, 1, 1): Category.THREE_OF_A_KIND,
        (2, 2, 1): Category.TWO_PAIR,
        (2, 1, 1, 1): Category.PAIR,
    }.get(tuple(shape), Category.HIGH_CARD)
    return make_hand(kind, (rank for _, rank in groups))


def best_hand(cards: Sequence[Card]) -> Hand:
    """The best five of any five or more cards (CA-2.1), by trying them all."""
    return max(map(five_card_hand, combinations(cards, 5)), key=lambda hand: hand.strength)
