"""The server under load, in its own process; all its players share one client address."""

from __future__ import annotations

import sys
from pathlib import Path

from uth.floor.people.passwords import Passwords
from uth.floor.people.rate_limits import Rate
from uth.floor.people.roles import Role
from uth.floor.tables.pace import Pace
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.opening import open_store
from uth.web.gate import Rates
from uth.web.server import listening, make_app, run

PASSWORD = "a crowd of players"
FLOOR = "flo"


def main(folder: Path, port: int) -> None:
    """`alone=False`: nothing happens at an empty table."""
    heads = folder / "house.heads"
    store = open_store(folder / "house.db", heads=heads)
    app = make_app(
        store,
        heads=HeadsFile(heads),
        pace=Pace(step=200, betting=20_000, acting=30_000, alone=False),
        passwords=Passwords(passes=1, memory_kib=64),
        rates=Rates(address=Rate(burst=10_000, tokens=10_000)),
    )
    app.people.make(FLOOR, PASSWORD, Role.FLOOR)
    with listening("127.0.0.1", port) as listener:
        run(app.build(), listener)
    store.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
