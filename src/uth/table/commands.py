"""What people, the dealer and the floor may ask of a table."""

from __future__ import annotations

from functools import cache

import msgspec

from uth.core.cards import Card
from uth.core.money import MOST, Cents
from uth.core.refusal import Refusal
from uth.table.events import Shuffler


class Command(msgspec.Struct, frozen=True, gc=False, tag=True):
    """A request to a table: it is carried out whole, or refused and nothing changes."""

    def __post_init__(self) -> None:
        """Refuse an amount that is no whole number of cents or out of range, from every way in."""
        for name in _amounts(type(self)):
            value = getattr(self, name)
            for amount in value.values() if isinstance(value, dict) else (value,):
                if type(amount) is not int:
                    raise Refusal("money/not_whole", value=amount, where=name)
                if abs(amount) > MOST:
                    raise Refusal("money/range", most=MOST, where=name)


@cache
def _amounts(kind: type[Command]) -> list[str]:
    """The fields of a command that hold amounts."""
    names = ("chips", "amount", "minimum", "maximum", "wagers")
    return [name for name in names if name in kind.__struct_fields__]


class _OfPlayer(Command, frozen=True):
    player: str


class _OfFloor(Command, frozen=True):
    by: str


class Sit(_OfPlayer, frozen=True):
    """Take a seat with chips; a held seat may be taken again by the one it is held for."""

    seat: int
    chips: Cents


class Join(_OfPlayer, frozen=True):
    """Join the rail with chips, to wager on the back line."""

    chips: Cents


class AddChips(_OfPlayer, frozen=True):
    """Bring more chips to one's seat, from the cage."""

    chips: Cents


class Leave(_OfPlayer, frozen=True):
    """Leave with one's chips; in mid-round the house's rule for leaving holds (Q-13, PA-7)."""


class Disconnect(_OfPlayer, frozen=True):
    """The player is disconnected; their hand is finished for them as their time runs out."""


class Reconnect(_OfPlayer, frozen=True):
    pass


class Wager(_OfPlayer, frozen=True):
    """All that a seat stakes before the deal, in place of what it staked so far; none clears it."""

    wagers: dict[str, Cents]


class BackSeat(_OfPlayer, frozen=True):
    """Stake behind a seat (Q-6), in place of what was staked there so far."""

    seat: int
    wagers: dict[str, Cents]


class TakeBank(_OfPlayer, frozen=True):
    """Take the bank that is offered, with an amount."""

    amount: Cents


class DeclineBank(_OfPlayer, frozen=True):
    """Decline the bank, or give it back before the bets are closed."""


class OfferBank(Command, frozen=True):
    """The dealer offers the bank round once more, after nobody took it."""


class CloseBets(Command, frozen=True):
    """The dealer calls "No more bets"."""


class Deal(Command, frozen=True):
    """The dealer deals from a shuffled deck."""

    deck: tuple[Card, ...]


class Act(_OfPlayer, frozen=True):
    """`check`, `fold`, or a Play bet: `4x`, `3x`, `2x`, `1x`."""

    action: str


class TimeOut(_OfPlayer, frozen=True):
    """The house's time to act has run out for a player (Q-13)."""


class AwardJackpots(Command, frozen=True):
    """The meter's owner says what each claim is paid: seat, cents, 1/10,000 cent left over."""

    awards: tuple[tuple[int, Cents, int], ...]


class PayMystery(Command, frozen=True):
    """The meter's owner says whose wager brought the mystery above its value."""

    seat: int
    amount: Cents


class Approve(_OfFloor, frozen=True):
    """The floor approves the payout that waits, bound to its amount."""

    amount: Cents


class SetLimits(_OfFloor, frozen=True):
    """The floor changes limits and chooses who keeps a lower minimum (CR-9).

    None chooses everybody whose last Ante was below a raised minimum.
    """

    minimum: Cents
    maximum: Cents
    keep: tuple[str, ...] | None = None


class PostMaximum(_OfFloor, frozen=True):
    """Management posts a maximum payout at the table (CR-10)."""

    maximum: Cents


class WithdrawMaximum(_OfFloor, frozen=True):
    """The posted maximum payout no longer holds."""


class SwitchShuffler(_OfFloor, frozen=True):
    """The floor changes to the back-up shuffler, or back to the main one (CR-13)."""

    shuffler: Shuffler


class HoldSeat(_OfFloor, frozen=True):
    """The floor holds a seat for one who goes for more funds, for a time it sets."""

    player: str
    minutes: int


class ReleaseSeat(_OfFloor, frozen=True):
    """The floor gives up a held seat."""

    seat: int


class VoidRound(_OfFloor, frozen=True):
    """Void the round before a card is dealt; once cards are out, request that it is voided."""

    reason: str
    round: int = 0
    """The round that is meant; 0 for the one under way."""


class ConfirmVoid(_OfFloor, frozen=True):
    """A second supervisor confirms that the round is voided (Q-21)."""

    round: int = 0
    """The round that is meant; 0 for the one under way."""


class WithdrawVoid(_OfFloor, frozen=True):
    """The request to void the round is withdrawn."""


class VoidRestored(_OfFloor, frozen=True):
    """Void a round whose cards are not in the backup that it was restored from."""
