"""The Ante, and what it shares with Play and Blind: the hand against the dealer's."""

from __future__ import annotations

from uth.table.wagers.wager import EVEN, DependsOn, Owed, Wager, paid_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.showdown import Showdown


class BaseWager(Wager):
    """Wins, loses or pushes with the hand; a fold loses it, whatever the dealer has (Q-5)."""

    base = True

    def depends_on(self, rules: Rulebook) -> DependsOn:
        return DependsOn.OUTCOME

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        if showdown.folded:
            return Owed("fold" if showdown.deal.qualifies else "fold_unqualified", "lose")
        if showdown.compared.result == "tie":
            return Owed("tie", "push")
        if showdown.compared.result == "lose":
            return Owed("lose", "lose")
        return self.won(rules, showdown, stake)

    def won(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        """What a hand above the dealer's brings."""
        return paid_at("win", EVEN, stake)


class Ante(BaseWager):
    """Even money; without a qualifying dealer it pushes, unless the hand is folded."""

    name = "ante"
    back_line = True

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        if not showdown.folded and not showdown.deal.qualifies:
            return Owed("unqualified", "push")
        return super().owed(rules, showdown, stake)
