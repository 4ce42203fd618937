"""What a viewer may know: all that leaves a table is built here, and no unturned card is in it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from uth.core.cards import Card
from uth.core.money import Cents
from uth.table import events as e
from uth.table.state import STREETS, Backing, DiscardRack, Seat, Table


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat as one viewer sees it; `cards` are None where they are face down for them."""

    seat: int
    player: str
    chips: Cents
    wagers: dict[str, Cents]
    play: Cents
    multiple: int | None
    to_act: bool
    dealt: bool
    cards: tuple[Card, ...] | None
    minimum: Cents
    disconnected: bool
    leaving: bool
    away: bool
    back_line: tuple[Backing, ...]


class BankView(msgspec.Struct, frozen=True, gc=False):
    """The player-dealer's position: who has it, whom it is offered to, and what is left of it."""

    seat: int
    offered: int
    amount: Cents
    paid: Cents
    collected: Cents


class Waiting(msgspec.Struct, frozen=True):
    """A payout that waits for the floor."""

    seat: int
    player: str
    wager: str
    amount: Cents


class TableView(msgspec.Struct, frozen=True, gc=False):
    """A table as one viewer sees it; no card that is face down for them."""

    house: str
    round: int
    phase: str
    colour: str
    minimum: Cents
    maximum: Cents
    practice: bool
    """A practice table, where the house's own players may play too (Q-30)."""
    posted_maximum: Cents | None
    """The maximum payout that is posted on a table card (CR-10)."""
    seats: tuple[SeatView | None, ...]
    rail: dict[str, Cents]
    bank: BankView
    board: tuple[Card, ...]
    dealer: tuple[Card, ...] | None
    drop_box: Cents
    rack: DiscardRack
    undealt: int
    """How many cards of the deck in play the dealer or the shuffler still has."""
    shuffler: str
    jackpot_pending: bool
    """A share of the meter is claimed; whose hand it is shows when it is turned over."""
    waiting: Waiting | None
    void_requested: bool
    """The floor is looking at this round."""


def view(table: Table, viewer: str = "") -> TableView:
    """The table as a player sees it, or as everybody may (no viewer)."""
    seats = [
        None if seat is None else seat_view(table, number, seat, viewer)
        for number, seat in enumerate(table.seats, 1)
    ]
    return with_seats(table, tuple(seats))


def with_seats(table: Table, seats: tuple[SeatView | None, ...]) -> TableView:
    """The table with its seats as a viewer sees them."""
    return TableView(
        house=table.house,
        round=table.round,
        phase=table.phase,
        colour=table.colour,
        minimum=table.minimum,
        maximum=table.maximum,
        practice=table.practice,
        posted_maximum=table.posted_maximum,
        seats=seats,
        rail={player: table.chips(player) for player in table.rail},
        bank=msgspec.convert(table.bank, BankView, from_attributes=True),
        board=table.board[: table.turned],
        dealer=_dealer(table),
        drop_box=table.balances.get("drop", 0),
        rack=table.rack,
        undealt=table.undealt,
        shuffler=table.shuffler,
        jackpot_pending=bool(table.claims),
        waiting=_waiting(table),
        void_requested=table.void_request is not None,
    )


def own_seat(table: Table, public: SeatView) -> SeatView | None:
    """A seat as its player sees it, if that is more than everybody does: their cards."""
    cards = table.hands[public.seat]
    return replace(public, cards=cards) if cards and not (public.cards or public.away) else None


def _dealer(table: Table) -> tuple[Card, ...] | None:
    """The dealer's cards, once they are turned; a player-dealer waits like everybody else."""
    return table.hands[0] if table.dealer_turned else None


def seat_view(table: Table, number: int, seat: Seat, viewer: str = "") -> SeatView:
    """A seat as a player sees it, or as everybody may."""
    cards = table.hands[number]
    seen = bool(cards) and (seat.exposed or (seat.player == viewer and not seat.away))
    return SeatView(
        seat=number,
        player=seat.player,
        chips=table.chips(seat.player),
        wagers=seat.wagers,
        play=max(seat.multiple or 0, 0) * seat.wagers.get("ante", 0),
        multiple=seat.multiple,
        to_act=table.phase in STREETS and seat.to_act,
        dealt=bool(cards),
        cards=cards if seen else None,
        minimum=table.least(seat),
        disconnected=seat.disconnected,
        leaving=seat.leaving,
        away=seat.away,
        back_line=seat.backing,
    )


def _waiting(table: Table) -> Waiting | None:
    if not table.approval_pending:
        return None
    row = table.due[0]
    return Waiting(row.seat, row.player, row.wager, row.paid)


_WITH_DUE = (e.FoldsDue, e.SettlementBegun)
"""Events that hold what is settled only later."""


def to_be_seen(event: e.Event) -> e.Event:
    """An event without what lies face down or is still to come."""
    if isinstance(event, e.Dealt):
        return e.DealerCall("deal", facts={"colour": event.colour}, clauses=event.clauses)
    if isinstance(event, _WITH_DUE):
        return replace(event, due=())
    return event
