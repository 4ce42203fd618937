"""The only source of randomness for a session in the terminal."""

from __future__ import annotations

import random
import secrets

from uth.core.cards import DECK, Card
from uth.core.money import Cents


class Shuffler:
    """Unbiased shuffles from the operating system, or repeatable ones from a seed."""

    def __init__(self, seed: str | None = None) -> None:
        self._source = secrets.SystemRandom() if seed is None else random.Random(seed)

    def shuffled(self) -> tuple[Card, ...]:
        deck = list(DECK)
        self._source.shuffle(deck)
        return tuple(deck)

    def between(self, low: Cents, high: Cents) -> Cents:
        """An amount between two others, both included."""
        return self._source.randint(low, high)
