"""The stream of another game on a linked meter: its rounds, and the postings they list.

Only what concerns the meter is recorded: who wagered, and what was won. Its players are simulated,
so wagers come from the play money in circulation and prizes return to it.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from uth.core.money import Cents
from uth.ledger.journal.accounts import ISSUED, checked_id, house
from uth.ledger.journal.bookings import Move
from uth.table.wagers import PROGRESSIVE

PREFIX = "game/"


def game_stream(game: str) -> str:
    return f"{PREFIX}{checked_id(game)}"


class GameOpened(msgspec.Struct, frozen=True, tag=True):
    """A game begins to feed a meter."""

    game: str
    meter: str
    by: str
    moves: tuple[Move, ...] = ()


class GamePlayed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """One round: each seat's wager feeds the meter, and the meter pays what they win of it."""

    round: int
    wager: Cents
    seats: tuple[int, ...]
    mysteries: tuple[tuple[int, Cents], ...] = ()
    """Seat and amount."""
    hits: tuple[tuple[int, int], ...] = ()
    """Seat and share of the meter in 1/10,000, highest hand first."""
    awards: tuple[tuple[int, Cents, int], ...] = ()
    """What each hit is paid: seat, cents, 1/10,000 cent left over."""
    prizes: tuple[tuple[int, Cents], ...] = ()
    """Fixed prizes, which are not of the meter."""
    moves: tuple[Move, ...] = ()


GameEvent = GameOpened | GamePlayed
DECODER: msgspec.json.Decoder[GameEvent] = msgspec.json.Decoder(GameEvent)


def implied_moves(game: str, event: GameEvent) -> tuple[Move, ...]:
    """The wagers that a round takes in, and everything that it pays."""
    if isinstance(event, GameOpened):
        return ()
    account = house(game_stream(game))

    def paid(amounts: Iterable[Cents], wager: str) -> list[Move]:
        return [Move(account, ISSUED, amount, event.round, wager) for amount in amounts if amount]

    staked = [Move(ISSUED, account, event.wager, event.round, PROGRESSIVE.name)]
    return (
        *staked * len(event.seats),
        *paid((amount for _, amount in event.mysteries), "mystery"),
        *paid((amount for _, amount, _ in event.awards), PROGRESSIVE.name),
        *paid((amount for _, amount in event.prizes), PROGRESSIVE.name),
    )
