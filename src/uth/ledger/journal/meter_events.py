"""What happens to a linked meter, and how it is kept in the journal."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Entry
from uth.ledger.journal.store import StoredEvent
from uth.table import link
from uth.table.wire import to_json


class MeterEvent(msgspec.Struct, frozen=True, tag=True):
    """Something that happened to a meter."""


class MeterOpened(MeterEvent, frozen=True):
    """A meter of a house's terms, seeded by the house."""

    rulebook: str
    main: int
    mystery: int


class TargetDrawn(MeterEvent, frozen=True):
    """The mystery's next hidden value; kept apart until it is hit."""

    target: Cents


class TargetLost(MeterEvent, frozen=True):
    """A backup left the hidden value out, and the house goes on from it: another is drawn."""


class MeterFed(MeterEvent, frozen=True):
    """One Progressive wager's contributions, in units."""

    table: str
    round: int
    seat: int
    player: str
    main: int
    mystery: int
    jackpots: int
    mysteries: int
    clauses: tuple[str, ...] = ()

    @property
    def fed(self) -> link.Fed:
        return link.Fed(self.main, self.mystery, self.jackpots, self.mysteries)


class MysteryHit(MeterEvent, frozen=True):
    """The wager fed last brought the mystery above its value."""

    table: str
    round: int
    seat: int
    player: str
    amount: Cents
    clauses: tuple[str, ...] = ()


class JackpotsGiven(MeterEvent, frozen=True):
    """The claims of one round, as the meter accepted them: seat, cents, rest, reseeded."""

    table: str
    round: int
    hits: tuple[tuple[int, int], ...]
    """Seat and strength category's share in 1/10,000, highest hand first."""
    awards: tuple[tuple[int, Cents, int, bool], ...]
    clauses: tuple[str, ...] = ()


class FeedTakenBack(MeterEvent, frozen=True):
    """A void round's contribution goes back, unless it has been paid out since (Q-21)."""

    table: str
    round: int
    seat: int
    main: int
    mystery: int
    jackpots: int
    mysteries: int
    clauses: tuple[str, ...] = ()

    @property
    def fed(self) -> link.Fed:
        return link.Fed(self.main, self.mystery, self.jackpots, self.mysteries)


AnyMeterEvent = (
    MeterOpened | TargetDrawn | TargetLost | MeterFed | MysteryHit | JackpotsGiven | FeedTakenBack
)
_DECODER = msgspec.json.Decoder(AnyMeterEvent)


class _Secret(msgspec.Struct, forbid_unknown_fields=True):
    target: Cents


def to_entry(event: MeterEvent, salt: bytes) -> Entry:
    kind = type(event).__name__
    if isinstance(event, TargetDrawn):
        if len(salt) < 16:
            raise Refusal("journal/salt", "what is hidden needs a fresh salt of 16 bytes or more")
        return Entry(kind, to_json(TargetDrawn(0)), to_json({"target": event.target}), salt)
    return Entry(kind, to_json(event))


def read_meter_event(kept: StoredEvent) -> MeterEvent:
    event: MeterEvent = _DECODER.decode(kept.body)
    if kept.secret and isinstance(event, TargetDrawn):
        return TargetDrawn(msgspec.json.decode(kept.secret, type=_Secret).target)
    return event
