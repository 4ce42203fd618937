"""Streams other than tables and meters: the cage, counts, corrections.

The owner of such a stream defines its events. The ledger requires only that an event which moves
money lists its `moves`, so that an audit can compare them with the postings. Corrections are
defined here, because an audit follows them from the request to the approval.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from uth.core.money import Cents
from uth.ledger.journal.batch import Append, Entry, Posting
from uth.table.wire import to_json


class Move(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cents moved between two accounts, and the reason."""

    source: str
    target: str
    amount: Cents
    round: int = 0
    wager: str = ""
    clauses: str = ""
    rulebook: str = ""


class CorrectionRequested(msgspec.Struct, frozen=True, tag=True):
    """A supervisor says that a settled round is wrong; nothing moves yet (Q-21)."""

    table: str
    round: int
    source: str
    target: str
    amount: Cents
    reason: str
    by: str
    moves: tuple[Move, ...] = ()


class Corrected(msgspec.Struct, frozen=True, tag=True):
    """Another supervisor approved it to the cent: a new posting linked to the round."""

    request: int
    """The version of the request in this stream."""
    by: str
    amount: Cents
    moves: tuple[Move, ...]


class CorrectionWithdrawn(msgspec.Struct, frozen=True, tag=True):
    """A pending request was withdrawn: nothing moves, and nobody can approve it any more."""

    request: int
    """The version of the request in this stream."""
    by: str
    round: int
    amount: Cents
    moves: tuple[Move, ...] = ()


class Booking(Protocol):
    """Any tagged msgspec struct with `moves`."""

    @property
    def moves(self) -> tuple[Move, ...]: ...


class _Moving(msgspec.Struct):
    type: str
    moves: tuple[Move, ...] = ()


_DECODER = msgspec.json.Decoder(_Moving)


def _postings(version: int, moves: tuple[Move, ...]) -> list[Posting]:
    return [Posting(version, *msgspec.structs.astuple(move)) for move in moves]


def implied_postings(version: int, body: bytes) -> tuple[str, list[Posting]]:
    """The kind of an event, and the postings it lists."""
    event = _DECODER.decode(body)
    return event.type, _postings(version, event.moves)


def booking_append(
    stream: str, bookings: Sequence[Booking], *, expected: int, at: int, epoch: int = 0
) -> Append:
    """The append of some bookings, ready to be committed."""
    entries, postings = [], []
    for version, booking in enumerate(bookings, expected + 1):
        entries.append(Entry(type(booking).__name__, to_json(booking)))
        postings += _postings(version, booking.moves)
    return Append(stream, expected, tuple(entries), tuple(postings), at=at, epoch=epoch)
