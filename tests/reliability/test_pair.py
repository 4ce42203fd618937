"""Two nodes on one PostgreSQL: one cut off, one killed, and every hand goes on."""

from __future__ import annotations

import pytest

from tests.ledger.waiting import wait_until
from tests.reliability.killing import TABLES
from tests.reliability.nursery import Nursery
from tests.reliability.pair import NODES, Pair
from uth.ledger.opening import open_store

pytestmark = pytest.mark.slow


def test_a_cut_node_is_overtaken_and_a_killed_one_too(nursery: Nursery, postgres: str) -> None:
    pair = Pair(nursery, postgres, 1)
    pair.begin()
    assert pair.kept() == {"north": len(TABLES), "south": 0}
    pair.cut()
    pair.let_play()
    pair.proxy.cut = False
    wait_until(
        lambda: pair.kept() == {"north": 0, "south": len(TABLES)},
        "the one that was cut off does not give its tables up",
    )
    pair.let_play()
    pair.kill("south")
    pair.let_play()
    pair.start("south")
    pair.let_play()
    assert pair.kept() == {"north": len(TABLES), "south": 0}
    assert pair.end()
    store = open_store(postgres, check=False)
    with store.reading() as reader:
        rows = [reader.stream(f"table/{table}") for table in TABLES]
    store.close()
    assert [row.owner for row in rows] == ["north"] * len(TABLES)
    assert min(row.epoch for row in rows) >= len(NODES) + 1, "south had them in between"
