"""The Play bet: a multiple of the Ante that the player decides on after the deal."""

from __future__ import annotations

from uth.table.wagers.ante import BaseWager


class Play(BaseWager):
    """Even money, whether or not the dealer qualifies."""

    name = "play"
    placed = False
