"""What has happened at a table: the state is the fold of these, and each names its clauses."""

from __future__ import annotations

from typing import Literal

import msgspec

from uth.core.cards import Card
from uth.core.money import Cents

FORMAT = 1
"""The version of this set of events; a stream says which one it was written in."""

Clauses = tuple[str, ...]
Payer = Literal["house", "bank"]
Procedure = Literal["shoe", "shuffler", "community-first", "hand-held"]


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    """Something that happened; frozen, and enough to say what money moved."""


class TableOpened(Event, frozen=True):
    house: str
    rulebook: str
    minimum: Cents
    maximum: Cents
    inscription: str
    circles: tuple[str, ...]
    format: int = FORMAT
    clauses: Clauses = ()


class DealerCall(Event, frozen=True):
    """A step or call that the table shows: `tucked`, `spread`, `notice`…; no money moves."""

    call: str
    seat: int = 0
    text: str = ""
    clauses: Clauses = ()


class PlayerSeated(Event, frozen=True):
    player: str
    seat: int
    chips: Cents
    clauses: Clauses = ()


class PlayerJoined(Event, frozen=True):
    player: str
    chips: Cents
    clauses: Clauses = ()


class ChipsAdded(Event, frozen=True):
    player: str
    chips: Cents
    clauses: Clauses = ()


class PlayerLeaving(Event, frozen=True):
    """Left in mid-round: the hand is finished as if they were disconnected."""

    player: str
    clauses: Clauses = ()


class PlayerLeft(Event, frozen=True):
    player: str
    chips: Cents
    clauses: Clauses = ()


class PlayerDisconnected(Event, frozen=True):
    player: str
    clauses: Clauses = ()


class PlayerReconnected(Event, frozen=True):
    player: str
    clauses: Clauses = ()


class SeatHeld(Event, frozen=True):
    player: str
    seat: int
    minutes: int
    by: str
    clauses: Clauses = ()


class SeatReleased(Event, frozen=True):
    player: str
    seat: int
    by: str
    clauses: Clauses = ()


class LimitsChanged(Event, frozen=True):
    minimum: Cents
    maximum: Cents
    by: str
    clauses: Clauses = ()


class MinimumKept(Event, frozen=True):
    """A player keeps the minimum they came in at."""

    player: str
    seat: int
    minimum: Cents
    clauses: Clauses = ()


class MinimumLost(Event, frozen=True):
    """The floor no longer lets a player keep a lower minimum."""

    player: str
    seat: int
    clauses: Clauses = ()


class WagersPlaced(Event, frozen=True):
    """What a seat stakes, in place of `before` cents that it had staked."""

    player: str
    seat: int
    wagers: dict[str, Cents]
    before: Cents = 0
    clauses: Clauses = ()


class BackLinePlaced(Event, frozen=True):
    player: str
    seat: int
    wagers: dict[str, Cents]
    before: Cents = 0
    clauses: Clauses = ()


class BankOffered(Event, frozen=True):
    player: str
    seat: int
    clauses: Clauses = ()


class BankTaken(Event, frozen=True):
    player: str
    seat: int
    amount: Cents
    clauses: Clauses = ()


class BankDeclined(Event, frozen=True):
    """Declined, or given back with the amount that was put up."""

    player: str
    seat: int
    amount: Cents = 0
    clauses: Clauses = ()


class BankPassed(Event, frozen=True):
    """The button moves on from a banker who has had all their rounds."""

    player: str
    seat: int
    clauses: Clauses = ()


class BankUntaken(Event, frozen=True):
    """Nobody takes the bank: no round until somebody does."""

    clauses: Clauses = ()


class BetsClosed(Event, frozen=True):
    round: int
    clauses: Clauses = ()


class FeeTaken(Event, frozen=True):
    player: str
    amount: Cents
    action: Cents
    clauses: Clauses = ()


class FeesDropped(Event, frozen=True):
    amount: Cents
    clauses: Clauses = ()


class ProgressiveStaked(Event, frozen=True):
    """A wager that feeds the meters, in the order in which they are fed."""

    player: str
    seat: int
    amount: Cents
    clauses: Clauses = ()


class MysteryWon(Event, frozen=True):
    player: str
    seat: int
    amount: Cents
    clauses: Clauses = ()


class Dealt(Event, frozen=True):
    """The whole order of the deck; who holds what follows from the procedure."""

    deck: tuple[Card, ...]
    colour: str
    procedure: Procedure
    seats: tuple[int, ...]
    clauses: Clauses = ()


class Acted(Event, frozen=True):
    """`multiple` is that of the Play bet, 0 for a fold, −1 for a check."""

    player: str
    seat: int
    multiple: int
    amount: Cents = 0
    timed_out: bool = False
    clauses: Clauses = ()


class BackLineFollowed(Event, frozen=True):
    """A back-line bettor's Play bet, bound by the seat's decision."""

    player: str
    seat: int
    amount: Cents
    clauses: Clauses = ()


class BoardTurned(Event, frozen=True):
    """The flop, or turn and river together."""

    cards: tuple[Card, ...]
    clauses: Clauses = ()


class DealerTurned(Event, frozen=True):
    cards: tuple[Card, ...]
    hand: str
    qualifies: bool
    clauses: Clauses = ()


class JackpotsClaimed(Event, frozen=True):
    """Hands that win a share of the meter: the settlement waits for its owner."""

    seats: tuple[int, ...]
    clauses: Clauses = ()


class JackpotsAwarded(Event, frozen=True):
    awards: tuple[tuple[int, Cents, int], ...]
    clauses: Clauses = ()


class Settled(Event, frozen=True):
    """One wager's end: stake = taken + returned, and what was paid on top."""

    player: str
    seat: int
    wager: str
    stake: Cents
    outcome: str
    paid: Cents
    taken: Cents
    returned: Cents
    payer: Payer
    clauses: Clauses
    backer: bool = False
    short: Cents = 0
    short_by: str = ""
    rest: str = ""
    approval: bool = False
    source: int = 0


class SettlementBegun(Event, frozen=True):
    """Everything the round owes, in the order it will be settled."""

    due: tuple[Settled, ...]
    clauses: Clauses = ()


class HandRanked(Event, frozen=True):
    """A hand is turned over, announced and compared."""

    player: str
    seat: int
    hand: str
    result: str
    clauses: Clauses = ()


class ApprovalRequested(Event, frozen=True):
    player: str
    seat: int
    wager: str
    amount: Cents
    clauses: Clauses = ()


class Approved(Event, frozen=True):
    by: str
    amount: Cents
    clauses: Clauses = ()


class Forfeited(Event, frozen=True):
    player: str
    seat: int
    amount: Cents
    clauses: Clauses = ()


class BankSettled(Event, frozen=True):
    """What is left of the bank goes back to its owner; the house had no part in it."""

    player: str
    amount: Cents
    paid: Cents
    collected: Cents
    clauses: Clauses = ()


class RoundVoided(Event, frozen=True):
    reason: str
    by: str
    clauses: Clauses = ()


class Reversed(Event, frozen=True):
    """The counter-entry of one movement of a void round."""

    source: str
    target: str
    amount: Cents
    clauses: Clauses = ()


class JackpotKept(Event, frozen=True):
    """A jackpot that was awarded before the round was voided is paid, at the house's cost."""

    player: str
    seat: int
    amount: Cents
    clauses: Clauses = ()


class RoundClosed(Event, frozen=True):
    round: int
    void: bool = False
    clauses: Clauses = ()
