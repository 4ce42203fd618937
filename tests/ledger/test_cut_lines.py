"""Lines to PostgreSQL that break or go silent: they are given up, and nothing stays locked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
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
from uth.ledger.sql import store as sql
from uth.ledger.sql import watchdog as patience
from uth.ledger.sql.postgres import PostgresStore
from uth.ledger.sql.store import Failed, asked
from uth.ledger.sql.watchdog import Watchdog, WatchedConnection, hang_up
from uth.table import commands as c

SHORTEST = 2
"""Seconds; the driver does not give up sooner to connect."""


@pytest.fixture
def proxy(postgres: str) -> Iterator[Proxy]:
    found = Proxy(postgres)
    yield found
    found.close()


@contextmanager
def cut(proxy: Proxy) -> Iterator[None]:
    """While the line swallows everything, whoever is in this process soon gives up."""
    connect = WatchedConnection.connect

    def soon(*words: Any, **named: Any) -> WatchedConnection:
        return connect(*words, **{**named, "connect_timeout": SHORTEST})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WatchedConnection, "connect", soon)
        patch.setattr(WatchedConnection, "patience", 0.2)
        proxy.cut = True
        yield
    proxy.cut = False


def test_what_stops_in_the_middle_of_a_commit_keeps_no_locks(
    postgres: str, south: PostgresStore
) -> None:
    """A node that is cut off while it sends many rows together: to the server it is busy."""
    south.acquire("table/t1", "south", 60_000)
    far = node(postgres)
    with far.engine.execution_options(uth_writes=True, uth_patience=1).connect() as connection:
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
    """Until this one holds a row of the streams, or the server has ended it already."""
    alive = "SELECT 1 FROM pg_stat_activity WHERE pid = %s"
    with psycopg.connect(address, autocommit=True) as watch:

        def found() -> bool:
            try:
                watch.execute("SELECT 1 FROM streams FOR UPDATE NOWAIT")
            except psycopg.errors.LockNotAvailable:
                return True
            return watch.execute(alive, [holder]).fetchone() is None

        wait_until(found, "nobody holds the row")


def test_a_line_that_breaks_among_rows_sent_together_is_not_used_again(
    south: PostgresStore,
) -> None:
    """What is sent past SQLAlchemy breaks past it too; it notices when it takes the rows back."""
    with pytest.raises(Failed), asked(south.engine) as connection:
        driver: Any = connection.connection.driver_connection
        with driver.pipeline():
            driver.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    with asked(south.engine) as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1


def test_a_node_behind_a_cut_line_gives_up_and_another_takes_over(
    proxy: Proxy, postgres: str
) -> None:
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
            far.renew(lease, 60_000)
    south = later_node(postgres, 120_000)
    two = House(south)
    two.epochs["t1"] = south.acquire("table/t1", "south", 600_000).epoch
    two.do("t1", c.Sit("Ann", 1, 5_000), key="sit")
    with pytest.raises(Refusal, match="lease/stale"):
        one.do("t1", c.Sit("Ann", 1, 5_000), key="sit once more")
    assert two.do("t1", c.AddChips("Ann", 1), key="sit").repeated
    assert balances(south)["chips/table/t1/Ann"] == 5_000
    assert audit(south).findings == ()
    south.close()
    far.close()


def test_a_reader_behind_a_cut_line_gives_up(proxy: Proxy) -> None:
    """Also one that is in the middle of a long answer, and one who has just come."""
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


def test_listening_is_not_given_up(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is what one who listens expects."""
    hung_up: list[int] = []
    monkeypatch.setattr(patience, "hang_up", hung_up.append)
    with closing(node(postgres)) as store, closing(store.listen()) as news:
        monkeypatch.setattr(WatchedConnection, "patience", 0.0)
        assert news.wait(3 * patience.EVERY) == []
        assert hung_up == []
        monkeypatch.setattr(WatchedConnection, "patience", float(PATIENCE))
        store.commit(Batch((moves("cage", 0, ("issued", ANN, 1)),)))
        assert news.wait(PATIENCE) == [("cage", 1)]


def test_a_line_is_hung_up_on_when_its_time_is_over_and_not_before() -> None:
    watch = Watchdog()
    near, far = socket.socketpair()
    with near, far:
        far.settimeout(PATIENCE)
        with watch.over(near.fileno(), PATIENCE):
            watch.hang_up_late()
        watch.hang_up_late()
        near.sendall(b"still there")
        assert far.recv(99) == b"still there"
        with watch.over(near.fileno(), -1):
            watch.hang_up_late()
            assert far.recv(99) == b""


def test_a_line_that_is_gone_can_not_be_hung_up_on() -> None:
    near, far = socket.socketpair()
    near.close()
    far.close()
    sql._hang_up(near)
    hang_up(-1)


def test_a_transaction_that_takes_too_long_is_hung_up_on(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server would answer; it is we who have waited long enough."""
    over, hung_up = Event(), sql._hang_up

    def telling(line: socket.socket) -> None:
        hung_up(line)
        over.set()

    monkeypatch.setattr(sql, "_hang_up", telling)
    with pytest.raises(Failed), asked(south.engine.execution_options(uth_patience=0.01)) as waits:
        assert over.wait(PATIENCE)
        waits.exec_driver_sql("SELECT 1")
