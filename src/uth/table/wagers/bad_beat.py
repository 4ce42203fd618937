"""Bad Beat."""

from __future__ import annotations

from uth.table.wagers.wager import DependsOn, Owed, WagerKind, paid_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.settling.showdown import Showdown


class BadBeat(WagerKind):
    """The beaten hand decides, whoever held it (Q-20); a tie loses it."""

    name = "bad_beat"
    fold_ending = "fold"

    def depends_on(self, rules: Rulebook) -> str:
        return DependsOn.BEATEN_HAND

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        compared = showdown.compared
        if compared.result == "tie":
            return Owed("tie", "lose")
        beaten = compared.hand if compared.result == "lose" else showdown.deal.dealer
        assert beaten is not None, "the dealer's cards are turned for it"
        odds = rules.pays.by_category(self.name).get(beaten.category)
        if odds:
            return paid_at("win", odds, stake)
        return Owed("lose" if showdown.deal.qualifies else "unqualified", "lose")
