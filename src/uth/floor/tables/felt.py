"""What a page animates on the felt: the order of the deal, and what the bank still covers."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from uth.core.money import Cents
from uth.rulebook.model import Rulebook
from uth.rulebook.procedures import PROCEDURES
from uth.table import events as e
from uth.table.dealing import BOARD, sequence
from uth.table.settling.cover import Cover
from uth.table.settling.seat_cover import SeatCover, seat_covers
from uth.table.state import Table


class CoverLeft(msgspec.Struct, frozen=True):
    """How much a player-dealer's bank can still pay and collect (Q-1)."""

    pays: Cents
    collects: Cents


def deal_sequence(events: Sequence[e.Event]) -> tuple[int, ...]:
    """Where each card of a deal is laid, in order: 0 the dealer, 1 to 6 the seats, 7 the board.

    Under some procedures the dealer keeps the board in hand until it is turned.
    """
    for event in events:
        if isinstance(event, e.Dealt):
            cards = sequence(event.procedure, event.seats)
            if PROCEDURES[event.procedure].board_in_hand:
                cards = [position for position in cards if position != BOARD]
            return tuple(cards)
    return ()


def cover_left(table: Table, rules: Rulebook) -> CoverLeft | None:
    """What the bank covers now; None where nobody but the house banks."""
    bank = table.bank
    return _left(rules, bank.amount, bank.paid, bank.collected) if bank.seat else None


def covers_in_sight(table: Table, rules: Rulebook) -> tuple[SeatCover, ...]:
    """How much of each seat's wagers the bank will cover, while wagers may still be changed."""
    if table.phase != "betting" or not table.bank.seat:
        return ()
    spots = {
        number: [seat.wagers, *(backing.wagers for backing in seat.backing)]
        for number, seat in table.in_play()
    }
    return seat_covers(rules, table.bank.seat, table.bank.amount, spots)


def cover_steps(table: Table, rules: Rulebook, events: Sequence[e.Event]) -> tuple[CoverLeft, ...]:
    """What the bank covers after each `Settled` among these events, of which `table` is the end."""
    settled = [event for event in events if isinstance(event, e.Settled)]
    if "bank" not in [row.payer for row in settled]:
        return ()
    closed = next((event for event in events if isinstance(event, e.BankSettled)), None)
    end = closed or table.bank
    amount = closed.amount + closed.paid - closed.collected if closed else table.bank.amount
    paid = end.paid - sum(row.paid for row in settled if row.payer == "bank")
    collected = end.collected - sum(row.taken for row in settled if row.payer == "bank")
    steps = []
    for row in settled:
        if row.payer == "bank":
            paid, collected = paid + row.paid, collected + row.taken
        steps.append(_left(rules, amount, paid, collected))
    return tuple(steps)


def _left(rules: Rulebook, amount: Cents, paid: Cents, collected: Cents) -> CoverLeft:
    cover = Cover(amount, rules.bank.coverage)
    cover.paid, cover.collected = paid, collected
    return CoverLeft(cover.left_to_pay(), cover.left_to_collect())
