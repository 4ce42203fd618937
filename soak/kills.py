"""`uth serve` under load, killed with -9 at random moments, restarted and audited each time.

Players on HTTP and on a socket remember what was acknowledged, and retry what was not. Servers on
SQLite and on PostgreSQL take turns, each killed 25 times.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from tests.reliability.kill_run import KillRun
from tests.reliability.postgres import Server
from tests.reliability.servers import Servers

from soak import record

KILLS = 25


def run(over: Callable[[], bool]) -> dict[str, int]:
    seeds = count(100 + sum(entry["runs"] for entry in record.load()) * 1_000)
    together: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="uth-soak-") as name:
        folder = Path(name)
        server, servers = Server(folder / "postgres"), Servers(folder / "log")
        try:
            for seed in seeds:
                if over():
                    break
                for kind in ("SQLite", "PostgreSQL"):
                    address = server.fresh() if kind == "PostgreSQL" else f"{folder}/{seed}.db"
                    kill_run = KillRun(servers, address, seed)
                    while kill_run.kills < KILLS and not over():
                        kill_run.cycle()
                    counts = kill_run.check()._asdict()
                    counts[f"kills on {kind}"] = counts.pop("kills")
                    for word, number in counts.items():
                        together[word] = together.get(word, 0) + number
        finally:
            servers.close()
            server.close()
    return together
