"""Bookings outside of rounds: buy-ins and cash-outs, openings and closings, counts, corrections.

Players and tables have a stream of bookings each; every booking says who made it.
"""

from __future__ import annotations

import msgspec

from uth.core.money import MOST, Cents
from uth.core.refusal import Refusal
from uth.floor.people.names import personal_stream
from uth.ledger.journal.accounts import ISSUED, at_cage, checked_id, house
from uth.ledger.journal.bookings import Corrected, CorrectionRequested, CorrectionWithdrawn, Move


class _AtCage(msgspec.Struct, frozen=True):
    player: str
    amount: Cents
    by: str
    moves: tuple[Move, ...]


class Bought(_AtCage, frozen=True, tag=True):
    """Play money issued to a player."""


class Cashed(_AtCage, frozen=True, tag=True):
    """Play money returned by a player."""


class Counted(msgspec.Struct, frozen=True, tag=True):
    """A drop box emptied: the amount in the books, and the amount counted."""

    table: str
    expected: Cents
    counted: Cents
    by: str
    moves: tuple[Move, ...]

    @property
    def variance(self) -> Cents:
        return self.counted - self.expected


class Opened(msgspec.Struct, frozen=True, tag=True):
    """A table opened, and its terms."""

    table: str
    by: str
    rulebook: str
    link: str = ""
    """The meter that its Progressive wagers feed; empty for none."""
    pace: int | None = None
    """The dealer's pause in milliseconds; None for the pace of the floor."""
    timed: bool = True
    """Whether the time to act is limited; a practice table may do without."""
    listed: bool = True
    """Whether the list of tables shows it to everybody."""
    tray: Cents | None = None
    """The chips counted into its tray; None if they were not counted."""
    win: Cents = 0
    """What the house had won there before, to work out the win of this session."""
    moves: tuple[Move, ...] = ()
    practice: bool = False
    """Whether it is a practice table of the person who opened it."""
    bots: int = 0
    """How many bots were to be seated at once."""
    title: str = ""
    """What people call the table; empty where it has no name but its link."""


class Closed(msgspec.Struct, frozen=True, tag=True):
    """A table closed: nobody is seated and nothing is on the layout."""

    table: str
    by: str
    win: Cents
    """What the house has won there so far."""
    drop: Cents
    tray: Cents | None = None
    """The chips counted in its tray; None if they were not counted."""
    expected: Cents | None = None
    """The expected tray: the count at the opening plus what the house has won since."""
    moves: tuple[Move, ...] = ()

    @property
    def variance(self) -> Cents:
        """How far the tray is off; 0 unless it was counted at both times."""
        if self.tray is None or self.expected is None:
            return 0
        return self.tray - self.expected


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

REQUESTED: dict[type[Booked], tuple[str, ...]] = {
    Bought: ("player", "amount"),
    Cashed: ("player", "amount"),
    Counted: ("table", "counted"),
    Opened: ("table", "rulebook", "pace", "timed", "listed", "tray", "practice", "bots", "title"),
    Closed: ("table", "tray"),
    CorrectionRequested: ("table", "round", "source", "target", "amount", "reason"),
    Corrected: ("request", "amount"),
    CorrectionWithdrawn: ("request",),
}
"""The fields that a request sets; the books add the others."""


def requested_part(booking: Booked) -> tuple[object, ...]:
    """What was requested: equal for two bookings of the same request."""
    return tuple(getattr(booking, name) for name in REQUESTED.get(type(booking), ()))


def person_stream(player: str) -> str:
    """A player's stream at the cage; one each, so that players do not wait for one another."""
    return personal_stream("cage", player)


def floor_stream(table: str) -> str:
    return f"floor/{checked_id(table)}"


def check_amount(amount: Cents) -> None:
    if not 0 < amount <= MOST:
        raise Refusal("money/range", most=MOST, where="amount")


def bought(player: str, amount: Cents, by: str) -> Bought:
    check_amount(amount)
    return Bought(player, amount, by, (Move(ISSUED, at_cage(player), amount),))


def cashed(player: str, amount: Cents, by: str) -> Cashed:
    check_amount(amount)
    return Cashed(player, amount, by, (Move(at_cage(player), ISSUED, amount),))


def counted(table: str, expected: Cents, amount: Cents, by: str) -> Counted:
    """The expected amount moves to the count account, and the difference to a variance account."""
    if not 0 <= amount <= MOST:
        raise Refusal("count/amount", most=MOST, where="counted")
    box, count, variance = f"drop/table/{table}", house("count"), house("variance")
    moves = [Move(box, count, expected)] if expected else []
    missing = expected - amount
    if missing > 0:
        moves.append(Move(count, variance, missing))
    elif missing < 0:
        moves.append(Move(variance, count, -missing))
    return Counted(table, expected, amount, by, tuple(moves))


def closed(
    table: str, by: str, opened: Opened | None, *, win: Cents, drop: Cents, tray: Cents | None
) -> Closed:
    """A closing, with the tray that is expected if it was counted at the opening too."""
    began = opened.tray if opened and tray is not None else None
    expected = began + win - opened.win if opened and began is not None else None
    return Closed(table=table, by=by, win=win, drop=drop, tray=tray, expected=expected)
