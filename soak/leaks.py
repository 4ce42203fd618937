"""Hands through a real server, with every byte to every role and every log line scanned."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from tests.guard.players import HOUSES, play_hands
from tests.guard.process import serve_and_scan
from tests.guard.world import World

PORTION = 500
IN_A_PROCESS = 60
"""How many more hands of each portion are played on a server in its own process."""


def run(over: Callable[[], bool]) -> dict[str, int]:
    """Play portions with new seeds until it is over; a leak is an error."""
    counts: Counter[str] = Counter()
    seeds = random.SystemRandom()
    while not over():
        seed = seeds.randrange(10**6)
        world = World()
        asyncio.run(_evening(world, seed))
        counts["hands"] += world.truth.rounds
        counts["bytes scanned"] += world.scan.bytes
        counts["log lines"] += len(world.log.lines)
        if not over():
            with tempfile.TemporaryDirectory() as folder:
                pair = (seeds.choice(HOUSES), seeds.choice(HOUSES))
                counts.update(serve_and_scan(Path(folder), IN_A_PROCESS, pair, seed))
    return dict(counts)


async def _evening(world: World, seed: int) -> None:
    async with world.open():
        await play_hands(world, PORTION, seed)
