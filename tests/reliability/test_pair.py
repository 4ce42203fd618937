"""Two nodes on one PostgreSQL: one is cut off, one is killed, and every round continues."""

from __future__ import annotations

import pytest

from tests.ledger.waiting import wait_until
from tests.reliability.kill_run import TABLES
from tests.reliability.pair import NODES, Pair
from tests.reliability.servers import Servers
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow


def test_a_node_takes_over_from_one_that_is_cut_off_or_killed(
    servers: Servers, postgres: str
) -> None:
    pair = Pair(servers, postgres, 1)
    pair.begin()
    assert pair.table_counts() == {"north": len(TABLES), "south": 0}
    pair.cut()
    pair.let_play()
    pair.proxy.cut = False
    wait_until(
        lambda: pair.table_counts() == {"north": 0, "south": len(TABLES)},
        "the node that was cut off does not release its tables",
    )
    pair.let_play()
    pair.kill("south")
    pair.let_play()
    pair.start("south")
    pair.let_play()
    assert pair.table_counts() == {"north": len(TABLES), "south": 0}
    assert pair.end()
    store = open_store(postgres, check=False)
    with store.reading() as reader:
        rows = [reader.stream(f"table/{table}") for table in TABLES]
    store.close()
    assert [row.owner for row in rows] == ["north"] * len(TABLES)
    assert min(row.epoch for row in rows) >= len(NODES) + 1, "south had them in between"
