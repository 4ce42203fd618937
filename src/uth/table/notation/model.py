"""The values that a notation stands for. Players are numbered from 1, as in `p1`."""

from __future__ import annotations

from typing import Any

import msgspec

from uth.core.cards import Card
from uth.core.money import Cents

RAIL = 0
"""The seat number of a player at the rail."""


class Player(msgspec.Struct, frozen=True):
    """A player with a part in the round: a wager, the bank, or a bet behind a seat."""

    name: str
    seat: int
    stack: Cents
    """All their chips before anything is staked."""
    kept_minimum: Cents | None = None
    """The lower minimum that they may keep (CR-9)."""
    disconnected: bool = False
    """Disconnected before the bets were closed."""


class BankLine(msgspec.Struct, frozen=True):
    """Who banks, and with how much."""

    player: int
    amount: Cents


class StakesLine(msgspec.Struct, frozen=True):
    """The stakes of a bettor when the bets are closed; `behind` a player on the back line."""

    player: int
    wagers: dict[str, Cents]
    behind: int = 0


class Fee(msgspec.Struct, frozen=True):
    """A collection and the stakes that it was taken on."""

    player: int
    amount: Cents
    action: Cents
    clauses: tuple[str, ...] = ()


class MeterLine(msgspec.Struct, frozen=True):
    """The linked meters in 1/10,000 cent, and the hidden values in the order they were drawn."""

    main: int
    mystery: int
    targets: tuple[Cents, ...] = ()


class ActionLine(msgspec.Struct, frozen=True):
    """One line of `actions`: the dealer `d`, a player `p1`, the floor `f1` or the meter `m`."""

    actor: str
    word: str
    number: int = 0
    """Which player or supervisor acts."""
    player: int = 0
    """Whom it is about, where that is not the actor."""
    cards: tuple[Card, ...] = ()
    amount: Cents = 0
    rest: int = 0
    """1/10,000 cents beyond the amount."""
    text: str = ""


class SettlementLine(msgspec.Struct, frozen=True):
    """One line of the settlement: the end of a wager or the bank, or one of `lines.OTHERS`."""

    player: int
    what: str
    amount: Cents
    outcome: str = ""
    paid: Cents = 0
    taken: Cents = 0
    returned: Cents = 0
    collected: Cents = 0
    left: Cents = 0
    short: Cents = 0
    short_by: str = ""
    rest: str = ""
    source: int = 0
    """The player whose hand an Envy is for."""
    approval: bool = False
    clauses: tuple[str, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """A whole round, from the wagers that stand at “No more bets” to the stacks after it.

    What the engine says by itself may be left out when a round is written by hand: None.
    """

    house: str
    players: tuple[Player, ...]
    wagers: tuple[StakesLine, ...]
    actions: tuple[ActionLine, ...]
    settings: dict[str, Any] = {}
    about: str = ""
    context: dict[str, str | int] = {}
    """Fields of the Poker Hand History format that say where and when."""
    number: int = 1
    limits: tuple[Cents, Cents] | None = None
    """Where the floor has changed them."""
    posted_maximum: Cents | None = None
    """The maximum payout (CR-10) where the floor has changed it; 0 where it was withdrawn."""
    bank: BankLine | None = None
    floor: tuple[str, ...] = ()
    meter: MeterLine | None = None
    meter_after: MeterLine | None = None
    colour: str | None = None
    procedure: str | None = None
    shuffler: str | None = None
    """Which one dealt, where it was not the main one (CR-13)."""
    fees: tuple[Fee, ...] | None = None
    hands: tuple[str, ...] | None = None
    settlement: tuple[SettlementLine, ...] | None = None
    finishing: tuple[Cents, ...] | None = None

    def player(self, number: int) -> Player:
        return self.players[number - 1]

    def ante(self, number: int) -> Cents:
        """A player's Ante; 0 where there is none."""
        for stakes in self.wagers:
            if stakes.player == number:
                return stakes.wagers.get("ante", 0)
        return 0

    def net(self, number: int) -> Cents:
        """What a player won or lost in a finished round, fees included."""
        assert self.finishing is not None, "a finished round has its finishing stacks"
        added = sum(a.amount for a in self.actions if (a.word, a.number) == ("add", number))
        return self.finishing[number - 1] - self.player(number).stack - added

    def cards(self, number: int) -> tuple[Card, ...]:
        """The cards dealt to a player; 0 is the dealer, whose cards are known when turned."""
        for action in self.actions:
            if number and action.word == "dh" and action.player == number:
                return action.cards
            if not number and (action.actor, action.word) == ("d", "sm"):
                return action.cards
        return ()

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(
            card for action in self.actions if action.word == "db" for card in action.cards
        )
