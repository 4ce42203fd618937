"""From the deal to the dealer's cards."""

from __future__ import annotations

from typing import Literal

from uth.core.cards import Card
from uth.core.money import Cents
from uth.table.events.event import AmountEvent, Event, SeatEvent, Shuffler

Procedure = Literal["shoe", "shuffler", "community-first", "hand-held"]


class Dealt(Event, frozen=True):
    """The whole order of the deck; who holds what follows from the procedure."""

    deck: tuple[Card, ...]
    colour: str
    procedure: Procedure
    seats: tuple[int, ...]
    shuffler: Shuffler = "main"


class Acted(SeatEvent, frozen=True):
    """`multiple` is that of the Play bet, 0 for a fold, −1 for a check."""

    multiple: int
    amount: Cents = 0
    timed_out: bool = False


class BackLineFollowed(AmountEvent, frozen=True):
    """A back-line bettor's Play bet, bound by the seat's decision."""


class BoardTurned(Event, frozen=True):
    """The flop, or turn and river together."""

    cards: tuple[Card, ...]


class DealerTurned(Event, frozen=True):
    """The dealer's cards are turned over."""

    cards: tuple[Card, ...]
    hand: str
    qualifies: bool


class DealerNotTurned(Event, frozen=True):
    """Everybody has folded: the dealer's cards stay face down."""
