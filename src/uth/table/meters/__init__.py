"""Shares of the Progressive's meter: who wins how much when hands of one round hit (Q-7)."""

from __future__ import annotations

from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from uth.core.hands import Hand
    from uth.core.money import Cents
    from uth.rulebook.model import ProgressiveRules


UNITS = 10_000
"""A meter counts in 1/10,000 cent: a wager in cents times a share in 1/10,000 is whole units."""


class Hit(Record):
    """A hand that wins a share of the meter."""

    seat: int
    hand: Hand


class Award(Record):
    """What a hit was paid from the meter; `rest` is what rounding down left, in 1/10,000 cent."""

    seat: int
    amount: Cents
    rest: int
    reseeded: bool


class Awards(Record):
    """The hits of one round in the order they were accepted, and the meter's units around them."""

    given: tuple[Award, ...]
    before: int
    after: int

    @property
    def paid(self) -> Cents:
        return sum(award.amount for award in self.given)


def award(progressive: ProgressiveRules, meter: int, hits: Iterable[Hit]) -> Awards:
    """Highest hand first, each share of what is then left (Q-7); equal hands in the order given."""
    before, given = meter, []
    for hit in sorted(hits, key=lambda hit: -hit.hand.strength):
        points = progressive.prizes[hit.hand.category].basis_points
        assert points is not None, "only a share of the meter is awarded from it"
        amount, rest = divmod(meter * points // UNITS, UNITS)
        whole = points == UNITS
        meter -= amount * UNITS
        if whole:
            meter += progressive.seed * UNITS
        given.append(Award(hit.seat, amount, 0 if whole else rest, whole))
    return Awards(tuple(given), before, meter)
