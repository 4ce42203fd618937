"""How far a player-dealer's wager reaches: it pays and collects until it is exhausted."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Coverage


class Cover:
    """How far the bank's wager B reaches: what "exhausted" means (Q-1), in two readings.

    `action`: one total, paid plus collected, up to B. `gross`: two totals, each up to B.
    A bank of None covers everything, as a house does.
    """

    def __init__(self, bank: Cents | None, coverage: Coverage | None) -> None:
        self.bank = bank
        self.coverage = coverage
        self.paid: Cents = 0
        self.collected: Cents = 0

    def left_to_pay(self) -> Cents:
        """How much more may be paid out."""
        return self._left(self.paid)

    def left_to_collect(self) -> Cents:
        """How much more may be collected."""
        return self._left(self.collected)

    def _left(self, total: Cents) -> Cents:
        assert self.bank is not None
        used = self.paid + self.collected if self.coverage == "action" else total
        return self.bank - used

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
