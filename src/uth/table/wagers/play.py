"""The Play wager."""

from __future__ import annotations

from uth.table.wagers.wager import BaseWager


class Play(BaseWager):
    """Even money, whether or not the dealer qualifies."""

    name = "play"
    placed = False
