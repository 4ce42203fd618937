"""The mystery's hidden value (PA-13, Q-23): committed when it is drawn, opened when it is hit."""

from __future__ import annotations

import msgspec

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.fairness.randomness import Source, fresh_seed
from uth.floor.fairness.sealed import Sealed
from uth.floor.fairness.seeded_draw import below, hashed, is_line, key_of, stream
from uth.rulebook.model import Progressive
from uth.table import link


class MysteryName(msgspec.Struct, frozen=True):
    """Which hidden value: the how manieth of which meter, from which cents, in what steps."""

    meter: str
    number: int
    low: Cents
    high: Cents
    increment: Cents
    """The most that one wager adds to the meter, in whole cents rounded up."""


class MysteryAnnouncement(msgspec.Struct, frozen=True):
    """What everybody is told when a value is drawn."""

    meter: str
    number: int
    commitment: str


def mystery_commitment(name: MysteryName, seed: str) -> str:
    return hashed(
        "uth commitment uth-mystery/1",
        f"meter {name.meter}",
        f"number {name.number}",
        f"low {name.low}",
        f"high {name.high}",
        f"increment {name.increment}",
        f"seed {seed}",
    )


def value_of(name: MysteryName, commitment: str, seed: str) -> Cents:
    """The hidden value that a seed gives, uniform over the range."""
    return name.low + below(name.high - name.low + 1, stream(key_of(commitment, seed)))


class HiddenValue:
    """A drawn value with its commitment; nothing that prints or logs it shows the value."""

    __slots__ = ("commitment", "name", "seed")

    def __init__(self, name: MysteryName, seed: Sealed[bytes]) -> None:
        self.name = name
        self.seed = seed
        self.commitment = mystery_commitment(name, seed.open().hex())

    def __repr__(self) -> str:
        name = self.name
        return f"HiddenValue({name.meter} {name.number}, {self.commitment}, <sealed>)"

    @property
    def announcement(self) -> MysteryAnnouncement:
        return MysteryAnnouncement(self.name.meter, self.name.number, self.commitment)

    def target(self) -> Cents:
        """The value itself, for the meter alone."""
        return value_of(self.name, self.commitment, self.seed.open().hex())

    def keep(self) -> KeptValue:
        return KeptValue(self.name, self.commitment, self.seed.open().hex())


class KeptValue(msgspec.Struct, frozen=True):
    """A hidden value as the store keeps it until it is hit, and never shows it."""

    name: MysteryName
    commitment: str
    seed: str

    def __repr__(self) -> str:
        return f"KeptValue({self.name.meter} {self.name.number}, {self.commitment}, <sealed>)"


def draw_value(
    progressive: Progressive, meter: str, number: int, source: Source, at_least: Cents = 0
) -> HiddenValue:
    """Draw the next hidden value of a meter from the system's source.

    Where the last one was lost and the meter has risen since, it lies above what stands there.
    """
    if not is_line(meter):
        raise Refusal("mystery/meter", "a meter's name is 1 to 64 characters on one line", "meter")
    if number < 1:
        raise Refusal("mystery/number", "the values of a meter count from 1", "number")
    low, high = link.target_range(progressive)
    increment = progressive.mystery_between[1] - high
    name = MysteryName(meter, number, max(low, at_least), high, increment)
    return HiddenValue(name, fresh_seed(source))


def reopen_value(kept: KeptValue) -> HiddenValue:
    """The value that was kept, after a restart; one that was altered is refused."""
    altered = Refusal(
        "mystery/altered", "the kept value is not the one that was committed to", kept.name.meter
    )
    try:
        value = HiddenValue(kept.name, Sealed(bytes.fromhex(kept.seed)))
    except ValueError:
        raise altered from None
    if value.commitment != kept.commitment:
        raise altered
    return value
