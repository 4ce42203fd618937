"""The end of a round: settled wager by wager, or voided."""

from __future__ import annotations

from typing import Literal

from uth.core.money import Cents
from uth.table.events.event import AmountEvent, Event, PlayerEvent, SeatEvent

Payer = Literal["house", "bank"]


class JackpotsClaimed(Event, frozen=True):
    """Hands that win a share of the meter: the settlement waits for its owner."""

    seats: tuple[int, ...]


class JackpotsAwarded(Event, frozen=True):
    """The meter pays the hands that claimed a share of it."""

    awards: tuple[tuple[int, Cents, int], ...]


class Settled(SeatEvent, frozen=True):
    """One wager's end: stake = taken + returned, and what was paid on top."""

    wager: str
    stake: Cents
    outcome: str
    paid: Cents
    taken: Cents
    returned: Cents
    payer: Payer
    backer: bool = False
    short: Cents = 0
    short_by: str = ""
    rest: str = ""
    approval: bool = False
    source: int = 0


class FoldsDue(Event, frozen=True):
    """What the folds lose before the dealer's cards are turned, in the order it is collected."""

    due: tuple[Settled, ...]


class SettlementBegun(Event, frozen=True):
    """Everything the round still owes, in the order it will be settled."""

    due: tuple[Settled, ...]


class HandRanked(SeatEvent, frozen=True):
    """A hand is turned over, announced and compared."""

    hand: str
    result: str


class ApprovalRequested(SeatEvent, frozen=True):
    """A payout waits for the floor's approval."""

    wager: str
    amount: Cents


class Approved(Event, frozen=True):
    """The floor has approved the payout that waited."""

    by: str
    amount: Cents


class Forfeited(AmountEvent, frozen=True):
    """A player who left in mid-round forfeits their wagers."""


class BankSettled(PlayerEvent, frozen=True):
    """What is left of the bank goes back to its owner; the house had no part in it."""

    amount: Cents
    paid: Cents
    collected: Cents


class VoidRequested(Event, frozen=True):
    """A supervisor requests that the round is voided; another one has to confirm it."""

    reason: str
    by: str


class VoidRequestEnded(Event, frozen=True):
    """The request was withdrawn; by nobody where the round ended first."""

    by: str = ""


class RoundVoided(Event, frozen=True):
    """Void: by one supervisor before a card is dealt, confirmed by a second one afterwards."""

    reason: str
    by: str
    confirmed_by: str = ""


class Reversed(Event, frozen=True):
    """The counter-entry of one movement of a void round."""

    source: str
    target: str
    amount: Cents


class JackpotHonored(AmountEvent, frozen=True):
    """A jackpot that was awarded before the round was voided is paid, at the house's cost."""


class RoundClosed(Event, frozen=True):
    """The round is over, settled or void."""

    round: int
    void: bool = False
