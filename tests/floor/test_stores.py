"""The same evening in memory, on SQLite and on PostgreSQL: the same balances, a clean audit."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from tests.floor import driver
from tests.floor.evening import FLOOR, check_clean, seat_bots
from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from uth.floor.cluster.leases import Leases
from uth.floor.floor import Floor
from uth.floor.tables.orders import Order
from uth.ledger.journal.store import Store
from uth.rulebook.store import load_house
from uth.table import commands as c

ROUNDS = 4
LEASE = 10**9
"""Milliseconds of real time: longer than any machine takes for this."""


class _Bytes:
    """The same bytes in the same order, whatever the store."""

    def __init__(self) -> None:
        self._drawn = 0

    def __call__(self, count: int, /) -> bytes:
        self._drawn += 1
        return hashlib.shake_256(f"stores {self._drawn}".encode()).digest(count)


def _evening(store: Store, house_id: str, owner: str = "") -> dict[str, int]:
    clock = Clock()
    floor = Floor(store, clock=clock, source=_Bytes(), leases=Leases(store, owner, LEASE))
    table_writer = floor.open_table("t1", load_house(house_id), FLOOR, practice=True)
    seat_bots(floor, "t1", 3)
    while table_writer.table.round <= ROUNDS:
        table_writer = floor.tables.writer("t1")
        if table_writer.table.approval_pending:
            driver.perform(
                floor, Order("t1", FLOOR, c.Approve(FLOOR, table_writer.table.due[0].paid))
            )
        elif not driver.step(floor, "t1"):
            clock.now = max(clock.now + 1, driver.wake(floor, "t1") or 0)
    check_clean(store)
    with store.reading() as reader:
        return reader.balances()


@pytest.fixture(params=["california", "hollywood-pa"])
def house_id(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite_store", "postgres_store"])
def test_an_evening_is_the_same_on_every_store(
    kind: str, house_id: str, request: pytest.FixtureRequest
) -> None:
    store: Store = request.getfixturevalue(kind)
    assert _evening(store, house_id) == _evening(MemoryStore(), house_id)


def test_a_file_is_read_back_to_the_same_floor(folder: Path) -> None:
    from uth.ledger.opening import open_store

    path = folder / "house.db"
    store = open_store(path)
    _evening(store, "cardroom-25", owner="one")
    store.close()
    again = open_store(path)
    clock = Clock()
    other = Floor(again, clock=clock, source=_Bytes(), leases=Leases(again, "one", LEASE))
    other.tables.recover()
    assert other.tables.writer("t1").table.round == ROUNDS + 1
    other.close_table("t1", FLOOR)
    check_clean(again)
    again.close()
