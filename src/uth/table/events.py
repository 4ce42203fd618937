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
Shuffler = Literal["main", "back-up"]


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True):
    """Something that happened, enough to say what money moved, and the clauses it rests on."""

    clauses: Clauses = ()


class _Player(Event, frozen=True):
    player: str


class _Seat(_Player, frozen=True):
    seat: int


class _Stakes(_Seat, frozen=True):
    wagers: dict[str, Cents]
    before: Cents = 0


class _Amount(_Seat, frozen=True):
    amount: Cents


class _Chips(_Player, frozen=True):
    chips: Cents


class TableOpened(Event, frozen=True):
    house: str
    rulebook: str
    minimum: Cents
    maximum: Cents
    inscription: str
    circles: tuple[str, ...]
    extends: str = ""
    """The house that a house of one's own departs from; empty for an approved one (Q-29)."""
    practice: bool = False
    """Whether it is a practice table, where the house's own players may play (Q-30)."""
    posted_maximum: Cents | None = None
    format: int = FORMAT


class OptionsRecorded(Event, frozen=True):
    """The choices of a house's document that are in force when its table opens (CA-11)."""

    options: dict[str, str | int | bool]
    limits: dict[str, tuple[Cents, Cents]]
    """The least and the most that each wager may be."""
    drop: str = ""
    """When fees are dropped; empty where there are none."""
    fees: dict[str, tuple[tuple[Cents, Cents], ...]] = {}
    """Who pays on what basis: from which amount on, and which flat fee."""


class DealerCall(Event, frozen=True):
    """A step or call that the table shows, worded by the text `dealer.<call>`; no money moves."""

    call: str
    seat: int = 0
    facts: dict[str, str | int] = {}
    discarded: int = 0
    """How many cards the step puts into the discard rack."""


class PlayerSeated(_Seat, frozen=True):
    chips: Cents


class PlayerJoined(_Chips, frozen=True):
    pass


class ChipsAdded(_Chips, frozen=True):
    pass


class PlayerLeaving(_Player, frozen=True):
    """Left in mid-round: the hand is finished as if they were disconnected."""


class PlayerLeft(_Chips, frozen=True):
    pass


class PlayerDisconnected(_Player, frozen=True):
    pass


class PlayerReconnected(_Player, frozen=True):
    pass


class SeatHeld(_Seat, frozen=True):
    minutes: int
    by: str


class SeatReleased(_Seat, frozen=True):
    by: str


class LimitsChanged(Event, frozen=True):
    minimum: Cents
    maximum: Cents
    by: str


class MinimumGrandfathered(_Seat, frozen=True):
    """A player keeps the minimum they came in at."""

    minimum: Cents


class MinimumLost(_Seat, frozen=True):
    """The floor no longer lets a player keep a lower minimum."""


class ShufflerSwitched(Event, frozen=True):
    """From the next deal on, another shuffler is used (CR-13)."""

    shuffler: Shuffler
    by: str


class MaximumPosted(Event, frozen=True):
    """A maximum payout is posted on a table card (CR-10)."""

    maximum: Cents
    by: str


class MaximumWithdrawn(Event, frozen=True):
    by: str


class WagersPlaced(_Stakes, frozen=True):
    """What a seat stakes, in place of `before` cents that it had staked."""


class BackLinePlaced(_Stakes, frozen=True):
    pass


class BankOffered(_Seat, frozen=True):
    pass


class BankTaken(_Amount, frozen=True):
    pass


class BankDeclined(_Seat, frozen=True):
    """Declined, or given back with the amount that was put up."""

    amount: Cents = 0


class BankPassed(_Seat, frozen=True):
    """The button moves on from a banker who has had all their rounds."""


class BankUntaken(Event, frozen=True):
    """Nobody takes the bank: no round until somebody does."""


class BetsClosed(Event, frozen=True):
    round: int


class FeeTaken(_Player, frozen=True):
    amount: Cents
    action: Cents


class FeeUnpaid(_Amount, frozen=True):
    """The banker can't pay the fee and gives up the bank: the round ends before the deal."""

    action: Cents


class FeesDropped(Event, frozen=True):
    amount: Cents


class ProgressiveStaked(_Amount, frozen=True):
    """A wager that feeds the meters, in the order in which they are fed."""


class MysteryWon(_Amount, frozen=True):
    pass


class Dealt(Event, frozen=True):
    """The whole order of the deck; who holds what follows from the procedure."""

    deck: tuple[Card, ...]
    colour: str
    procedure: Procedure
    seats: tuple[int, ...]
    shuffler: Shuffler = "main"


class Acted(_Seat, frozen=True):
    """`multiple` is that of the Play bet, 0 for a fold, −1 for a check."""

    multiple: int
    amount: Cents = 0
    timed_out: bool = False


class BackLineFollowed(_Amount, frozen=True):
    """A back-line bettor's Play bet, bound by the seat's decision."""


class BoardTurned(Event, frozen=True):
    """The flop, or turn and river together."""

    cards: tuple[Card, ...]


class DealerTurned(Event, frozen=True):
    cards: tuple[Card, ...]
    hand: str
    qualifies: bool


class DealerNotTurned(Event, frozen=True):
    """Everybody has folded: the dealer's cards stay face down."""


class JackpotsClaimed(Event, frozen=True):
    """Hands that win a share of the meter: the settlement waits for its owner."""

    seats: tuple[int, ...]


class JackpotsAwarded(Event, frozen=True):
    awards: tuple[tuple[int, Cents, int], ...]


class Settled(_Seat, frozen=True):
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


class HandRanked(_Seat, frozen=True):
    """A hand is turned over, announced and compared."""

    hand: str
    result: str


class ApprovalRequested(_Seat, frozen=True):
    wager: str
    amount: Cents


class Approved(Event, frozen=True):
    by: str
    amount: Cents


class Forfeited(_Amount, frozen=True):
    pass


class BankSettled(_Player, frozen=True):
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


class JackpotHonored(_Amount, frozen=True):
    """A jackpot that was awarded before the round was voided is paid, at the house's cost."""


class RoundClosed(Event, frozen=True):
    round: int
    void: bool = False
