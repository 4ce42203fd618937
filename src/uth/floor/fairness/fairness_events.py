"""The events of a fairness stream: seeds committed to, mixed in and revealed.

Each table and meter has a `fair/…` stream next to its own. A seed is a secret of the entry that
commits to it, and plain text in the entry that reveals it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import reduce
from operator import or_
from typing import Any

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.fairness.mystery_value import HiddenValue, MysteryName
from uth.floor.fairness.shuffle import (
    ClosedShuffle,
    OpenShuffle,
    RoundName,
    Seat,
    reopen,
)
from uth.ledger.journal.batch import Entry
from uth.ledger.journal.store import StoredEvent


class FairEvent(msgspec.Struct, frozen=True, tag=True):
    """An event about a seed."""


class ShuffleCommitted(FairEvent, frozen=True):
    """The seed of a round was drawn, and its commitment published."""

    name: RoundName
    commitment: str


class SeedMixed(FairEvent, frozen=True):
    seat: Seat
    seed: str


class SeedRevealed(FairEvent, frozen=True):
    """The round is over, and its seed is public."""

    round: int
    seed: str
    mixed: dict[Seat, str]


class SeedLost(FairEvent, frozen=True):
    """A backup left the seed out: nobody knows it, and a new one is committed to."""

    round: int


class MysteryCommitted(FairEvent, frozen=True):
    name: MysteryName
    commitment: str


class MysteryRevealed(FairEvent, frozen=True):
    """The mystery was hit, and its value is public."""

    number: int
    seed: str
    value: Cents
    paid: Cents


class MysteryLost(FairEvent, frozen=True):
    """A backup left the value out: a new one is drawn."""

    number: int


ANY: Any = reduce(or_, FairEvent.__subclasses__())
_DECODER = msgspec.json.Decoder(ANY)
_ENCODER = msgspec.json.Encoder(order="deterministic")
_SALT = b"the seed itself is 256 bits of salt"


def fair_stream(stream: str) -> str:
    return f"fair/{stream}"


def entry_of(event: FairEvent, seed: bytes = b"") -> Entry:
    """An event as it is stored; a seed that it commits to is a secret of the entry."""
    return Entry(type(event).__name__, _ENCODER.encode(event), seed, _SALT if seed else b"")


def committed(shuffle: OpenShuffle) -> Entry:
    """The entry that commits to a shuffle."""
    event = ShuffleCommitted(shuffle.name, shuffle.commitment)
    return entry_of(event, shuffle.seed.open())


def value_committed(value: HiddenValue) -> Entry:
    return entry_of(MysteryCommitted(value.name, value.commitment), value.seed.open())


def revealed(shuffle: OpenShuffle | ClosedShuffle) -> SeedRevealed:
    return SeedRevealed(shuffle.name.round, shuffle.seed.open().hex(), shuffle.mixed)


def read_fairness_event(stored: StoredEvent) -> FairEvent:
    event: FairEvent = _DECODER.decode(stored.body)
    return event


def recover_shuffle(entries: Iterable[StoredEvent]) -> OpenShuffle:
    """The shuffle committed to last, with the seeds mixed into it so far."""
    shuffle: OpenShuffle | None = None
    for entry in entries:
        event = read_fairness_event(entry)
        if isinstance(event, ShuffleCommitted):
            shuffle = reopen(event.name, event.commitment, entry.secret)
        elif isinstance(event, SeedMixed) and shuffle is not None:
            shuffle = shuffle.mix(int(event.seat), event.seed)
    if shuffle is None:
        raise Refusal("journal/no_shuffle")
    return shuffle


def is_lost(entry: StoredEvent, redacted: Container[tuple[str, int]]) -> bool:
    """Whether a backup left out the seed that an entry commits to."""
    return not entry.secret and (entry.stream, entry.version) in redacted
