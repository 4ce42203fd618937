"""Poker hands: the ten categories (CA-4.2), and the best five of seven in two ways.

`best_hand` is plain and obviously right; `rank_hand` counts ranks and suits, and is quick.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from uth.core.cards import RANK_LETTERS, Card

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import ClassVar


class Category:
    """What a five-card hand is: one object for each, and a higher value beats a lower one."""

    __slots__ = ("name", "value")

    HIGH_CARD: ClassVar[Category]
    PAIR: ClassVar[Category]
    TWO_PAIR: ClassVar[Category]
    THREE_OF_A_KIND: ClassVar[Category]
    STRAIGHT: ClassVar[Category]
    FLUSH: ClassVar[Category]
    FULL_HOUSE: ClassVar[Category]
    FOUR_OF_A_KIND: ClassVar[Category]
    STRAIGHT_FLUSH: ClassVar[Category]
    ROYAL_FLUSH: ClassVar[Category]

    def __init__(self, name: str, value: int) -> None:
        self.name = name
        self.value = value
        setattr(Category, name, self)

    def __repr__(self) -> str:
        return f"Category.{self.name}"

    def __reduce__(self) -> tuple[object, tuple[type[Category], str]]:
        return getattr, (Category, self.name)

    def at_least(self, other: Category) -> bool:
        return self.value >= other.value


CATEGORIES = tuple(Category(name, value) for value, name in enumerate(Category.__annotations__))
CATEGORY_BY_NAME = {category.name.lower(): category for category in CATEGORIES}


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
    def ranks(self) -> tuple[int, ...]:
        """The ranks that decide, the weightiest first."""
        values = (self.strength >> shift & 15 for shift in (16, 12, 8, 4, 0))
        return tuple(value for value in values if value)

    def __str__(self) -> str:
        """Category and ranks, `full_house A7`; `uth.core.texts.hand_text` has its words."""
        return (
            f"{self.category.name.lower()} {''.join(RANK_LETTERS[rank - 2] for rank in self.ranks)}"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.strength == other.strength

    def __hash__(self) -> int:
        return hash(self.strength)

    def __lt__(self, other: Hand) -> bool:
        return self.strength < other.strength

    def __gt__(self, other: Hand) -> bool:
        return self.strength > other.strength

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


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


def _straight_top(ranks: int) -> int:
    """The highest card of a straight in a set of ranks (bit 2 … 14; the ace is also bit 1)."""
    ranks |= ranks >> 14 << 1
    run = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4
    return run.bit_length() + 3 if run else 0


def _top(ranks: int, count: int) -> int:
    """The highest `count` ranks of a set, four bits each, high to low."""
    packed = 0
    for _ in range(count):
        high = ranks.bit_length() - 1
        ranks ^= 1 << high
        packed = packed << 4 | high
    return packed


def rank_hand(cards: Iterable[Card]) -> Hand:
    """The best hand of five to seven cards; among so few, no flush hides a full house or four."""
    ones = twos = threes = fours = 0
    suits = [0, 0, 0, 0]
    for card in cards:
        index = card.index
        bit = 4 << (index >> 2)
        suits[index & 3] |= bit
        fours |= threes & bit
        threes |= twos & bit
        twos |= ones & bit
        ones |= bit
    for flush in suits:
        if flush.bit_count() >= 5:
            top = _straight_top(flush)
            if top:
                return Hand((9 if top == 14 else 8) << 20 | top << 16)
            return Hand(5 << 20 | _top(flush, 5))
    if fours:
        four = fours.bit_length() - 1
        return Hand(7 << 20 | four << 16 | _top(ones ^ 1 << four, 1) << 12)
    if threes:
        three = threes.bit_length() - 1
        rest = twos ^ 1 << three
        if rest:
            return Hand(6 << 20 | three << 16 | _top(rest, 1) << 12)
    top = _straight_top(ones)
    if top:
        return Hand(4 << 20 | top << 16)
    if threes:
        return Hand(3 << 20 | three << 16 | _top(ones ^ 1 << three, 2) << 8)
    if twos:
        high = twos.bit_length() - 1
        rest = twos ^ 1 << high
        if rest:
            low = rest.bit_length() - 1
            kicker = _top(ones ^ 1 << high ^ 1 << low, 1)
            return Hand(2 << 20 | high << 16 | low << 12 | kicker << 8)
        return Hand(1 << 20 | high << 16 | _top(ones ^ 1 << high, 3) << 4)
    return Hand(_top(ones, 5))
