"""Chunks of the mathematics as workers do them, each after a pause that their environment sets."""

from __future__ import annotations

import os
import time
from fractions import Fraction

from uth.exact.arrays import Array
from uth.exact.collusion.sampled_tables import sampled_chunk
from uth.exact.exposure.exposure import exposure_chunk
from uth.exact.exposure.seen_cards import PlayDeck, Seen
from uth.exact.search.blind_planes import plane_parts
from uth.exact.solver.game_rules import STANDARD

SHORT = PlayDeck(ranks=(8, 9, 10, 11, 12), suits=2)
"""A deck of ten cards, so that a chunk takes no time."""
BOTH_SEEN = Seen(dealer=2)
TABLES = tuple((*STANDARD.blind[:2], Fraction(odds), *STANDARD.blind[3:]) for odds in range(6))


def pause() -> None:
    time.sleep(float(os.environ.get("WORK_SECONDS", "0")))


def exposed(number: int) -> tuple[int, ...]:
    pause()
    return exposure_chunk(STANDARD, BOTH_SEEN, number, SHORT)


def shared(number: int) -> Array:
    pause()
    return sampled_chunk(STANDARD, 2, 7, number)


def searched(number: int) -> list[int]:
    pause()
    return plane_parts(STANDARD, TABLES, number + 1)
