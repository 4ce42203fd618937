"""Who gets which card of a given deck, under each of the dealing procedures (Q-26)."""

from __future__ import annotations

from uth.core.cards import DECK
from uth.core.record import Record
from uth.rulebook.procedures import COMMUNITY, ONE_EACH, PROCEDURES, TWO_EACH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from uth.core.cards import Card
    from uth.rulebook.procedures import Procedure

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
    return [hand for step in PROCEDURES[procedure].steps for hand in steps[step]]


def deal(procedure: Procedure, deck: Sequence[Card], seats: Sequence[int]) -> DealtCards:
    """Deal without burning a card; a player-dealer gets the dealer's cards."""
    places: dict[int, list[Card]] = {hand: [] for hand in (*sorted(seats), DEALER, BOARD)}
    order = sequence(procedure, seats)
    for hand, card in zip(order, deck, strict=False):
        places[hand].append(card)
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
    """A deck that deals these cards, filled up from the rest: for replays and disputes."""
    named = {DEALER: list(dealer), BOARD: list(board)}
    named.update({seat: list(cards) for seat, cards in seats.items()})
    used = {card for cards in named.values() for card in cards}
    others = [card for card in DECK if card not in used]
    order = sequence(procedure, list(seats))
    first = [named[hand].pop(0) if named[hand] else others.pop(0) for hand in order]
    return (*first, *others)
