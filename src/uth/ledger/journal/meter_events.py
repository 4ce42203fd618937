"""The events of a linked meter, and how they are stored."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Entry
from uth.ledger.journal.store import StoredEvent
from uth.table.meters import link
from uth.table.wire import to_json


class MeterEvent(msgspec.Struct, frozen=True, tag=True):
    """An event of a meter."""


class MeterOpened(MeterEvent, frozen=True):
    """A meter with the terms of a rulebook, seeded by the house."""

    rulebook: str
    main: int
    mystery: int


class TargetDrawn(MeterEvent, frozen=True):
    """The mystery's next hidden value; secret until it is hit."""

    target: Cents


class TargetLost(MeterEvent, frozen=True):
    """The hidden value is missing because a backup was restored; a new one is drawn."""


class MeterFed(MeterEvent, frozen=True):
    """The contributions of one Progressive wager, in units of 1/10,000 cent."""

    table: str
    """The table, or the stream of another game: `game/three-card-poker`."""
    round: int
    seat: int
    player: str
    main: int
    mystery: int
    jackpots: int
    mysteries: int
    clauses: tuple[str, ...] = ()


class MysteryHit(MeterEvent, frozen=True):
    """The latest contribution took the mystery above its hidden value."""

    table: str
    round: int
    seat: int
    player: str
    amount: Cents
    clauses: tuple[str, ...] = ()


class JackpotsGiven(MeterEvent, frozen=True):
    """The jackpots paid for one round; an award is seat, cents, rest and reseeded."""

    table: str
    round: int
    hits: tuple[tuple[int, int], ...]
    """Seat and share of the meter in 1/10,000, highest hand first."""
    awards: tuple[tuple[int, Cents, int, bool], ...]
    clauses: tuple[str, ...] = ()


class FeedTakenBack(MeterEvent, frozen=True):
    """A void round's contribution is returned, unless it has been paid out since (Q-21)."""

    table: str
    round: int
    seat: int
    main: int
    mystery: int
    jackpots: int
    mysteries: int
    clauses: tuple[str, ...] = ()


def contribution(event: MeterFed | FeedTakenBack) -> link.Fed:
    return link.Fed(event.main, event.mystery, event.jackpots, event.mysteries)


AnyMeterEvent = (
    MeterOpened | TargetDrawn | TargetLost | MeterFed | MysteryHit | JackpotsGiven | FeedTakenBack
)
_DECODER = msgspec.json.Decoder(AnyMeterEvent)


class _TargetSecret(msgspec.Struct, forbid_unknown_fields=True):
    target: Cents


def to_entry(event: MeterEvent, salt: bytes) -> Entry:
    """An event as it is stored: a hidden value is kept apart, as a secret."""
    kind = type(event).__name__
    if isinstance(event, TargetDrawn):
        if len(salt) < 16:
            raise Refusal("journal/salt")
        return Entry(kind, to_json(TargetDrawn(0)), to_json({"target": event.target}), salt)
    return Entry(kind, to_json(event))


def read_meter_event(stored: StoredEvent) -> MeterEvent:
    """The event of a stored row, with its secret if that is available."""
    event: MeterEvent = _DECODER.decode(stored.body)
    if stored.secret and isinstance(event, TargetDrawn):
        return TargetDrawn(msgspec.json.decode(stored.secret, type=_TargetSecret).target)
    return event
