"""The shuffle of a round: committed to before the bets close, mixed by the players, then dealt.

An open shuffle accepts seeds from players and has no deck yet. A closed one has its deck and
accepts no more seeds. Neither reveals its own seed: the receipt does, when the round is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from uth.core.cards import DECK, Card
from uth.core.refusal import Refusal
from uth.floor.fairness.randomness import SEED_BYTES, Source, fresh_seed
from uth.floor.fairness.sealed import Sealed
from uth.floor.fairness.seeded_draw import (
    CommittedSeed,
    Subject,
    is_hash,
    is_line,
    key_of,
    shuffled,
    stream,
)

Seat = Literal["1", "2", "3", "4", "5", "6"]
"""A seat number as a key in JSON."""

SEATS: dict[int, Seat] = {1: "1", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6"}


class RoundName(Subject, frozen=True):
    """The round that a shuffle is for."""

    format: ClassVar[str] = "uth-receipt/1"
    table: str
    round: int
    house: str
    rulebook: str
    """The digest of the rulebook in its canonical form."""


def deck_of(commitment: str, seed: str, mixed: Mapping[Seat, str]) -> tuple[Card, ...]:
    """The deck in dealing order; players' seeds are mixed in by seat number."""
    lines = (f"seat {seat} {mixed[seat]}" for seat in sorted(mixed))
    return shuffled(DECK, stream(key_of(commitment, seed, *lines)))


class _Shuffle(CommittedSeed[RoundName]):
    """What an open and a closed shuffle have in common."""

    def __init__(
        self, name: RoundName, seed: Sealed[bytes], mixed: Mapping[Seat, str] | None = None
    ) -> None:
        super().__init__(name, seed)
        self.mixed: dict[Seat, str] = dict(sorted((mixed or {}).items()))


class OpenShuffle(_Shuffle):
    """Committed to; seats may still mix in a seed of their own."""

    _closed: ClosedShuffle | None = None

    def mix(self, seat: int, text: str) -> OpenShuffle:
        """The same shuffle with a seat's seed, which replaces its earlier one."""
        name = SEATS.get(seat)
        if name is None:
            raise Refusal("seed/seat", seat=seat, where="seat")
        if not is_line(text):
            raise Refusal("seed/text", where="seed")
        return OpenShuffle(self.name, self.seed, {**self.mixed, name: text})

    def close(self) -> ClosedShuffle:
        """Close at "No more bets": from now on nothing can change the deck."""
        self._closed = self._closed or ClosedShuffle(self.name, self.seed, self.mixed)
        return self._closed


class ClosedShuffle(_Shuffle):
    """All seeds are in, and the order of the deck is fixed."""

    _deck: Sealed[tuple[Card, ...]] | None = None

    def deck(self) -> tuple[Card, ...]:
        """Computed once: the deal, its check and the receipt all need it."""
        if self._deck is None:
            self._deck = Sealed(deck_of(self.commitment, self.seed.open().hex(), self.mixed))
        return self._deck.open()


def open_shuffle(name: RoundName, source: Source) -> OpenShuffle:
    """A shuffle for a round, from a new random seed."""
    _check_name(name)
    return OpenShuffle(name, fresh_seed(source))


def _check_name(name: RoundName) -> None:
    for field, text in (("table", name.table), ("house", name.house)):
        if not is_line(text):
            raise Refusal("shuffle/name", field=field, where=field)
    if name.round < 1:
        raise Refusal("shuffle/round", where="round")
    if not is_hash(name.rulebook):
        raise Refusal("shuffle/rulebook", where="rulebook")


def reopen(
    name: RoundName, commitment: str, seed: bytes, mixed: Mapping[Seat, str] | None = None
) -> OpenShuffle:
    """A shuffle from the store; refused if its seed is not the one committed to."""
    shuffle = OpenShuffle(name, Sealed(seed), mixed)
    if len(seed) != SEED_BYTES or shuffle.commitment != commitment:
        raise Refusal("shuffle/altered", where=name.table)
    return shuffle
