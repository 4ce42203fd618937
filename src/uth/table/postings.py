"""What money an event moves: balanced postings between named accounts, in cents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uth.core.money import Cents
from uth.table import events as e

Posting = tuple[str, str, Cents]
"""From one account to another."""

OUTSIDE = "outside"
"""Where chips come from and go to: the cage."""
HOUSE, BANK, FEES, DROP_BOX = "house", "bank", "fees", "drop"


def chips(player: str) -> str:
    """The account of the chips in front of a player."""
    return f"player/{player}"


def held(player: str) -> str:
    """The account of a player's chips on the layout."""
    return f"wager/{player}"


def _restaked(event: e.WagersPlaced | e.BackLinePlaced) -> list[Posting]:
    change = sum(event.wagers.values()) - event.before
    if change >= 0:
        return [(chips(event.player), held(event.player), change)]
    return [(held(event.player), chips(event.player), -change)]


def _settled(event: e.Settled) -> list[Posting]:
    return [
        (held(event.player), event.payer, event.taken),
        (held(event.player), chips(event.player), event.returned),
        (event.payer, chips(event.player), event.paid),
    ]


RULES: dict[type[e.Event], Callable[[Any], list[Posting]]] = {
    e.PlayerSeated: lambda event: [(OUTSIDE, chips(event.player), event.chips)],
    e.PlayerJoined: lambda event: [(OUTSIDE, chips(event.player), event.chips)],
    e.ChipsAdded: lambda event: [(OUTSIDE, chips(event.player), event.chips)],
    e.PlayerLeft: lambda event: [(chips(event.player), OUTSIDE, event.chips)],
    e.WagersPlaced: _restaked,
    e.BackLinePlaced: _restaked,
    e.Acted: lambda event: [(chips(event.player), held(event.player), event.amount)],
    e.BackLineFollowed: lambda event: [(chips(event.player), held(event.player), event.amount)],
    e.BankTaken: lambda event: [(chips(event.player), BANK, event.amount)],
    e.BankDeclined: lambda event: [(BANK, chips(event.player), event.amount)],
    e.BankSettled: lambda event: [(BANK, chips(event.player), event.amount)],
    e.FeeTaken: lambda event: [(chips(event.player), FEES, event.amount)],
    e.FeesDropped: lambda event: [(FEES, DROP_BOX, event.amount)],
    e.MysteryWon: lambda event: [(HOUSE, chips(event.player), event.amount)],
    e.JackpotHonored: lambda event: [(HOUSE, chips(event.player), event.amount)],
    e.Forfeited: lambda event: [(held(event.player), HOUSE, event.amount)],
    e.Settled: _settled,
    e.Reversed: lambda event: [(event.source, event.target, event.amount)],
}

NOT_OF_THE_ROUND = (
    e.PlayerSeated,
    e.PlayerJoined,
    e.ChipsAdded,
    e.PlayerLeft,
    e.MysteryWon,
    e.JackpotHonored,
    e.Reversed,
)
"""Movements that a void round leaves as they are (Q-21)."""


def postings(event: e.Event) -> list[Posting]:
    """The movements of an event; none of zero."""
    rule = RULES.get(type(event))
    return [posting for posting in rule(event) if posting[2]] if rule else []
