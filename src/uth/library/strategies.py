"""What a player decides in a round, and a simple strategy for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from uth.coach import bots
from uth.core.cards import Card
from uth.core.money import Cents


@dataclass(frozen=True)
class PendingDecision:
    """What a player knows and may do when it is their turn."""

    seat: int
    street: str
    """`preflop`, `flop` or `river`."""
    cards: tuple[Card, ...]
    board: tuple[Card, ...]
    actions: tuple[str, ...]
    """`check`, `fold`, or a Play bet: `4x`, `3x`, `2x`, `1x`."""
    wagers: Mapping[str, Cents]


Strategy: TypeAlias = Callable[[PendingDecision], str]
"""Chooses one of the actions of a decision."""


def rules_of_thumb(decision: PendingDecision) -> str:
    """A simple strategy that costs little: what the bots play.

    >>> import uth
    >>> decision = uth.PendingDecision(
    ...     1, "preflop", uth.cards("Ah 2d"), (), ("check", "3x", "4x"), {})
    >>> uth.rules_of_thumb(decision)
    '4x'
    """
    return bots.choose(decision.cards, decision.board, decision.actions)
