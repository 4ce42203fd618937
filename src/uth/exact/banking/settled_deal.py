"""A deal that the worst-case search found, as the table settles it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from uth.core.cards import DECK, Card
from uth.core.money import Cents
from uth.exact.arrays import Array
from uth.exact.banking.ended_wagers import Wagers
from uth.exact.banking.seat_outcomes import BestPlay
from uth.rulebook.model import Rulebook
from uth.table.settling.settlement import DealtSpot, settle


@dataclass(frozen=True)
class SeatResult:
    """A seat in the worst deal: its cards, its Play multiple (0: a fold) and what it wins."""

    cards: tuple[Card, ...]
    multiple: int
    wins: Cents


@dataclass(frozen=True)
class WorstDeal:
    """A deal as the table settles it, before the fee; other deals may cost as much."""

    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    seats: tuple[SeatResult, ...]

    @property
    def total(self) -> Cents:
        return sum(seat.wins for seat in self.seats)


class Candidate(NamedTuple):
    """A deal in the kernels' terms; the first holding is the dealer's."""

    board: Array
    dealer_strength: int
    holdings: Array
    classes: Array


def settled_deal(
    house: Rulebook,
    seats: Sequence[Wagers],
    plays: Sequence[list[list[BestPlay]]],
    candidate: Candidate,
) -> WorstDeal:
    """Give each holding to the seat that gains most by it, and settle."""
    theirs = candidate.dealer_strength >> 20
    classes, holdings = candidate.classes[1:].tolist(), candidate.holdings[1:].tolist()
    seating = max(
        permutations(zip(classes, holdings, strict=True)),
        key=lambda order: sum(
            seat[theirs][cls].wins for seat, (cls, _) in zip(plays, order, strict=True)
        ),
    )
    spots = [
        DealtSpot(number, cards_of(cards), seat[theirs][cls].multiple, wagers)
        for number, (wagers, seat, (cls, cards)) in enumerate(
            zip(seats, plays, seating, strict=True), 1
        )
    ]
    board, dealer = cards_of(candidate.board.tolist()), cards_of(candidate.holdings[0].tolist())
    return deal_at_bank(house, board, dealer, spots, None)


def deal_at_bank(
    house: Rulebook,
    board: tuple[Card, ...],
    dealer: tuple[Card, ...],
    spots: Sequence[DealtSpot],
    bank: Cents | None,
) -> WorstDeal:
    """A deal as the table settles it with a bank of this size; the seat behind the last banks."""
    banker = len(spots) + 1 if house.player_dealer else None
    rows = settle(house, board, dealer, spots, banker, bank).rows
    return WorstDeal(
        board,
        dealer,
        tuple(
            SeatResult(
                spot.cards,
                spot.multiple,
                sum(row.paid - row.taken for row in rows if row.seat == spot.seat),
            )
            for spot in spots
        ),
    )


def cards_of(indices: Sequence[int]) -> tuple[Card, ...]:
    """The cards with these indices."""
    return tuple(DECK[index] for index in indices)
