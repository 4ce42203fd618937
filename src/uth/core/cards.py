"""Cards: thirteen ranks, four equal suits (CA-4.1), written `Ah`, `Td`, `2c`."""

from __future__ import annotations

from enum import Enum

from uth.core.refusal import Refusal, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Rank(Enum):
    """A rank, low to high; its value is how high it counts."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def __str__(self) -> str:
        return RANK_LETTERS[self.value - 2]

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def plural(self) -> str:
        return "sixes" if self is Rank.SIX else f"{self.word}s"


class Suit(Enum):
    """A suit; none is higher than another."""

    CLUBS = "c"
    DIAMONDS = "d"
    HEARTS = "h"
    SPADES = "s"

    def __str__(self) -> str:
        return str(self.value)


RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
RANKS = tuple(Rank)
SUITS = tuple(Suit)


class Card:
    """One of the 52; there is a single object for each, so identity is equality."""

    __slots__ = ("index", "rank", "suit", "text")

    rank: Rank
    suit: Suit
    index: int
    text: str

    def __new__(cls, text: str) -> Card:
        return parse_card(text)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return (Card, (self.text,))


def _make(index: int) -> Card:
    card = object.__new__(Card)
    card.rank, card.suit = RANKS[index >> 2], SUITS[index & 3]
    card.index, card.text = index, RANK_LETTERS[index >> 2] + SUIT_LETTERS[index & 3]
    return card


DECK: tuple[Card, ...] = tuple(map(_make, range(52)))
"""All 52, by index: rank × 4 + suit, twos first, clubs before diamonds, hearts and spades."""

_BY_TEXT = {card.text: card for card in DECK}


def parse_card(text: str) -> Card:
    """`Ah` is the ace of hearts."""
    card = _BY_TEXT.get(text)
    if card is None:
        raise Refusal(
            "card/unknown",
            f"{shown(text)} is not a card; a card is a rank of {RANK_LETTERS} "
            f"and a suit of {SUIT_LETTERS}, such as Ah or Td",
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards apart (`Ah Kd`) or together (`AhKd`), each at most once."""
    cards = tuple(
        parse_card(word[at : at + 2]) for word in text.split() for at in range(0, len(word), 2)
    )
    refuse_twice(cards)
    return cards


def refuse_twice(cards: Iterable[Card]) -> None:
    """No card is in two places."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise Refusal("card/twice", f"{card} is there twice; a deck has one of each card")
        seen.add(card)


def print_cards(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
