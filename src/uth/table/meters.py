"""Shares of the Progressive's meter: who wins how much when hands of one round hit (Q-7)."""

from __future__ import annotations

from uth.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from uth.core.hands import Hand
    from uth.core.money import Cents
    from uth.rulebook.model import Progressive


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
    """The hits of one round in the order they were accepted, and the meter afterwards."""

    given: tuple[Award, ...]
    before: Cents
    after: Cents

    @property
    def paid(self) -> Cents:
        return sum(award.amount for award in self.given)


def award(progressive: Progressive, meter: Cents, hits: Iterable[Hit]) -> Awards:
    """Highest hand first, each share of the meter as it then stands (Q-7); equals as they come."""
    before, given = meter, []
    for hit in sorted(hits, key=lambda hit: -hit.hand.strength):
        points = progressive.prizes[hit.hand.category].basis_points
        assert points is not None
        amount, rest = divmod(meter * points, 10_000)
        meter -= amount
        whole = points == 10_000
        if whole:
            meter = progressive.seed
        given.append(Award(hit.seat, amount, rest, whole))
    return Awards(tuple(given), before, meter)
