"""Ultimate Pairs."""

from __future__ import annotations

from uth.table.wagers.bonus import HoldingBonus


class UltimatePairs(HoldingBonus):
    """On the player's two cards (PA-6), and the dealer's in some pay tables (LW-10).

    A folded hand stays on the table, tucked under it.
    """

    name = "ultimate_pairs"
    tuck_call = "hand.tucked_pairs"
