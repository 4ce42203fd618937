"""Connections to PostgreSQL that break or hang: they are given up, and no lock remains."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event
from typing import Any

import psycopg
import pytest

from tests.ledger.batches import ANN, BOB, moves
from tests.ledger.house import House, balances
from tests.ledger.nodes import later_node, node
from tests.ledger.proxy import Proxy
from tests.ledger.waiting import PATIENCE, wait_until
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch
from uth.ledger.sql import watchdog as module
from uth.ledger.sql.postgres import PostgresStore
from uth.ledger.sql.store import StoreFailure, transaction
from uth.ledger.sql.watchdog import Watchdog, WatchedConnection, hang_up
from uth.table import commands as c

SHORTEST = 2
"""Seconds; the driver's shortest timeout for connecting."""


@pytest.fixture
def proxy(postgres: str) -> Iterator[Proxy]:
    proxy = Proxy(postgres)
    yield proxy
    proxy.close()


@contextmanager
def cut(proxy: Proxy) -> Iterator[None]:
    """Let the proxy drop everything, and this process give up soon."""
    connect = WatchedConnection.connect

    def soon(*words: Any, **named: Any) -> WatchedConnection:
        return connect(*words, **{**named, "connect_timeout": SHORTEST})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WatchedConnection, "connect", soon)
        patch.setattr(WatchedConnection, "timeout", 0.2)
        proxy.cut = True
        yield
    proxy.cut = False


def test_a_commit_that_hangs_releases_its_locks(postgres: str, south: PostgresStore) -> None:
    """A node that is disconnected within a pipeline: the server does not see it as idle."""
    south.acquire("table/t1", "south", 60_000)
    far = node(postgres)
    with far.engine.execution_options(uth_writes=True, uth_timeout=1).connect() as connection:
        connection.begin()
        driver: Any = connection.connection.driver_connection
        with suppress(psycopg.Error), driver.pipeline():
            driver.execute("UPDATE streams SET epoch = epoch")
            driver.pgconn.flush()
            _wait_for_lock(postgres, driver.info.backend_pid)
            assert south.acquire("table/t1", "south", 60_000).epoch == 2
        connection.invalidate()
    far.close()


def _wait_for_lock(address: str, holder: int) -> None:
    """Wait until a backend holds a row of the streams, or has ended."""
    alive = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
    with psycopg.connect(address, autocommit=True) as watch:

        def held() -> bool:
            try:
                watch.execute("SELECT 1 FROM streams FOR UPDATE NOWAIT")
            except psycopg.errors.LockNotAvailable:
                return True
            return watch.execute(alive, [holder]).fetchone() is None

        wait_until(held, "nobody holds the row")


def test_a_connection_that_breaks_within_a_pipeline_is_not_reused(
    south: PostgresStore,
) -> None:
    """SQLAlchemy does not see the error, but notices when the connection is returned."""
    with pytest.raises(StoreFailure), transaction(south.engine) as connection:
        driver: Any = connection.connection.driver_connection
        with driver.pipeline():
            driver.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    with transaction(south.engine) as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1


def test_a_disconnected_node_gives_up_and_another_takes_over(proxy: Proxy, postgres: str) -> None:
    far = node(proxy.address)
    one = House(far)
    one.open("t1")
    lease = far.acquire("table/t1", "far", 60_000)
    one.epochs["t1"] = lease.epoch
    one.issue("Ann", 5_000)
    with cut(proxy):
        with pytest.raises(Refusal, match="store/unreachable"):
            one.do("t1", c.Sit("Ann", 1, 5_000), key="sit")
        with pytest.raises(Refusal, match="store/unreachable"):
            far.renew([lease], 60_000)
    south = later_node(postgres, 120_000)
    two = House(south)
    two.epochs["t1"] = south.acquire("table/t1", "south", 600_000).epoch
    two.do("t1", c.Sit("Ann", 1, 5_000), key="sit")
    with pytest.raises(Refusal, match="lease/stale"):
        one.do("t1", c.Sit("Ann", 1, 5_000), key="sit again")
    assert two.do("t1", c.AddChips("Ann", 1), key="sit").repeated
    assert balances(south)["chips/table/t1/Ann"] == 5_000
    assert audit(south).findings == ()
    south.close()
    far.close()


def test_a_disconnected_reader_gives_up(proxy: Proxy) -> None:
    """In the middle of reading, and when connecting."""
    far = node(proxy.address)
    far.commit(Batch((moves("cage", 0, *[("issued", ANN, 1)] * 3),)))
    with pytest.raises(Refusal, match="store/unreachable"), far.reading() as reader:
        assert reader.balance(ANN) == 3
        with cut(proxy):
            reader.balance(BOB)
    with (
        cut(proxy),
        pytest.raises(Refusal, match="store/unreachable"),
        far.reading() as reader,
    ):
        reader.now()
    with far.reading() as reader:
        assert reader.balance(ANN) == 3
    far.close()


def test_a_connection_is_hung_up_on_after_its_deadline_and_not_before() -> None:
    watchdog = Watchdog()
    near, far = socket.socketpair()
    with near, far:
        far.settimeout(PATIENCE)
        with watchdog.limit(near.fileno(), PATIENCE):
            watchdog.hang_up_late()
        watchdog.hang_up_late()
        near.sendall(b"still there")
        assert far.recv(99) == b"still there"
        with watchdog.limit(near.fileno(), -1):
            watchdog.hang_up_late()
            assert far.recv(99) == b""


def test_a_connection_that_is_closed_can_not_be_hung_up_on() -> None:
    hang_up(-1)


def test_a_transaction_that_takes_too_long_is_hung_up_on(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server would answer, but the time limit has passed."""
    late = Event()

    def noted(descriptor: int) -> None:
        hang_up(descriptor)
        late.set()

    monkeypatch.setattr(module, "hang_up", noted)
    limited = south.engine.execution_options(uth_timeout=0.01)
    with pytest.raises(StoreFailure), transaction(limited) as connection:
        assert late.wait(PATIENCE)
        connection.exec_driver_sql("SELECT 1")
