"""The Ante."""

from __future__ import annotations

from uth.table.wagers.wager import BaseWager, Owed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from uth.core.money import Cents
    from uth.rulebook.model import Rulebook
    from uth.table.settling.showdown import Showdown


class Ante(BaseWager):
    """Even money; without a qualifying dealer it pushes, unless the hand is folded."""

    name = "ante"
    back_line = True

    def owed(self, rules: Rulebook, showdown: Showdown, stake: Cents) -> Owed:
        if not showdown.deal.qualifies:
            return Owed("unqualified", "push")
        return super().owed(rules, showdown, stake)
