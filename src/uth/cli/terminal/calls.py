"""What the dealer and the players say and do, line by line, each with the clause behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text

from uth.cli.terminal import symbols as marks
from uth.cli.terminal.entries import told_wagers
from uth.table import events as e
from uth.table.state import CHECK, FOLD


def told(event: e.Event, you: str) -> Text | None:
    """An event in words; None where there is nothing to say about it."""
    line = LINES.get(type(event))
    said = line(event, you) if line else None
    if said is None:
        return None
    clauses: tuple[str, ...] = getattr(event, "clauses", ())
    return said + marks.cited(clauses)


def _does(event: Any, you: str, yours: str, theirs: str) -> str:
    """ "You take" or "Ada takes"."""
    return f"You {yours}" if event.player == you else f"{event.player} {theirs}"


def _called(event: e.DealerCall, you: str) -> Text:
    place = f"Seat {event.seat}: " if event.seat else ""
    text = event.text if place else event.text[:1].upper() + event.text[1:]
    return marks.ink(f"{place}{text}", "dim")


def _seated(event: e.PlayerSeated, you: str) -> Text:
    sits = _does(event, you, "sit", "sits")
    return marks.ink(f"{sits} in seat {event.seat} with {marks.money(event.chips)}")


def _left(event: e.PlayerLeft, you: str) -> Text:
    return marks.ink(f"{_does(event, you, 'leave', 'leaves')} with {marks.money(event.chips)}")


def _leaving(event: e.PlayerLeaving, you: str) -> Text:
    return marks.ink(_does(event, you, "go; the round is finished for you", "goes"))


def _forfeited(event: e.Forfeited, you: str) -> Text:
    forfeits = _does(event, you, "forfeit", "forfeits")
    return marks.ink(f"{forfeits} {marks.money(event.amount)} on the layout", "red")


def _bought(event: e.ChipsAdded, you: str) -> Text:
    return marks.ink(f"{_does(event, you, 'buy', 'buys')} {marks.money(event.chips)} in chips")


def _wagers(event: e.WagersPlaced, you: str) -> Text | None:
    if event.wagers:
        return marks.ink(f"{_does(event, you, 'stake', 'stakes')} {told_wagers(event.wagers)}")
    return marks.ink(_does(event, you, "take the wagers back", "takes the wagers back"))


def _offered(event: e.BankOffered, you: str) -> Text:
    whom = "you" if event.player == you else event.player
    return marks.ink(f"The bank is offered to seat {event.seat}, {whom}")


def _took(event: e.BankTaken, you: str) -> Text:
    takes = _does(event, you, "take", "takes")
    return marks.ink(f"{takes} the bank with {marks.money(event.amount)}", "magenta")


def _declined(event: e.BankDeclined, you: str) -> Text:
    if event.amount:
        return marks.ink(_does(event, you, "give the bank back", "gives the bank back"))
    return marks.ink(_does(event, you, "decline the bank", "declines the bank"))


def _passed(event: e.BankPassed, you: str) -> Text:
    return marks.ink(f"The button passes on from seat {event.seat}")


def _fee(event: e.FeeTaken, you: str) -> Text:
    pays = _does(event, you, "pay", "pays")
    action = marks.money(event.action)
    return marks.ink(f"{pays} a collection of {marks.money(event.amount)} on {action} of action")


def _mystery(event: e.MysteryWon, you: str) -> Text:
    wins = _does(event, you, "win", "wins")
    return marks.ink(f"★ Mystery! {wins} ${marks.exact(event.amount)}", "bold bright_yellow")


def _claimed(event: e.JackpotsClaimed, you: str) -> Text:
    seats = " and ".join(map(str, event.seats))
    return marks.ink(f"★ Seat {seats}: a share of the Progressive!", "bold bright_yellow")


def _awarded(event: e.JackpotsAwarded, you: str) -> Text:
    shares = ", ".join(f"seat {seat} ${marks.exact(amount)}" for seat, amount, _ in event.awards)
    return marks.ink(f"★ From the meter: {shares}", "bold bright_yellow")


def _acted(event: e.Acted, you: str) -> Text:
    if event.multiple == CHECK:
        done = _does(event, you, "check", "checks")
    elif event.multiple == FOLD:
        done = _does(event, you, "fold", "folds")
    else:
        plays = _does(event, you, "play", "plays")
        done = f"{plays} {event.multiple}x, {marks.money(event.amount)}"
    return marks.ink(done)


def _board(event: e.BoardTurned, you: str) -> Text:
    name = "The flop: " if len(event.cards) == 3 else "Turn and river: "
    return marks.ink(name) + marks.cards(event.cards)


def _dealer(event: e.DealerTurned, you: str) -> Text:
    plays = "" if event.qualifies else "; no pair, so it does not play"
    return marks.ink("The dealer turns ") + marks.cards(event.cards) + f": {event.hand}{plays}"


def _asked(event: e.ApprovalRequested, you: str) -> Text:
    name = marks.NAMES[event.wager]
    return marks.ink(
        f"Seat {event.seat}: {marks.money(event.amount)} on {name} waits for the floor"
    )


LINES: dict[type[e.Event], Callable[[Any, str], Text | None]] = {
    e.DealerCall: _called,
    e.PlayerSeated: _seated,
    e.PlayerLeft: _left,
    e.PlayerLeaving: _leaving,
    e.Forfeited: _forfeited,
    e.ChipsAdded: _bought,
    e.WagersPlaced: _wagers,
    e.BankOffered: _offered,
    e.BankTaken: _took,
    e.BankDeclined: _declined,
    e.BankPassed: _passed,
    e.BankUntaken: lambda event, you: marks.ink("Nobody takes the bank: no round", "yellow"),
    e.BetsClosed: lambda event, you: marks.ink("“No more bets.”", "bold"),
    e.FeeTaken: _fee,
    e.FeesDropped: lambda event, you: marks.ink(f"{marks.money(event.amount)} into the drop box"),
    e.MysteryWon: _mystery,
    e.Acted: _acted,
    e.BoardTurned: _board,
    e.DealerTurned: _dealer,
    e.JackpotsClaimed: _claimed,
    e.JackpotsAwarded: _awarded,
    e.ApprovalRequested: _asked,
    e.Approved: lambda event, you: marks.ink(f"The floor approves {marks.money(event.amount)}"),
}
