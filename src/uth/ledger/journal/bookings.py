"""Streams that are neither a table's nor a meter's: the cage, the count, a correction.

Whoever owns such a stream makes his own events. All that the ledger asks is that an event which
moves money lists its `moves`, so that an audit can hold the postings against it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from uth.core.money import Cents
from uth.ledger.journal.batch import Append, Entry, Posting
from uth.table.wire import to_json


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cents between two accounts, and what they are for."""

    source: str
    target: str
    amount: Cents
    round: int = 0
    wager: str = ""
    clauses: str = ""
    rulebook: str = ""


class Booking(Protocol):
    """Any tagged msgspec struct whose `moves` are its money."""

    @property
    def moves(self) -> tuple[Move, ...]: ...


class _Moving(msgspec.Struct):
    type: str
    moves: tuple[Move, ...] = ()


_DECODER = msgspec.json.Decoder(_Moving)


def _postings(version: int, moves: tuple[Move, ...]) -> list[Posting]:
    return [Posting(version, *msgspec.structs.astuple(move)) for move in moves]


def implied(version: int, body: bytes) -> tuple[str, list[Posting]]:
    """The kind of an event, and the postings that it lists."""
    found = _DECODER.decode(body)
    return found.type, _postings(version, found.moves)


def booking_append(
    stream: str,
    bookings: Sequence[Booking],
    *,
    expected: int,
    at: int,
    epoch: int = 0,
    snapshot: bytes = b"",
) -> Append:
    """What was booked, ready to be committed; a snapshot, where there is one, is its owner's."""
    entries, found = [], []
    for version, booking in enumerate(bookings, expected + 1):
        entries.append(Entry(type(booking).__name__, to_json(booking)))
        found += _postings(version, booking.moves)
    return Append(stream, expected, tuple(entries), tuple(found), at, epoch, "", snapshot)
