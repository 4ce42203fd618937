"""Chance: the only place where a session in the terminal gets anything random from."""

from __future__ import annotations

import random
import secrets
from typing import Protocol

from uth.core.cards import DECK, Card
from uth.core.money import Cents


class Chance(Protocol):
    """What a table needs of chance: a shuffled deck, and the mystery's hidden value."""

    def shuffled(self) -> tuple[Card, ...]: ...

    def between(self, low: Cents, high: Cents) -> Cents: ...


class Shuffler:
    """Unbiased shuffles: from the system's own source, or from a seed so that they come again."""

    def __init__(self, seed: str | None = None) -> None:
        self._source = secrets.SystemRandom() if seed is None else random.Random(seed)

    def shuffled(self) -> tuple[Card, ...]:
        deck = list(DECK)
        self._source.shuffle(deck)
        return tuple(deck)

    def between(self, low: Cents, high: Cents) -> Cents:
        """A whole number of cents, both ends included."""
        return self._source.randint(low, high)
