"""The Blind."""

from __future__ import annotations

from uth.table.wagers.wager import BaseWager, Owed, paid_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.settling.showdown import Showdown


class Blind(BaseWager):
    """A winning hand that the pay table does not name pushes."""

    name = "blind"
    back_line = True

    def won(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        odds = rules.pays.by_category(self.name).get(showdown.compared.hand.category)
        return paid_at("win", odds, stake) if odds else Owed("push", "push")
