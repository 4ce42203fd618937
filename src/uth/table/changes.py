"""What each event changes in the state of a table, besides its money."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from uth.core.cards import DECK
from uth.table import events as e
from uth.table.dealing import deal
from uth.table.postings import BANK, Posting, chips
from uth.table.settling.settlement import SEATS
from uth.table.state import CHECK, Backing, Bank, DiscardRack, Seat, Table, VoidRequest


def _seat(table: Table, number: int, seat: Seat | None) -> tuple[Seat | None, ...]:
    seats = table.seats
    return (*seats[: number - 1], seat, *seats[number:])


def _change(table: Table, number: int, **changes: Any) -> Table:
    return replace(table, seats=_seat(table, number, replace(table.seat(number), **changes)))


def _seated(table: Table, event: e.PlayerSeated) -> Table:
    old = table.seats[event.seat - 1]
    seat = replace(old, away=False, hold=0) if old else Seat(event.player)
    return replace(table, seats=_seat(table, event.seat, seat))


def _leaving(table: Table, event: e.PlayerLeaving) -> Table:
    number = table.find(event.player)
    if number:
        return _change(table, number, leaving=True)
    return replace(table, rail_leaving=(*table.rail_leaving, event.player))


def _left(table: Table, event: e.PlayerLeft) -> Table:
    number = table.find(event.player)
    if number:
        seat = table.seat(number)
        if seat.hold and not seat.forfeited:
            return _change(table, number, away=True, leaving=False, disconnected=False)
        if seat.forfeited and table.phase != "betting":
            return table
        return replace(table, seats=_seat(table, number, None))
    return replace(
        table,
        rail=tuple(name for name in table.rail if name != event.player),
        rail_leaving=tuple(name for name in table.rail_leaving if name != event.player),
    )


def _back_line(table: Table, event: e.BackLinePlaced) -> Table:
    seat = table.seat(event.seat)
    others = tuple(backing for backing in seat.backing if backing.player != event.player)
    new = (Backing(event.player, event.wagers),) if event.wagers else ()
    return _change(table, event.seat, backing=others + new)


def _bank_offered(table: Table, event: e.BankOffered) -> Table:
    first = table.bank.first_offered or event.seat
    return replace(table, bank=replace(table.bank, offered=event.seat, first_offered=first))


def _bank_taken(table: Table, event: e.BankTaken) -> Table:
    bank = replace(table.bank, offered=0, first_offered=0, seat=event.seat, amount=event.amount)
    return replace(table, bank=bank)


def _bank_declined(table: Table, event: e.BankDeclined) -> Table:
    return replace(table, bank=replace(table.bank, offered=0, seat=0, amount=0))


def _bank_settled(table: Table, event: e.BankSettled) -> Table:
    bank = table.bank
    rounds = bank.rounds + 1 if bank.last == event.player else 1
    settled = replace(bank, last=event.player, last_seat=bank.seat, rounds=rounds)
    return replace(table, bank=settled)


def _bets_closed(table: Table, event: e.BetsClosed) -> Table:
    """From here on the round can be voided: all stakes on the layout are its first movements.

    The other deck leaves the discard rack to be shuffled, and this round's is in play (CA-3.2).
    """
    staked: list[Posting] = [
        (chips(player), account, amount)
        for account, amount in table.balances.items()
        if (player := account.removeprefix("wager/")) != account
    ]
    if table.bank.seat:
        banker = table.seat(table.bank.seat).player
        staked.append((chips(banker), BANK, table.bank.amount))
    seats = tuple(
        replace(seat, last_ante=seat.wagers["ante"]) if seat is not None and seat.wagers else seat
        for seat in table.seats
    )
    return replace(
        table,
        phase="closed",
        seats=seats,
        moves=tuple(staked),
        undealt=len(DECK),
        rack=DiscardRack(table.colour),
    )


def _dealt(table: Table, event: e.Dealt) -> Table:
    dealt = deal(event.procedure, event.deck, event.seats)
    return replace(
        table,
        phase="preflop",
        deck=event.deck,
        procedure=event.procedure,
        dealt_seats=event.seats,
        hands=(dealt.dealer, *(dealt.seats.get(seat, ()) for seat in SEATS)),
        board=dealt.board,
        undealt=len(dealt.rest),
    )


def _called(table: Table, event: e.DealerCall) -> Table:
    """The cards of a hand, or what is left of the deck, go to the discard rack."""
    if not event.discarded:
        return table
    rack = replace(table.rack, cards=table.rack.cards + event.discarded)
    if event.seat:
        return replace(table, rack=replace(rack, hands=(*rack.hands, event.seat)))
    return replace(table, rack=rack, undealt=table.undealt - event.discarded)


def _acted(table: Table, event: e.Acted) -> Table:
    if event.multiple == CHECK:
        return _change(table, event.seat, acted=True)
    return _change(table, event.seat, acted=True, multiple=event.multiple)


def _turned(table: Table, event: e.BoardTurned) -> Table:
    seats = tuple(
        replace(seat, acted=False) if seat is not None and seat.acted else seat
        for seat in table.seats
    )
    turned = table.turned + len(event.cards)
    return replace(table, seats=seats, turned=turned, phase="flop" if turned == 3 else "river")


def _settled(table: Table, event: e.Settled) -> Table:
    bank = table.bank
    if event.payer == "bank":
        bank = replace(bank, paid=bank.paid + event.paid, collected=bank.collected + event.taken)
    return replace(table, bank=bank, due=table.due[1:], approval_pending=False, approved=False)


def _forfeited(table: Table, event: e.Forfeited) -> Table:
    due = tuple(row for row in table.due if row.seat != event.seat or row.backer)
    waits = due[:1] == table.due[:1]
    return replace(
        _change(table, event.seat, forfeited=True),
        due=due,
        claims=tuple(seat for seat in table.claims if seat != event.seat),
        approval_pending=table.approval_pending and waits,
        approved=table.approved and waits,
    )


def _closed(table: Table, event: e.RoundClosed) -> Table:
    """Clear the layout for the next round; the decks alternate whatever happened.

    All cards that are still out go to the discard rack.
    """
    old = table.bank
    bank = Bank(last=old.last, last_seat=old.last_seat, rounds=old.rounds)
    seats = tuple(
        None
        if seat is None or seat.forfeited
        else replace(seat, wagers={}, multiple=None, acted=False, exposed=False, backing=())
        for seat in table.seats
    )
    return Table(
        house=table.house,
        rulebook=table.rulebook,
        minimum=table.minimum,
        maximum=table.maximum,
        practice=table.practice,
        posted_maximum=table.posted_maximum,
        round=event.round + 1,
        seats=seats,
        rail=table.rail,
        rail_leaving=table.rail_leaving,
        bank=bank,
        balances=table.balances,
        rack=DiscardRack(table.colour, len(DECK)),
        shuffler=table.shuffler,
    )


CHANGES: dict[type[e.Event], Callable[[Table, Any], Table]] = {
    e.DealerCall: _called,
    e.PlayerSeated: _seated,
    e.PlayerJoined: lambda table, event: replace(table, rail=(*table.rail, event.player)),
    e.PlayerLeaving: _leaving,
    e.PlayerLeft: _left,
    e.PlayerDisconnected: lambda table, event: _change(
        table, table.find(event.player), disconnected=True
    ),
    e.PlayerReconnected: lambda table, event: _change(
        table, table.find(event.player), disconnected=False
    ),
    e.SeatHeld: lambda table, event: _change(table, event.seat, hold=event.minutes),
    e.SeatReleased: lambda table, event: (
        replace(table, seats=_seat(table, event.seat, None))
        if table.seat(event.seat).away
        else _change(table, event.seat, hold=0)
    ),
    e.LimitsChanged: lambda table, event: replace(
        table, minimum=event.minimum, maximum=event.maximum
    ),
    e.ShufflerSwitched: lambda table, event: replace(table, shuffler=event.shuffler),
    e.MaximumPosted: lambda table, event: replace(table, posted_maximum=event.maximum),
    e.MaximumWithdrawn: lambda table, event: replace(table, posted_maximum=None),
    e.MysteryWon: lambda table, event: replace(table, mysteries=(*table.mysteries, event.seat)),
    e.MinimumLost: lambda table, event: _change(table, event.seat, kept_minimum=None),
    e.MinimumGrandfathered: lambda table, event: _change(
        table, event.seat, kept_minimum=event.minimum
    ),
    e.WagersPlaced: lambda table, event: _change(table, event.seat, wagers=event.wagers),
    e.BackLinePlaced: _back_line,
    e.BankOffered: _bank_offered,
    e.BankTaken: _bank_taken,
    e.BankDeclined: _bank_declined,
    e.BankUntaken: lambda table, event: replace(
        table, bank=replace(table.bank, offered=0, first_offered=0)
    ),
    e.BankSettled: _bank_settled,
    e.BetsClosed: _bets_closed,
    e.Dealt: _dealt,
    e.Acted: _acted,
    e.BoardTurned: _turned,
    e.DealerTurned: lambda table, event: replace(table, dealer_turned=True, phase="settling"),
    e.DealerNotTurned: lambda table, event: replace(table, phase="settling"),
    e.FoldsDue: lambda table, event: replace(table, due=event.due),
    e.JackpotsClaimed: lambda table, event: replace(table, claims=event.seats),
    e.JackpotsAwarded: lambda table, event: replace(table, awards=event.awards, claims=()),
    e.SettlementBegun: lambda table, event: replace(table, due=event.due, begun=True),
    e.HandRanked: lambda table, event: _change(table, event.seat, exposed=True),
    e.ApprovalRequested: lambda table, event: replace(table, approval_pending=True),
    e.Approved: lambda table, event: replace(table, approved=True),
    e.Settled: _settled,
    e.Forfeited: _forfeited,
    e.VoidRequested: lambda table, event: replace(
        table, void_request=VoidRequest(event.reason, event.by)
    ),
    e.VoidRequestEnded: lambda table, event: replace(table, void_request=None),
    e.RoundClosed: _closed,
}
