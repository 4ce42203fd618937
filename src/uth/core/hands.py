"""Poker hands: the ten categories (CA-4.2), and the best five of seven (CA-2.1)."""

from __future__ import annotations

from uth.core.cards import RANK_LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import ClassVar

    from uth.core.cards import Card


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
        self.name: str = name
        self.value: int = value
        setattr(Category, name, self)

    def __repr__(self) -> str:
        return f"Category.{self.name}"

    def __reduce__(self) -> tuple[object, tuple[type[Category], str]]:
        return getattr, (Category, self.name)

    def at_least(self, other: Category) -> bool:
        return self.value >= other.value

    def __lt__(self, other: Category) -> bool:
        return self.value < other.value

    def __le__(self, other: Category) -> bool:
        return self.value <= other.value

    def __gt__(self, other: Category) -> bool:
        return self.value > other.value

    def __ge__(self, other: Category) -> bool:
        return self.value >= other.value


CATEGORIES = tuple(Category(name, value) for value, name in enumerate(Category.__annotations__))
CATEGORY_BY_NAME = {category.name.lower(): category for category in CATEGORIES}


class Hand:
    """The strength of five cards: category, then the ranks that break ties, as one number.

    Sixteen to the power of five leaves room for five ranks below the category.
    """

    __slots__ = ("strength",)

    def __init__(self, strength: int) -> None:
        self.strength: int = strength

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

    def __le__(self, other: Hand) -> bool:
        return self.strength <= other.strength

    def __ge__(self, other: Hand) -> bool:
        return self.strength >= other.strength

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})"


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
