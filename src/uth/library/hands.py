"""Cards and hands for programs, singly and in bulk; what is no hand is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from uth.core.cards import DECK, Card, parse_card, parse_cards, refuse_twice
from uth.core.hands import Hand, rank_hand
from uth.core.refusal import Refusal
from uth.library.extras import from_extra
from uth.library.whole_numbers import whole

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from uth.exact.arrays import Array

Cards: TypeAlias = str | Iterable[Card | str | int]
"""`"Ah Kd"`, or cards, their texts, or their numbers: rank × 4 + suit, `2c` is 0, `As` is 51."""


def cards(given: Cards) -> tuple[Card, ...]:
    """Cards from any of their forms, each at most once.

    >>> import uth
    >>> uth.cards("Ah Kd")
    (Card('Ah'), Card('Kd'))
    >>> uth.cards([50, "Kd"])
    (Card('Ah'), Card('Kd'))
    >>> uth.cards([52])
    Traceback (most recent call last):
      ...
    uth.core.refusal.Refusal: card/number: 52 is not the number of a card: they are 0 to 51
    """
    if isinstance(given, str):
        return parse_cards(given)
    if not isinstance(given, Iterable):
        raise Refusal("card/not_a_string", value=given)
    parsed = tuple(map(_card, given))
    refuse_twice(parsed)
    return parsed


def _card(given: Card | str | int) -> Card:
    if isinstance(given, Card):
        return given
    if isinstance(given, str):
        return parse_card(given)
    number = whole(given)
    if type(number) is not int:
        raise Refusal("card/not_a_string", value=given)
    if not 0 <= number < len(DECK):
        raise Refusal("card/number", number=number, last=len(DECK) - 1)
    return DECK[number]


def evaluate(hand: Cards) -> Hand:
    """The best hand of five, six or seven cards; hands compare by strength.

    >>> import uth
    >>> uth.evaluate("Ah Kd 7c 7s 2h As Ad")
    Hand('full_house A7')
    >>> uth.evaluate("Ah Kh Qh Jh Th") > uth.evaluate("9c 9d 9h 9s 2c")
    True
    >>> uth.evaluate("Ah Ah Qh Jh Th")
    Traceback (most recent call last):
      ...
    uth.core.refusal.Refusal: card/twice: Ah is there twice; a deck has one of each card
    """
    parsed = cards(hand)
    if not 5 <= len(parsed) <= 7:
        raise Refusal("hand/count", count=len(parsed))
    return rank_hand(parsed)


def evaluate_many(hands: ArrayLike) -> Array:
    """The strength of each row of seven card numbers; equal to `Hand.strength`.

    Millions of hands a second. Needs the extra `exact`.

    >>> import uth
    >>> strengths = uth.evaluate_many([[50, 45, 20, 23, 2, 51, 49], [0, 4, 8, 12, 17, 22, 27]])
    >>> [str(uth.Hand(int(strength))) for strength in strengths]
    ['full_house A7', 'straight 8']
    >>> uth.evaluate_many([[0, 1, 2, 3, 4, 5]])
    Traceback (most recent call last):
      ...
    uth.core.refusal.Refusal: hand/columns: each row needs seven cards; the shape is (1, 6)
    """
    with from_extra("exact"):
        from uth.exact.solver.evaluator import checked_sevens, evaluator
    return evaluator().evaluate(checked_sevens(hands))
