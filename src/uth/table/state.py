"""The state of a table. It is never changed: each event makes the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from uth.core.cards import Card
from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.table.events import Settled, Shuffler
from uth.table.postings import Posting, chips, held

Phase = Literal["betting", "closed", "preflop", "flop", "river", "settling"]
STREETS: tuple[Phase, ...] = ("preflop", "flop", "river")
CHECK, FOLD = -1, 0
COLOURS = ("red", "blue")


class Backing(msgspec.Struct, frozen=True, gc=False):
    """What one bettor has behind a seat."""

    player: str
    wagers: dict[str, Cents]


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A seated player and their part in the round."""

    player: str
    wagers: dict[str, Cents] = {}
    multiple: int | None = None
    """The Play multiple; 0 is a fold, None not yet decided."""
    acted: bool = False
    """Whether they have acted on this street."""
    exposed: bool = False
    forfeited: bool = False
    kept_minimum: Cents | None = None
    last_ante: Cents = 0
    """The Ante of their last round here; 0 before the first."""
    disconnected: bool = False
    leaving: bool = False
    hold: int = 0
    """Minutes for which the floor holds the seat."""
    away: bool = False
    """Gone, with the seat held for them."""
    backing: tuple[Backing, ...] = ()

    @property
    def in_play(self) -> bool:
        return bool(self.wagers) and not self.forfeited

    @property
    def to_act(self) -> bool:
        return self.in_play and self.multiple is None and not self.acted


class Bank(msgspec.Struct, frozen=True, gc=False):
    """The player-dealer's position."""

    offered: int = 0
    """The seat that the bank is offered to; 0 for none."""
    first_offered: int = 0
    """The seat where this offer began: when it is back there, nobody has taken the bank."""
    seat: int = 0
    amount: Cents = 0
    paid: Cents = 0
    collected: Cents = 0
    last: str = ""
    """Who banked last, from which seat, and how many rounds in a row."""
    last_seat: int = 0
    rounds: int = 0


class DiscardRack(msgspec.Struct, frozen=True, gc=False):
    """How many cards lie in the discard rack, of one deck at a time (CA-3.2)."""

    colour: str = ""
    """The backs of the deck; empty until a first round begins."""
    cards: int = 0
    hands: tuple[int, ...] = ()
    """The seats whose hands lie there."""


class VoidRequest(msgspec.Struct, frozen=True):
    """A void that waits for a second supervisor."""

    reason: str
    by: str


class Table(msgspec.Struct, frozen=True, gc=False):
    """Everything that is so at one table."""

    house: str
    rulebook: str
    minimum: Cents
    maximum: Cents
    practice: bool = False
    posted_maximum: Cents | None = None
    """The maximum payout that management has posted (CR-10)."""
    phase: Phase = "betting"
    round: int = 1
    seats: tuple[Seat | None, ...] = (None,) * 6
    rail: tuple[str, ...] = ()
    rail_leaving: tuple[str, ...] = ()
    bank: Bank = Bank()
    balances: dict[str, Cents] = {}
    moves: tuple[Posting, ...] = ()
    """The movements of this round, which voiding it would reverse."""
    deck: tuple[Card, ...] = ()
    dealt_seats: tuple[int, ...] = ()
    procedure: str = ""
    hands: tuple[tuple[Card, ...], ...] = ((),) * 7
    """The cards of each place: the dealer's first, then those of seats 1 to 6."""
    board: tuple[Card, ...] = ()
    undealt: int = 0
    """How many cards of the deck in play the dealer or the shuffler still has."""
    rack: DiscardRack = DiscardRack()
    shuffler: Shuffler = "main"
    turned: int = 0
    """How many of the community cards are face up."""
    dealer_turned: bool = False
    mysteries: tuple[int, ...] = ()
    """The seats whose wager has won the mystery in this round."""
    claims: tuple[int, ...] = ()
    awards: tuple[tuple[int, Cents, int], ...] | None = None
    begun: bool = False
    """Whether what the round owes has been worked out."""
    due: tuple[Settled, ...] = ()
    approval_pending: bool = False
    """The payout that is due next waits for the floor."""
    approved: bool = False
    void_request: VoidRequest | None = None

    @property
    def colour(self) -> str:
        """The backs of the deck that this round uses."""
        return COLOURS[self.round % 2]

    def taken(self) -> Iterator[tuple[int, Seat]]:
        """The seats with a player, by number."""
        for number, seat in enumerate(self.seats, 1):
            if seat is not None:
                yield number, seat

    def in_play(self) -> Iterator[tuple[int, Seat]]:
        for number, seat in enumerate(self.seats, 1):
            if seat is not None and seat.wagers and not seat.forfeited:
                yield number, seat

    def seat(self, number: int) -> Seat:
        seat = self.seats[number - 1]
        assert seat is not None, f"seat {number} is empty"
        return seat

    def find(self, player: str) -> int:
        """The number of a player's seat, or 0."""
        for number, seat in enumerate(self.seats, 1):
            if seat is not None and seat.player == player:
                return number
        return 0

    def seated(self, player: str) -> tuple[int, Seat]:
        """The seat of a player who is there, or a refusal."""
        number = self.find(player)
        if not number or self.seat(number).away:
            raise Refusal("seat/not_seated", where="player", player=player)
        return number, self.seat(number)

    def present(self, player: str) -> bool:
        number = self.find(player)
        return player in self.rail or bool(number and not self.seat(number).away)

    def chips(self, player: str) -> Cents:
        return self.balances.get(chips(player), 0)

    def staked(self, player: str) -> Cents:
        return self.balances.get(held(player), 0)

    def least(self, seat: Seat) -> Cents:
        """The minimum that binds a seat: the table's, or the lower one it kept (CR-9)."""
        return min(self.minimum, seat.kept_minimum or self.minimum)

    def backing(self, player: str) -> tuple[int, Backing] | None:
        """Where a bettor at the rail has staked."""
        for number, seat in self.taken():
            for backing in seat.backing:
                if backing.player == player:
                    return number, backing
        return None
