"""Cards: thirteen ranks, four equal suits (CA-4.1), written `Ah`, `Td`, `2c`."""

from __future__ import annotations

from uth.core.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"
TEN, JACK, QUEEN, KING, ACE = range(10, 15)
"""How high a rank counts; the others are their numbers."""


class Card:
    """One of the 52; there is a single object for each, so identity is equality."""

    __slots__ = ("index", "rank", "suit", "text")

    rank: int
    """How high it counts: 2 to 14."""
    suit: str
    """Its letter; no suit is higher than another."""
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
    card.rank, card.suit, card.index = (index >> 2) + 2, SUIT_LETTERS[index & 3], index
    card.text = RANK_LETTERS[index >> 2] + card.suit
    return card


DECK: tuple[Card, ...] = tuple(map(_make, range(52)))
"""All 52, by index: rank × 4 + suit, twos first, clubs before diamonds, hearts and spades."""

_BY_TEXT = {card.text: card for card in DECK}


def parse_card(text: str) -> Card:
    """`Ah` is the ace of hearts."""
    card = _BY_TEXT.get(text)
    if card is None:
        raise Refusal("card/unknown", card=text)
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
    refuse_twice_among({"": cards})


def refuse_twice_among(groups: dict[str, Iterable[Card]]) -> None:
    """The same for named groups of cards; the refusal is at the second place."""
    seen: set[Card] = set()
    for where, cards in groups.items():
        for card in cards:
            if card in seen:
                raise Refusal("card/twice", card=card.text, where=where)
            seen.add(card)


def print_cards(cards: Iterable[Card]) -> str:
    return " ".join(card.text for card in cards)
