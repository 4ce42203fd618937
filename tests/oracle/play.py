"""The same rounds played at a real table, command by command."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.houses import cents
from tests.oracle.poker import DECK
from tests.oracle.rounds import Table
from tests.oracle.settlement import Line, Round
from tests.table.driver import Game
from uth.table import commands as c
from uth.table import events as e

Json = dict[str, Any]

PLENTY = 1_000_000_000_00


def play(table: Table, played: Json, settled: Round) -> Game:
    """Play the round to its end; the meter's owner awards the shares of `settled`."""
    game = Game(table.house, table.settings, chips=PLENTY)
    assert not game.rules.departures
    game.sit(*sorted(seat["seat"] for seat in played["seats"]))
    if "banker" in played:
        game.sit(played["banker"])
        game.bank(played["banker"], cents(played["bank"]) if "bank" in played else PLENTY // 2)
    for seat in played["seats"]:
        game.do(c.Wager(f"P{seat['seat']}", _stakes(seat)))
        for backer in seat.get("back_line", []):
            game.do(c.Join(backer["name"], PLENTY))
            game.do(c.BackSeat(backer["name"], seat["seat"], _stakes(backer)))
    hands = {seat["seat"]: seat["cards"] for seat in sorted(played["seats"], key=_number)}
    game.deal(hands, played.get("dealer") or _two_others(played), played["board"])
    game.finish({seat["seat"]: _action(seat["play"]) for seat in played["seats"]})
    if game.all(e.JackpotsClaimed):
        shares = {number: int(share) for number, share in settled.shares.items()}
        rests = {
            number: int((share - shares[number]) * 10_000)
            for number, share in settled.shares.items()
        }
        claims = game.last(e.JackpotsClaimed).seats
        game.do(c.AwardJackpots(tuple((seat, shares[seat], rests[seat]) for seat in claims)))
    while game.table.approval_pending:
        game.do(c.Approve("floor", game.last(e.ApprovalRequested).amount))
    return game


def lines_of(game: Game) -> list[Line]:
    """How the table settled each wager, in its order."""
    return [
        Line(
            seat=row.seat,
            bettor=row.player if row.backer else "",
            wager=row.wager,
            stake=row.stake,
            outcome=row.outcome,
            paid=row.paid,
            taken=row.taken,
            short=row.short,
            rounded=Fraction(row.rest or 0),
            approval=row.approval,
            envied=row.source,
        )
        for row in game.rows()
    ]


def fees_of(game: Game) -> dict[str, int]:
    """What each payer was charged, by name."""
    return {event.player: event.amount for event in game.all(e.FeeTaken)}


def expected_fees(played: Json, settled: Round) -> dict[str, int]:
    """By the slow settlement: what each bettor and the banker owe, if anything."""
    fees = {name or f"P{seat}": fee for (seat, name), fee in settled.player_fees().items() if fee}
    if settled.house.player_banked and settled.banker_fee():
        fees[f"P{played['banker']}"] = settled.banker_fee()
    return fees


def _two_others(played: Json) -> str:
    """Two cards that nobody holds, for a dealer whose cards stay down."""
    seen = " ".join([played["board"], *(seat["cards"] for seat in played["seats"])])
    return " ".join([card for card in DECK if card not in seen][:2])


def _number(seat: Json) -> int:
    number: int = seat["seat"]
    return number


def _stakes(bettor: Json) -> dict[str, int]:
    return {wager: cents(stake) for wager, stake in bettor["wagers"].items()}


def _action(play: int | str) -> str:
    return play if isinstance(play, str) else f"{play}x"
