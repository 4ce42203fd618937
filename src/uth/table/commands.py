"""What people, the dealer and the floor may ask of a table."""

from __future__ import annotations

import msgspec

from uth.core.cards import Card
from uth.core.money import Cents


class Command(msgspec.Struct, frozen=True, tag=True):
    """A request to a table: it is carried out whole, or refused and nothing changes."""


class Sit(Command, frozen=True):
    """Take a seat with chips; a held seat may be taken again by the one it is held for."""

    player: str
    seat: int
    chips: Cents


class Join(Command, frozen=True):
    """Join the rail with chips, to wager on the back line."""

    player: str
    chips: Cents


class AddChips(Command, frozen=True):
    player: str
    chips: Cents


class Leave(Command, frozen=True):
    """Leave with one's chips; in mid-round the house's rule for leaving holds (Q-13, PA-7)."""

    player: str


class Disconnect(Command, frozen=True):
    """The player is disconnected; their hand is finished for them as their time runs out."""

    player: str


class Reconnect(Command, frozen=True):
    player: str


class Wager(Command, frozen=True):
    """All that a seat stakes before the deal, in place of what it staked so far; none clears it."""

    player: str
    wagers: dict[str, Cents]


class BackSeat(Command, frozen=True):
    """Stake behind a seat (Q-6), in place of what was staked there so far."""

    player: str
    seat: int
    wagers: dict[str, Cents]


class TakeBank(Command, frozen=True):
    player: str
    amount: Cents


class DeclineBank(Command, frozen=True):
    """Decline the bank, or give it back before the bets are closed."""

    player: str


class OfferBank(Command, frozen=True):
    """The dealer offers the bank round once more, after nobody took it."""


class CloseBets(Command, frozen=True):
    """The dealer calls "No more bets"."""


class Deal(Command, frozen=True):
    """The dealer deals from a shuffled deck."""

    deck: tuple[Card, ...]


class Act(Command, frozen=True):
    """`check`, `fold`, or a Play bet: `4x`, `3x`, `2x`, `1x`."""

    player: str
    action: str


class TimeOut(Command, frozen=True):
    """The house's time to act has run out for a player (Q-13)."""

    player: str


class AwardJackpots(Command, frozen=True):
    """The meter's owner says what each claim is paid: seat, cents, 1/10,000 cent left over."""

    awards: tuple[tuple[int, Cents, int], ...]


class PayMystery(Command, frozen=True):
    """The meter's owner says whose wager brought the mystery above its value."""

    seat: int
    amount: Cents


class Approve(Command, frozen=True):
    """The floor approves the payout that waits, bound to its amount."""

    by: str
    amount: Cents


class SetLimits(Command, frozen=True):
    """The floor changes limits; `keep` lets seated players keep a lower minimum (CR-9)."""

    by: str
    minimum: Cents
    maximum: Cents
    keep: bool = True


class HoldSeat(Command, frozen=True):
    """The floor holds a seat for one who goes for more funds, for a time it sets."""

    by: str
    player: str
    minutes: int


class ReleaseSeat(Command, frozen=True):
    by: str
    seat: int


class VoidRound(Command, frozen=True):
    by: str
    reason: str
