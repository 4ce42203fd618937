"""What the dealer and the players say and do: each event as one sentence with its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.text import Text

from uth.cli.terminal.display import (
    WAGER_NAMES,
    cards,
    citation,
    exact,
    money,
    styled,
)
from uth.cli.terminal.entries import print_wagers
from uth.table import events as e
from uth.table.state import CHECK, FOLD


def announcement(event: e.Event, you: str) -> Text | None:
    """An event in words; None if there is nothing to say about it."""
    sentence = SENTENCES.get(type(event))
    text = sentence(event, you) if sentence else None
    if text is None:
        return None
    clauses: tuple[str, ...] = getattr(event, "clauses", ())
    return text + citation(clauses)


def _does(event: Any, you: str, yours: str, theirs: str) -> str:
    """ "You take" or "Ada takes"."""
    return f"You {yours}" if event.player == you else f"{event.player} {theirs}"


def _dealer_call(event: e.DealerCall, you: str) -> Text:
    if event.seat:
        return styled(f"Seat {event.seat}: {event.text}", "dim")
    return styled(event.text[:1].upper() + event.text[1:], "dim")


def _seated(event: e.PlayerSeated, you: str) -> Text:
    sits = _does(event, you, "sit", "sits")
    return styled(f"{sits} in seat {event.seat} with {money(event.chips)}")


def _left(event: e.PlayerLeft, you: str) -> Text:
    return styled(f"{_does(event, you, 'leave', 'leaves')} with {money(event.chips)}")


def _leaving(event: e.PlayerLeaving, you: str) -> Text:
    return styled(_does(event, you, "leave; your hand is finished for you", "is leaving"))


def _forfeited(event: e.Forfeited, you: str) -> Text:
    forfeits = _does(event, you, "forfeit", "forfeits")
    return styled(f"{forfeits} {money(event.amount)} on the layout", "red")


def _chips_added(event: e.ChipsAdded, you: str) -> Text:
    return styled(f"{_does(event, you, 'buy', 'buys')} {money(event.chips)} in chips")


def _wagers(event: e.WagersPlaced, you: str) -> Text | None:
    if event.wagers:
        return styled(f"{_does(event, you, 'stake', 'stakes')} {print_wagers(event.wagers)}")
    return styled(_does(event, you, "take the wagers back", "takes the wagers back"))


def _bank_offered(event: e.BankOffered, you: str) -> Text:
    player = "you" if event.player == you else event.player
    return styled(f"The bank is offered to seat {event.seat}, {player}")


def _bank_taken(event: e.BankTaken, you: str) -> Text:
    takes = _does(event, you, "take", "takes")
    return styled(f"{takes} the bank with {money(event.amount)}", "magenta")


def _bank_declined(event: e.BankDeclined, you: str) -> Text:
    if event.amount:
        return styled(_does(event, you, "give the bank back", "gives the bank back"))
    return styled(_does(event, you, "decline the bank", "declines the bank"))


def _bank_passed(event: e.BankPassed, you: str) -> Text:
    return styled(f"The button passes on from seat {event.seat}")


def _fee(event: e.FeeTaken, you: str) -> Text:
    pays = _does(event, you, "pay", "pays")
    action = money(event.action)
    return styled(f"{pays} a collection of {money(event.amount)} on {action} of action")


def _mystery(event: e.MysteryWon, you: str) -> Text:
    wins = _does(event, you, "win", "wins")
    return styled(f"★ Mystery! {wins} ${exact(event.amount)}", "bold bright_yellow")


def _jackpots_claimed(event: e.JackpotsClaimed, you: str) -> Text:
    seats = " and ".join(map(str, event.seats))
    return styled(f"★ Seat {seats}: a share of the Progressive!", "bold bright_yellow")


def _jackpots_awarded(event: e.JackpotsAwarded, you: str) -> Text:
    shares = ", ".join(f"seat {seat} ${exact(amount)}" for seat, amount, _ in event.awards)
    return styled(f"★ From the meter: {shares}", "bold bright_yellow")


def _acted(event: e.Acted, you: str) -> Text:
    if event.multiple == CHECK:
        return styled(_does(event, you, "check", "checks"))
    if event.multiple == FOLD:
        return styled(_does(event, you, "fold", "folds"))
    plays = _does(event, you, "play", "plays")
    return styled(f"{plays} {event.multiple}x, {money(event.amount)}")


def _board(event: e.BoardTurned, you: str) -> Text:
    name = "The flop: " if len(event.cards) == 3 else "Turn and river: "
    return styled(name) + cards(event.cards)


def _dealer_turned(event: e.DealerTurned, you: str) -> Text:
    verdict = "" if event.qualifies else "; no pair, so the dealer does not qualify"
    return styled("The dealer turns ") + cards(event.cards) + f": {event.hand}{verdict}"


def _approval_requested(event: e.ApprovalRequested, you: str) -> Text:
    wager = f"{money(event.amount)} on {WAGER_NAMES[event.wager]}"
    return styled(f"Seat {event.seat}: {wager} waits for the floor")


SENTENCES: dict[type[e.Event], Callable[[Any, str], Text | None]] = {
    e.DealerCall: _dealer_call,
    e.PlayerSeated: _seated,
    e.PlayerLeft: _left,
    e.PlayerLeaving: _leaving,
    e.Forfeited: _forfeited,
    e.ChipsAdded: _chips_added,
    e.WagersPlaced: _wagers,
    e.BankOffered: _bank_offered,
    e.BankTaken: _bank_taken,
    e.BankDeclined: _bank_declined,
    e.BankPassed: _bank_passed,
    e.BankUntaken: lambda event, you: styled("Nobody takes the bank: no round", "yellow"),
    e.BetsClosed: lambda event, you: styled("“No more bets.”", "bold"),
    e.FeeTaken: _fee,
    e.FeesDropped: lambda event, you: styled(f"{money(event.amount)} into the drop box"),
    e.MysteryWon: _mystery,
    e.Acted: _acted,
    e.BoardTurned: _board,
    e.DealerTurned: _dealer_turned,
    e.JackpotsClaimed: _jackpots_claimed,
    e.JackpotsAwarded: _jackpots_awarded,
    e.ApprovalRequested: _approval_requested,
    e.Approved: lambda event, you: styled(f"The floor approves {money(event.amount)}"),
}
