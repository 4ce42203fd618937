"""Before the deal: the bank, the wagers, the fees, and what the meters are fed."""

from __future__ import annotations

from uth.core.money import Cents
from uth.table.events.event import AmountEvent, Event, PlayerEvent, SeatEvent, StakesEvent


class WagersPlaced(StakesEvent, frozen=True):
    """What a seat stakes, in place of `before` cents that it had staked."""


class BackLinePlaced(StakesEvent, frozen=True):
    """What somebody stakes behind a seat, in place of `before` cents."""


class BankOffered(SeatEvent, frozen=True):
    """A player may take the bank."""


class BankTaken(AmountEvent, frozen=True):
    """A player takes the bank and puts up an amount."""


class BankDeclined(SeatEvent, frozen=True):
    """Declined, or given back with the amount that was put up."""

    amount: Cents = 0


class BankPassed(SeatEvent, frozen=True):
    """The button moves on from a banker who has had all their rounds."""


class BankUntaken(Event, frozen=True):
    """Nobody takes the bank: no round until somebody does."""


class BetsClosed(Event, frozen=True):
    """“No more bets”: a round begins."""

    round: int


class FeeTaken(PlayerEvent, frozen=True):
    """A player has paid the collection fee."""

    amount: Cents
    action: Cents


class FeeUnpaid(AmountEvent, frozen=True):
    """The banker can't pay the fee and gives up the bank: the round ends before the deal."""

    action: Cents


class FeesDropped(Event, frozen=True):
    """The fees of the round are dropped into the box."""

    amount: Cents


class ProgressiveStaked(AmountEvent, frozen=True):
    """A wager that feeds the meters, in the order in which they are fed."""


class MysteryWon(AmountEvent, frozen=True):
    """A seat has won the mystery jackpot."""
