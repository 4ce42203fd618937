"""Poker hands: the ten categories (CA-4.2) and the plain, obviously right best of seven."""

from __future__ import annotations

from enum import Enum
from itertools import combinations, pairwise

from uth.core.cards import RANKS, Card, Rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Category(Enum):
    """What a five-card hand is; a higher value beats a lower one."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", " ")

    def at_least(self, other: Category) -> bool:
        return bool(self.value >= other.value)


CATEGORIES = tuple(Category)


class Hand:
    """The strength of five cards: category, then the ranks that break ties, as one number.

    Sixteen to the power of five leaves room for five ranks below the category.
    """

    __slots__ = ("strength",)

    def __init__(self, strength: int) -> None:
        self.strength = strength

    @property
    def category(self) -> Category:
        return CATEGORIES[self.strength >> 20]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that decide, the weightiest first."""
        values = (self.strength >> shift & 15 for shift in (16, 12, 8, 4, 0))
        return tuple(RANKS[value - 2] for value in values if value)

    @property
    def words(self) -> str:
        """As a dealer announces it: "full house, aces full of sevens"."""
        name, first = self.category.words, self.ranks[0]
        match self.category:
            case Category.ROYAL_FLUSH:
                return name
            case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
                return f"{name}, {first.plural}"
            case Category.FULL_HOUSE:
                return f"{name}, {first.plural} full of {self.ranks[1].plural}"
            case Category.TWO_PAIR:
                return f"{name}, {first.plural} and {self.ranks[1].plural}"
            case Category.PAIR:
                return f"{name} of {first.plural}"
            case Category.HIGH_CARD:
                return f"{name}, {first.word}"
            case _:
                return f"{name}, {first.word} high"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.strength == other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __lt__(self, other: Hand) -> bool:
        return self.strength < other.strength

    def __gt__(self, other: Hand) -> bool:
        return self.strength > other.strength

    def __repr__(self) -> str:
        return f"Hand({self.words!r})"


def make_hand(category: Category, ranks: Iterable[int]) -> Hand:
    strength = category.value
    padded = [*ranks, 0, 0, 0, 0, 0][:5]
    for rank in padded:
        strength = strength << 4 | rank
    return Hand(strength)


def five_card_hand(cards: Sequence[Card]) -> Hand:
    """The hand that five cards make, by looking at them as a person would."""
    ranks = sorted((card.rank.value for card in cards), reverse=True)
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
