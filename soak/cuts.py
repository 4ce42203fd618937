"""Two nodes of `uth serve` on one PostgreSQL: one's line cut and mended, both killed and started.

The proxy swallows what is sent while it is cut. After each blow every table must be played at
again, and at the end the audit must be clean and everything acknowledged be there once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from tests.reliability.nursery import Nursery
from tests.reliability.pair import Pair
from tests.reliability.postgres import Server

from soak import record

BLOWS = 12


def run(over: Callable[[], bool]) -> dict[str, int]:
    seeds = count(100 + sum(entry["runs"] for entry in record.load()) * 1_000)
    together = {"houses": 0, "kills": 0, "cuts": 0, "rounds": 0, "acknowledged": 0}
    with tempfile.TemporaryDirectory(prefix="uth-soak-") as name:
        server, nursery = Server(Path(name) / "postgres"), Nursery(Path(name) / "log")
        try:
            while not over():
                pair = Pair(nursery, server.fresh(), next(seeds))
                pair.begin()
                for _ in range(BLOWS):
                    _blow(pair)
                    if over():
                        break
                together["houses"] += 1
                together["rounds"] += pair.end()
                together["kills"] += pair.kills
                together["cuts"] += pair.cuts
                together["acknowledged"] += pair.promises.acknowledged
        finally:
            nursery.close()
            server.close()
    return together


def _blow(pair: Pair) -> None:
    """Something happens to one node; the other must go on, and then the first comes back."""
    if pair.rng.random() < 0.5:
        pair.cut()
        pair.let_play()
        pair.proxy.cut = False
    else:
        node = pair.rng.choice(("north", "south"))
        pair.kill(node)
        pair.let_play()
        pair.start(node)
    pair.let_play()
