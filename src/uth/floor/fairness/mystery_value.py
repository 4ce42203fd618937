"""The mystery's hidden value (PA-13, Q-23): committed to when drawn, revealed when hit."""

from __future__ import annotations

from typing import ClassVar

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.fairness.randomness import Source, fresh_seed
from uth.floor.fairness.sealed import Sealed
from uth.floor.fairness.seeded_draw import CommittedSeed, Subject, below, is_line, key_of, stream
from uth.rulebook.model import ProgressiveRules
from uth.table.meters import link


class MysteryName(Subject, frozen=True):
    """Which hidden value of which meter, its range in cents, and the step of the meter."""

    format: ClassVar[str] = "uth-mystery/1"
    meter: str
    number: int
    low: Cents
    high: Cents
    increment: Cents
    """The most that one wager adds to the meter, in cents rounded up."""


def value_of(name: MysteryName, commitment: str, seed: str) -> Cents:
    """The hidden value that a seed gives, uniform over the range."""
    return name.low + below(name.high - name.low + 1, stream(key_of(commitment, seed)))


class HiddenValue(CommittedSeed[MysteryName]):
    """A drawn value with its commitment."""

    def target(self) -> Cents:
        """The value itself, for the meter only."""
        return value_of(self.name, self.commitment, self.seed.open().hex())


def draw_value(
    progressive: ProgressiveRules, meter: str, number: int, source: Source, at_least: Cents = 0
) -> HiddenValue:
    """Draw the next hidden value of a meter.

    After a lost value the new one is `at_least` what the meter shows by then.
    """
    if not is_line(meter):
        raise Refusal("mystery/meter", where="meter")
    if number < 1:
        raise Refusal("mystery/number", where="number")
    low, high = link.target_range(progressive)
    increment = progressive.mystery_between[1] - high
    name = MysteryName(meter, number, max(low, at_least), high, increment)
    return HiddenValue(name, fresh_seed(source))


def reopen_value(name: MysteryName, commitment: str, seed: bytes) -> HiddenValue:
    """A hidden value from the store; refused if its seed is not the one committed to."""
    value = HiddenValue(name, Sealed(seed))
    if value.commitment != commitment:
        raise Refusal("mystery/altered", where=name.meter)
    return value
