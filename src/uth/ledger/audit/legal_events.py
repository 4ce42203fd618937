"""When people may do what is recorded of them: the table's own rules, asked again."""

from __future__ import annotations

from uth.core.refusal import Refusal, require
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table import events as e
from uth.table.decide import refusal
from uth.table.handlers.playing import allowed
from uth.table.handlers.run import Run
from uth.table.state import CHECK, FOLD, STREETS, Table

STREET_CARDS = {0: 3, 3: 2}
"""Community cards that lie open → how many are turned next."""


def check_legal(table: Table, rules: Rulebook, event: e.Event) -> None:
    """Refuse an event that the table would not have allowed then, whoever recorded it."""
    command = _command(event)
    if command is not None:
        refused = refusal(table, command, rules)
        if refused is not None:
            raise refused
    match event:
        case e.LimitsChanged():
            Run(table, rules).need_betting("limits")
            Run(table, rules).need_name(event.by)
        case e.Acted() if not folds_to_leave(table, rules, event):
            _check_decision(table, rules, event)
        case e.BoardTurned():
            waiting = any(seat.to_act for _, seat in table.taken())
            right = STREET_CARDS.get(table.turned) == len(event.cards)
            require(table.phase in STREETS and right and not waiting, "settle/street")
        case e.Dealt():
            _check_deal(table, event)
        case e.Forfeited():
            require(rules.conduct.leaving_forfeits, "settle/forfeit")


def _command(event: e.Event) -> c.Command | None:
    """What somebody must have said for an event to happen; None for what follows by itself."""
    match event:
        case e.PlayerSeated():
            return c.Sit(event.player, event.seat, event.chips)
        case e.PlayerJoined():
            return c.Join(event.player, event.chips)
        case e.WagersPlaced() if event.wagers:
            return c.Wager(event.player, event.wagers)
        case e.BackLinePlaced() if event.wagers:
            return c.BackSeat(event.player, event.seat, event.wagers)
        case e.BankTaken():
            return c.TakeBank(event.player, event.amount)
        case e.Approved():
            return c.Approve(event.by, event.amount)
        case e.MaximumPosted():
            return c.PostMaximum(event.by, event.maximum)
        case e.MaximumWithdrawn():
            return c.WithdrawMaximum(event.by)
        case e.ShufflerSwitched():
            return c.SwitchShuffler(event.by, event.shuffler)
        case e.SeatHeld():
            return c.HoldSeat(event.by, event.player, event.minutes)
    return None


def folds_to_leave(table: Table, rules: Rulebook, event: e.Event) -> bool:
    """Whether a hand is given up out of turn, by one who leaves and forfeits all wagers (PA-7)."""
    if not isinstance(event, e.Acted) or event.multiple != FOLD:
        return False
    seat = table.seat(event.seat)
    in_turn = table.phase == "river" and seat.to_act
    undecided = seat.in_play and seat.multiple is None
    return rules.conduct.leaving_forfeits and undecided and not in_turn


def _check_decision(table: Table, rules: Rulebook, event: e.Acted) -> None:
    """One decision a street, of those that the street has; for who is away check or fold (Q-13)."""
    seat = table.seat(event.seat)
    require(table.phase in STREETS, "act/not_now")
    require(seat.player == event.player and seat.to_act, "act/acted")
    if event.timed_out:
        legal = [FOLD if table.phase == "river" else CHECK]
    else:
        legal = [*allowed(table, rules).values()]
    require(event.multiple in legal, "settle/multiple")


def _check_deal(table: Table, event: e.Dealt) -> None:
    """After "No more bets", once, to all who have wagered, from the deck whose turn it is."""
    if table.phase != "closed":
        raise Refusal("deal/not_now")
    seats = tuple(
        number for number, seat in table.taken() if seat.in_play or (seat.wagers and seat.backing)
    )
    require(event.seats == seats, "settle/seats")
    require(event.colour == table.colour, "settle/colour")
