"""The server under load, in its own process; the sockets of all players share one address."""

from __future__ import annotations

import logging
import resource
import sys
from pathlib import Path

from uth.floor.people.passwords import Passwords
from uth.floor.people.roles import Role
from uth.floor.tables.pace import Pace
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.opening import open_store
from uth.web import logs
from uth.web.server import listening, make_app, make_pool, run

PASSWORD = "a crowd of players"
FLOOR = "flo"
CAPACITY = 20_000
"""Guests of one address, as all players are here, get at most half of the sockets."""


def main(folder: Path, port: int, descriptors: int, node: str) -> None:
    """`alone=False`: nothing happens at an empty table. With 0 descriptors, as many as allowed.

    With a node's name it holds leases as one of several; without one it serves the store alone.
    """
    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
    logs.set_up(level=logging.WARNING)
    heads = folder / "house.heads"
    store = open_store(folder / "house.db", heads=heads)
    app = make_app(
        store,
        heads=HeadsFile(heads),
        pace=Pace(step=200, betting=20_000, acting=30_000, alone=False),
        passwords=Passwords(passes=1, memory_kib=64),
        owner=node,
    )
    app.runner.capacity = CAPACITY
    app.people.make(FLOOR, PASSWORD, Role.FLOOR)
    with listening("127.0.0.1", port) as listener:
        run(app.build(), listener, lambda: None, make_pool(app))
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
