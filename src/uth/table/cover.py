"""How far a player-dealer's wager reaches: it pays and collects until it is exhausted."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Coverage


class Cover:
    """How far the bank's wager B reaches: what "exhausted" means (Q-1), in three readings.

    A bank of None covers everything, as a house does.
    """

    def __init__(self, bank: Cents | None, coverage: Coverage | None) -> None:
        self.bank = bank
        self.coverage = coverage
        self.paid: Cents = 0
        self.collected: Cents = 0

    def left_to_pay(self) -> Cents:
        """How much more may be paid out."""
        assert self.bank is not None
        if self.coverage == "gross":
            return self.bank - self.paid
        if self.coverage == "action":
            return self.bank - self.paid - self.collected
        return self.bank - self.paid + self.collected

    def left_to_collect(self) -> Cents:
        """How much more may be collected."""
        assert self.bank is not None
        if self.coverage == "gross":
            return self.bank - self.collected
        if self.coverage == "action":
            return self.bank - self.paid - self.collected
        return self.bank + self.paid - self.collected

    def pay(self, due: Cents) -> Cents:
        """Pay as much of what is due as is covered."""
        paid = due if self.bank is None else min(due, self.left_to_pay())
        self.paid += paid
        return paid

    def collect(self, stake: Cents) -> Cents:
        """Collect as much of a losing wager as is covered."""
        taken = stake if self.bank is None else min(stake, self.left_to_collect())
        self.collected += taken
        return taken
