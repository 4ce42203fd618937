"""The journal of fairness: what was committed to, mixed in and revealed, beside each stream.

A table's or meter's own stream says what happened; its `fair/…` stream holds the seeds. A seed is
a secret of the entry that commits to it, and plain in the one that reveals it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.fairness.mystery_value import HiddenValue, KeptValue, MysteryName, reopen_value
from uth.floor.fairness.shuffle import (
    ClosedShuffle,
    KeptShuffle,
    OpenShuffle,
    RoundName,
    Seat,
    reopen,
)
from uth.ledger.journal.batch import Entry
from uth.ledger.journal.store import StoredEvent


class FairEvent(msgspec.Struct, frozen=True, tag=True):
    """Something about a seed."""


class ShuffleCommitted(FairEvent, frozen=True):
    """The seed of a round is drawn; everybody is told its commitment."""

    name: RoundName
    commitment: str


class SeedMixed(FairEvent, frozen=True):
    seat: Seat
    seed: str


class SeedRevealed(FairEvent, frozen=True):
    """The round is over: its seed is for everybody."""

    round: int
    seed: str
    mixed: dict[Seat, str]


class SeedLost(FairEvent, frozen=True):
    """A backup left the seed out: nobody knows it, and another is committed to."""

    round: int


class MysteryCommitted(FairEvent, frozen=True):
    name: MysteryName
    commitment: str


class MysteryRevealed(FairEvent, frozen=True):
    """The mystery was hit: its value is for everybody."""

    number: int
    seed: str
    value: Cents
    paid: Cents


class MysteryLost(FairEvent, frozen=True):
    """A backup left the value out: another is drawn."""

    number: int


AnyFairEvent = (
    ShuffleCommitted
    | SeedMixed
    | SeedRevealed
    | SeedLost
    | MysteryCommitted
    | MysteryRevealed
    | MysteryLost
)
_DECODER = msgspec.json.Decoder(AnyFairEvent)
_ENCODER = msgspec.json.Encoder(order="deterministic")
_SALT = b"the seed itself is 256 bits of salt"


def fair_stream(stream: str) -> str:
    return f"fair/{stream}"


def plain(event: FairEvent) -> Entry:
    return Entry(type(event).__name__, _ENCODER.encode(event))


def committed(shuffle: OpenShuffle) -> Entry:
    """The entry that commits to a shuffle and keeps its seed apart."""
    event = ShuffleCommitted(shuffle.name, shuffle.commitment)
    return _sealed(event, shuffle.seed.open())


def value_committed(value: HiddenValue) -> Entry:
    return _sealed(MysteryCommitted(value.name, value.commitment), value.seed.open())


def _sealed(event: FairEvent, seed: bytes) -> Entry:
    return Entry(type(event).__name__, _ENCODER.encode(event), seed, _SALT)


def revealed(shuffle: OpenShuffle | ClosedShuffle) -> SeedRevealed:
    return SeedRevealed(shuffle.name.round, shuffle.seed.open().hex(), shuffle.mixed)


def read_fairness_event(kept: StoredEvent) -> FairEvent:
    event: FairEvent = _DECODER.decode(kept.body)
    return event


def shuffle_again(event: ShuffleCommitted, shown: SeedRevealed) -> OpenShuffle:
    """A shuffle whose seed everybody knows by now."""
    kept = KeptShuffle(event.name, event.commitment, shown.seed, shown.mixed, closed=False)
    again = reopen(kept)
    assert isinstance(again, OpenShuffle)
    return again


def recover_shuffle(entries: Iterable[StoredEvent]) -> OpenShuffle:
    """The shuffle that is committed to now, with the seeds mixed into it so far."""
    shuffle: OpenShuffle | None = None
    for kept in entries:
        event = read_fairness_event(kept)
        if isinstance(event, ShuffleCommitted):
            mixed: dict[Seat, str] = {}
            again = reopen(
                KeptShuffle(event.name, event.commitment, kept.secret.hex(), mixed, closed=False)
            )
            assert isinstance(again, OpenShuffle)
            shuffle = again
        elif isinstance(event, SeedMixed) and shuffle is not None:
            shuffle = shuffle.mix(int(event.seat), event.seed)
    if shuffle is None:
        raise Refusal("journal/empty", "no shuffle is committed to for this table")
    return shuffle


def recover_value(entries: Iterable[StoredEvent]) -> HiddenValue | None:
    """The hidden value that stands; None where the last one was hit."""
    value: KeptValue | None = None
    for kept in entries:
        event = read_fairness_event(kept)
        if isinstance(event, MysteryCommitted):
            value = KeptValue(event.name, event.commitment, kept.secret.hex())
        elif isinstance(event, MysteryRevealed | MysteryLost):
            value = None
    return reopen_value(value) if value is not None else None


def is_lost(kept: StoredEvent, redacted: Container[tuple[str, int]]) -> bool:
    """Whether a backup left out the seed that an entry commits to."""
    return not kept.secret and (kept.stream, kept.version) in redacted
