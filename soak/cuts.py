"""Two nodes of `uth serve` on one PostgreSQL: one is cut off and reconnected, both are killed.

The proxy drops what is sent while it is cut. After each fault play must continue at every table.
At the end the audit must be clean, and everything acknowledged must be there once.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from tests.reliability.pair import Pair
from tests.reliability.postgres import Server
from tests.reliability.servers import Servers

from soak import record

FAULTS = 12


def run(over: Callable[[], bool]) -> dict[str, int]:
    seeds = count(100 + sum(entry["runs"] for entry in record.load()) * 1_000)
    together = {"houses": 0, "kills": 0, "cuts": 0, "rounds": 0, "acknowledged": 0}
    with tempfile.TemporaryDirectory(prefix="uth-soak-") as name:
        server, servers = Server(Path(name) / "postgres"), Servers(Path(name) / "log")
        try:
            while not over():
                pair = Pair(servers, server.fresh(), next(seeds))
                pair.begin()
                for _ in range(FAULTS):
                    _fault(pair)
                    if over():
                        break
                together["houses"] += 1
                together["rounds"] += pair.end()
                together["kills"] += pair.kills
                together["cuts"] += pair.cuts
                together["acknowledged"] += pair.promises.acknowledged
        finally:
            servers.close()
            server.close()
    return together


def _fault(pair: Pair) -> None:
    """Cut off or kill a node; the other must continue, and then the first comes back."""
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
