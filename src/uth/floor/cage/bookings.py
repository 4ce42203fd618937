"""The cage: play money in and out, and the counts and corrections that the floor signs for.

Each is a booking in a stream of its own, so that the journal says who moved what, and why.
"""

from __future__ import annotations

import hashlib

import msgspec

from uth.core.money import Cents, dollars
from uth.core.refusal import Refusal
from uth.ledger.journal.accounts import ISSUED, at_cage, checked_id, house
from uth.ledger.journal.bookings import Move

MOST = 10**13
"""A hundred thousand million dollars: nobody buys in for more."""


class Bought(msgspec.Struct, frozen=True, tag=True):
    """Play money issued to a player."""

    player: str
    amount: Cents
    by: str
    moves: tuple[Move, ...]


class Cashed(msgspec.Struct, frozen=True, tag=True):
    """A player's money given back."""

    player: str
    amount: Cents
    by: str
    moves: tuple[Move, ...]


class Counted(msgspec.Struct, frozen=True, tag=True):
    """A drop box emptied: what the books say, what was counted, and the difference."""

    table: str
    expected: Cents
    counted: Cents
    by: str
    moves: tuple[Move, ...]

    @property
    def variance(self) -> Cents:
        return self.counted - self.expected


class Opened(msgspec.Struct, frozen=True, tag=True):
    """A table opened by the floor, with what its players hold there."""

    table: str
    by: str
    rulebook: str
    link: str = ""
    """The meter that its Progressive wagers feed."""
    pace: int | None = None
    """The dealer's pause in milliseconds; None for the house's own."""
    timed: bool = True
    """Whether the time to act runs; at a table for practice it need not."""
    listed: bool = True
    """Whether everybody sees it in the list of tables."""
    tray: Cents | None = None
    """The chips counted into its tray, where they were counted."""
    win: Cents = 0
    """What the house had won there before, so that this sitting's win can be told."""
    moves: tuple[Move, ...] = ()
    practice: bool = False
    """Whether its maker plays there for himself; else it is a table of the house."""


class Closed(msgspec.Struct, frozen=True, tag=True):
    """A table closed by the floor; nobody sits there and nothing lies on it."""

    table: str
    by: str
    win: Cents
    """What the house has won there so far."""
    drop: Cents
    tray: Cents | None = None
    """The chips counted in its tray, where they were counted."""
    expected: Cents | None = None
    """What should be there: the count at the opening, and what the house has won since."""
    moves: tuple[Move, ...] = ()

    @property
    def variance(self) -> Cents:
        """By how much the tray differs; 0 where it was not counted both times."""
        if self.tray is None or self.expected is None:
            return 0
        return self.tray - self.expected


class CorrectionRequested(msgspec.Struct, frozen=True, tag=True):
    """A settled round is wrong, one supervisor says: nothing moves yet (Q-21)."""

    table: str
    round: int
    source: str
    target: str
    amount: Cents
    reason: str
    by: str
    moves: tuple[Move, ...] = ()


class Corrected(msgspec.Struct, frozen=True, tag=True):
    """Another supervisor has approved it, to the cent: a new posting linked to the round."""

    asked: int
    """The version of the request in this stream."""
    by: str
    amount: Cents
    moves: tuple[Move, ...]


class CorrectionWithdrawn(msgspec.Struct, frozen=True, tag=True):
    """A request that waited is called off: nothing moves, and nobody can approve it any more."""

    asked: int
    """The version of the request in this stream."""
    by: str
    round: int
    amount: Cents
    moves: tuple[Move, ...] = ()


Booked = (
    Bought
    | Cashed
    | Counted
    | Opened
    | Closed
    | CorrectionRequested
    | Corrected
    | CorrectionWithdrawn
)
DECODER = msgspec.json.Decoder(Booked)

WISHES: dict[type[Booked], tuple[str, ...]] = {
    Bought: ("player", "amount"),
    Cashed: ("player", "amount"),
    Counted: ("table", "counted"),
    Opened: ("table", "rulebook", "pace", "timed", "listed", "tray"),
    Closed: ("table", "tray"),
    CorrectionRequested: ("table", "round", "source", "target", "amount", "reason"),
    Corrected: ("asked", "amount"),
    CorrectionWithdrawn: ("asked",),
}
"""What somebody asks for; the rest of a booking is what the books make of it."""


def wish(booking: Booked) -> tuple[object, ...]:
    return tuple(getattr(booking, name) for name in WISHES.get(type(booking), ()))


def person_stream(player: str) -> str:
    """A player's stream at the cage: one writer each, so nobody waits for another."""
    return f"cage/{hashlib.sha256(player.encode()).hexdigest()[:32]}"


def floor_stream(table: str) -> str:
    return f"floor/{checked_id(table)}"


def check_amount(amount: Cents) -> None:
    if not 0 < amount <= MOST:
        raise Refusal("money/zero", "an amount is above 0 and not beyond all reason", "amount")


def bought(player: str, amount: Cents, by: str) -> Bought:
    check_amount(amount)
    return Bought(player, amount, by, (Move(ISSUED, at_cage(player), amount),))


def cashed(player: str, amount: Cents, by: str) -> Cashed:
    check_amount(amount)
    return Cashed(player, amount, by, (Move(at_cage(player), ISSUED, amount),))


def counted(table: str, expected: Cents, found: Cents, by: str) -> Counted:
    """The whole box goes to the house's count; what is missing or too much is kept apart."""
    if not 0 <= found <= MOST:
        raise Refusal("count/amount", "a count is not below 0", "counted")
    box, count, variance = f"drop/table/{table}", house("count"), house("variance")
    moves = [Move(box, count, expected)] if expected else []
    missing = expected - found
    if missing > 0:
        moves.append(Move(count, variance, missing))
    elif missing < 0:
        moves.append(Move(variance, count, -missing))
    return Counted(table, expected, found, by, tuple(moves))


def closed(
    table: str, by: str, opened: Opened | None, win: Cents, drop: Cents, tray: Cents | None
) -> Closed:
    """A table closed with its count, against the one that it was opened with."""
    began = opened.tray if opened and tray is not None else None
    expected = began + win - opened.win if opened and began is not None else None
    return Closed(table, by, win, drop, tray, expected)


def corrected(asked: CorrectionRequested, version: int, by: str, amount: Cents) -> Corrected:
    """Never by the one who asked, never by one who gains or loses, never another amount."""
    if by in (asked.by, *people_of(asked)):
        raise Refusal("approval/own", "nobody approves his own correction", "by", "Q-21")
    if amount != asked.amount:
        sentence = f"the correction that waits is {dollars(asked.amount)}"
        raise Refusal("approval/amount", sentence, "amount", "Q-21")
    move = Move(asked.source, asked.target, amount, asked.round, "correction", "Q-21")
    return Corrected(version, by, amount, (move,))


def people_of(asked: CorrectionRequested) -> list[str]:
    """Whose money a correction moves."""
    accounts = (asked.source, asked.target)
    return [name.removeprefix("player/") for name in accounts if name.startswith("player/")]
