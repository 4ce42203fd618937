"""Random messages to a real socket: no error, and no change by a refused message."""

from __future__ import annotations

import asyncio
import gc
import random
import sys
from collections import Counter
from collections.abc import Callable

from tests.guard.messages import send
from tests.guard.players import HOUSES

PORTION = 2_500
PEOPLE = ("guest", "pat", "flo", "sue", "aud", "adm")
MOST_GROWTH = 50_000
"""The most memory blocks left over: far below one per message."""


def run(over: Callable[[], bool]) -> dict[str, int]:
    """Send portions with new seeds until it is over; anything wrong is an error."""
    counts: Counter[str] = Counter()
    seeds = random.SystemRandom()
    blocks = 0
    while not over():
        house, name = seeds.choice(HOUSES), seeds.choice(PEOPLE)
        sender = asyncio.run(send(house, name, PORTION, seeds.randrange(10**9)))
        counts["messages"] += sender.sent
        counts["messages taken"] += sender.codes["taken"]
        gc.collect()
        now = sys.getallocatedblocks()
        blocks = blocks or (now if counts["messages"] >= 10 * PORTION else 0)
        grown = now - blocks if blocks else 0
        if grown > MOST_GROWTH:
            raise AssertionError(f"{grown} blocks of memory are left over")
    return dict(counts)
