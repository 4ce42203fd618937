"""Who gets which card of a given deck, under each of the four procedures (Q-26)."""

from __future__ import annotations

from uth.core.cards import DECK
from uth.core.record import Record
from uth.rulebook.procedures import COMMUNITY, ONE_EACH, PROCEDURES, TWO_EACH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uth.core.cards import Card
    from uth.rulebook.model import Procedure

DEALER = 0
BOARD = 7


class DealtCards(Record):
    """Where the cards of one deck lie."""

    seats: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    board: tuple[Card, ...]
    rest: tuple[Card, ...]


def sequence(procedure: Procedure, seats: Sequence[int]) -> list[int]:
    """Where each card goes in turn: seats clockwise from the dealer's left, then the dealer."""
    hands = [*sorted(seats), DEALER]
    steps = {
        ONE_EACH: hands,
        TWO_EACH: [hand for hand in hands for _ in range(2)],
        COMMUNITY: [BOARD] * 5,
    }
    return [hand for step in PROCEDURES[procedure] for hand in steps[step]]


def deal(procedure: Procedure, deck: Sequence[Card], seats: Sequence[int]) -> DealtCards:
    """Deal without burning a card; a player-dealer gets the dealer's cards."""
    places: dict[int, list[Card]] = {place: [] for place in (*sorted(seats), DEALER, BOARD)}
    order = sequence(procedure, seats)
    for place, card in zip(order, deck, strict=False):
        places[place].append(card)
    return DealtCards(
        {seat: tuple(places[seat]) for seat in sorted(seats)},
        tuple(places[DEALER]),
        tuple(places[BOARD]),
        tuple(deck[len(order) :]),
    )


def arrange(
    procedure: Procedure,
    seats: Mapping[int, Sequence[Card]],
    dealer: Sequence[Card],
    board: Sequence[Card],
) -> tuple[Card, ...]:
    """The deck order that deals these cards: the inverse of `deal`, for replays and disputes."""
    waiting = {DEALER: list(dealer), BOARD: list(board)}
    waiting.update({seat: list(cards) for seat, cards in seats.items()})
    first = [waiting[place].pop(0) for place in sequence(procedure, list(seats))]
    return (*first, *(card for card in DECK if card not in first))
