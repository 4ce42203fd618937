"""The cards that decide: the dealer's hand, and each hand against it."""

from __future__ import annotations

from uth.core.hands import Category, rank_hand
from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Literal

    from uth.core.cards import Card
    from uth.core.hands import Hand
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook

    Result = Literal["win", "lose", "tie", "folded"]


class ComparedHand(Record):
    """A hand against the dealer's; `folded` where that is face down.

    `five`: its two cards and the flop, for the Progressive.
    """

    hand: Hand
    five: Hand
    result: Result


class TurnedDeal(Record):
    """The community cards and the dealer's hand, and whether that qualifies.

    While the dealer's cards are face down there is no hand, and nothing is known of it.
    """

    board: tuple[Card, ...]
    dealer_cards: tuple[Card, ...]
    dealer: Hand | None
    qualifies: bool


class Showdown(Record):
    """All that the wagers of a seat can depend on."""

    deal: TurnedDeal
    compared: ComparedHand
    cards: tuple[Card, ...]
    folded: bool
    jackpot: tuple[Cents, int] | None = None
    """The share of the meter that was awarded, and 1/10,000 cents beyond it."""
    seat: int = 0
    hands: Mapping[int, ComparedHand] = {}
    """All hands of the round by seat, in the order of settlement."""


def turn_dealer(
    rules: Rulebook, board: Sequence[Card], dealer_cards: tuple[Card, ...]
) -> TurnedDeal:
    """The dealer's hand; with a pair or better it qualifies. Without cards it is face down."""
    if not dealer_cards:
        return TurnedDeal(tuple(board), (), None, True)
    dealer = rank_hand((*dealer_cards, *board))
    qualifies = rules.play.qualify == "none" or dealer.category.at_least(Category.PAIR)
    return TurnedDeal(tuple(board), dealer_cards, dealer, qualifies)


def compare(deal: TurnedDeal, cards: tuple[Card, ...]) -> ComparedHand:
    """Higher wins, lower loses, equal pushes (CA-7.2)."""
    hand = rank_hand((*cards, *deal.board))
    five = rank_hand((*cards, *deal.board[:3]))
    if deal.dealer is None:
        return ComparedHand(hand, five, "folded")
    gap = hand.strength - deal.dealer.strength
    return ComparedHand(hand, five, "win" if gap > 0 else "lose" if gap else "tie")
