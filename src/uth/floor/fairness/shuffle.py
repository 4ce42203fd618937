"""The shuffle of one round: committed before the bets close, mixed by the players, then dealt.

An open shuffle takes seeds from players and has no deck yet; a closed one has its deck and takes
no more seeds. Neither shows its own seed: a receipt does, when the round is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from uth.core.cards import DECK, Card
from uth.core.refusal import Refusal
from uth.floor.fairness.randomness import SEED_BYTES, Source, fresh_seed
from uth.floor.fairness.sealed import Sealed
from uth.floor.fairness.seeded_draw import hashed, is_hash, is_line, key_of, shuffled, stream

Seat = Literal["1", "2", "3", "4", "5", "6"]
"""A seat as JSON names it."""

SEATS: dict[int, Seat] = {1: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6"}


class RoundName(msgspec.Struct, frozen=True):
    """Which round is shuffled for; the commitment binds all of it."""

    table: str
    round: int
    house: str
    rulebook: str
    """The digest of the rulebook in its canonical form."""


class Announcement(msgspec.Struct, frozen=True):
    """What everybody is told before the bets close."""

    table: str
    round: int
    house: str
    rulebook: str
    commitment: str


def commitment_of(name: RoundName, seed: str) -> str:
    """What is published first: it fixes the seed, and tells nothing about it."""
    return hashed(
        "uth commitment uth-receipt/1",
        f"table {name.table}",
        f"round {name.round}",
        f"house {name.house}",
        f"rulebook {name.rulebook}",
        f"seed {seed}",
    )


def deck_of(commitment: str, seed: str, mixed: Mapping[Seat, str]) -> tuple[Card, ...]:
    """The order of the deck, the first card to be dealt first; players' seeds count by seat."""
    lines = (f"seat {seat} {mixed[seat]}" for seat in sorted(mixed))
    return shuffled(DECK, stream(key_of(commitment, seed, *lines)))


class KeptShuffle(msgspec.Struct, frozen=True):
    """A shuffle as the store keeps it until the round is over, and never shows it."""

    name: RoundName
    commitment: str
    seed: str
    mixed: dict[Seat, str]
    closed: bool

    def __repr__(self) -> str:
        return f"KeptShuffle({self.name!r}, commitment={self.commitment!r}, <sealed>)"


class _Shuffle:
    """What an open and a closed shuffle have in common."""

    __slots__ = ("commitment", "mixed", "name", "seed")

    def __init__(
        self, name: RoundName, seed: Sealed[bytes], mixed: Mapping[Seat, str] | None = None
    ) -> None:
        self.name = name
        self.seed = seed
        self.mixed = dict(sorted((mixed or {}).items()))
        self.commitment = commitment_of(name, seed.open().hex())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r}, commitment={self.commitment!r}, <sealed>)"

    @property
    def announcement(self) -> Announcement:
        name = self.name
        return Announcement(name.table, name.round, name.house, name.rulebook, self.commitment)

    def _kept(self, closed: bool) -> KeptShuffle:
        return KeptShuffle(self.name, self.commitment, self.seed.open().hex(), self.mixed, closed)


class OpenShuffle(_Shuffle):
    """Committed to; seats may still mix a seed of their own into it."""

    __slots__ = ("_closed",)
    _closed: ClosedShuffle

    def mix(self, seat: int, text: str) -> OpenShuffle:
        """The same shuffle with a seat's seed, in place of one that it gave before."""
        name = SEATS.get(seat)
        if name is None:
            raise Refusal("seed/seat", f"there is no seat {seat}; seats are 1 to 6", "seat")
        if not is_line(text):
            raise Refusal(
                "seed/text", "a seed is 1 to 64 letters, digits or other signs on one line", "seed"
            )
        return OpenShuffle(self.name, self.seed, {**self.mixed, name: text})

    def close(self) -> ClosedShuffle:
        """At "No more bets": from here on nothing can change the deck."""
        try:
            return self._closed
        except AttributeError:
            self._closed = ClosedShuffle(self.name, self.seed, self.mixed)
            return self._closed

    def keep(self) -> KeptShuffle:
        return self._kept(closed=False)


class ClosedShuffle(_Shuffle):
    """Every seed is in, and the order of the deck is fixed."""

    __slots__ = ("_deck",)
    _deck: Sealed[tuple[Card, ...]]

    def deck(self) -> tuple[Card, ...]:
        """Worked out once: dealing, checking and the receipt ask for the same."""
        try:
            return self._deck.open()
        except AttributeError:
            self._deck = Sealed(deck_of(self.commitment, self.seed.open().hex(), self.mixed))
            return self._deck.open()

    def keep(self) -> KeptShuffle:
        return self._kept(closed=True)


def open_shuffle(name: RoundName, source: Source) -> OpenShuffle:
    """A shuffle for a round, from a fresh seed that nobody has seen."""
    _fit(name)
    return OpenShuffle(name, fresh_seed(source))


def _fit(name: RoundName) -> None:
    fields: tuple[Literal["table", "house"], ...] = ("table", "house")
    for field in fields:
        if not is_line(getattr(name, field)):
            raise Refusal(
                "shuffle/name", f"a {field}'s name is 1 to 64 characters on one line", field
            )
    if name.round < 1:
        raise Refusal("shuffle/round", "rounds count from 1", "round")
    if not is_hash(name.rulebook):
        raise Refusal("shuffle/rulebook", "a rulebook's digest is 64 hex digits", "rulebook")


def reopen(kept: KeptShuffle) -> OpenShuffle | ClosedShuffle:
    """The shuffle that was kept, after a restart; one that was altered is refused."""
    altered = Refusal(
        "shuffle/altered", "the kept shuffle is not the one that was committed to", kept.name.table
    )
    try:
        seed = bytes.fromhex(kept.seed)
    except ValueError:
        raise altered from None
    kind = ClosedShuffle if kept.closed else OpenShuffle
    shuffle = kind(kept.name, Sealed(seed), kept.mixed)
    if len(seed) != SEED_BYTES or shuffle.commitment != kept.commitment:
        raise altered
    return shuffle
