"""The wagers of the game, each an object of its own, and what may be staked before the deal."""

from __future__ import annotations

from uth.table.wagers.placing import check_back_line, check_wagers
from uth.table.wagers.registry import (
    BACK_LINE,
    BASE,
    PLACED,
    PROGRESSIVE,
    WAGERS,
    bonus_wagers,
    by_circle,
    offered,
    offered_wagers,
    placed_wagers,
)
from uth.table.wagers.wager import DependsOn, HoldingBonus, Owed, Wager

__all__ = [
    "BACK_LINE",
    "BASE",
    "PLACED",
    "PROGRESSIVE",
    "WAGERS",
    "DependsOn",
    "HoldingBonus",
    "Owed",
    "Wager",
    "bonus_wagers",
    "by_circle",
    "check_back_line",
    "check_wagers",
    "offered",
    "offered_wagers",
    "placed_wagers",
]
