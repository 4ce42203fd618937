"""`uth serve` under load, killed with -9 at random moments, restarted and audited each time.

Players by HTTP and by socket remember what was acknowledged, and send again what was not. Houses
in a file and on a PostgreSQL of our own take turns, each killed 25 times.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from tests.reliability.killing import House
from tests.reliability.nursery import Nursery
from tests.reliability.postgres import Server

from soak import record

KILLS = 25


def run(over: Callable[[], bool]) -> dict[str, int]:
    seeds = count(100 + sum(entry["runs"] for entry in record.load()) * 1_000)
    together: dict[str, int] = {}
    with tempfile.TemporaryDirectory(prefix="uth-soak-") as name:
        folder = Path(name)
        server, nursery = Server(folder / "postgres"), Nursery(folder / "log")
        try:
            for seed in seeds:
                if over():
                    break
                for kind in ("SQLite", "PostgreSQL"):
                    address = server.fresh() if kind == "PostgreSQL" else f"{folder}/{seed}.db"
                    house = House(nursery, address, seed)
                    while house.kills < KILLS and not over():
                        house.cycle()
                    told = house.check()._asdict()
                    told[f"kills on {kind}"] = told.pop("kills")
                    for word, number in told.items():
                        together[word] = together.get(word, 0) + number
        finally:
            nursery.close()
            server.close()
    return together
