"""Several nodes on one PostgreSQL: cut off, overtaken, locked out, and told of each other."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from tests.ledger.batches import ANN, BOB, happens, moves
from tests.ledger.house import House, balances
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.opening import open_store
from uth.ledger.sql import postgres as module
from uth.ledger.sql.postgres import PostgresStore, postgres_engine, postgres_store
from uth.ledger.sql.store import ATTEMPTS, Failed, SqlStore, asked
from uth.ledger.sql.watchdog import WatchedConnection
from uth.rulebook.store import load_house
from uth.table import commands as c


class Point:
    """A hook that does something once, when a commit gets somewhere."""

    def __init__(self, point: str) -> None:
        self.point = point
        self.deed: Callable[[], None] = _nothing

    def __call__(self, reached: str) -> None:
        if reached == self.point:
            deed, self.deed = self.deed, _nothing
            deed()


def _nothing() -> None:
    """No deed is planted."""


def node(address: str, hook: Point | None = None) -> PostgresStore:
    engine = postgres_engine(sa.make_url(address))
    return postgres_store(engine, hook) if hook else postgres_store(engine)


@pytest.fixture
def north(postgres: str) -> Iterator[tuple[PostgresStore, Point]]:
    point = Point("commit/written")
    store = node(postgres, point)
    yield store, point
    store.close()


@pytest.fixture
def south(postgres: str) -> Iterator[PostgresStore]:
    store = node(postgres)
    yield store
    store.close()


def cut_off(address: str) -> None:
    """End every other connection, as a network that drops would."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_cut_off_in_mid_commit_and_sent_again(
    north: tuple[PostgresStore, Point], postgres: str
) -> None:
    store, point = north
    batch = Batch((moves("cage", 0, ("issued", ANN, 5_000)),), "Ann", "k1", b"yes")
    point.deed = lambda: cut_off(postgres)
    with pytest.raises(Refusal, match=r"store/unreachable: .* send the same key again"):
        store.commit(batch)
    assert [store.commit(batch).repeated for _ in range(3)] == [False, True, True]
    assert balances(store)[ANN] == 5_000


def test_cut_off_between_commits(north: tuple[PostgresStore, Point], postgres: str) -> None:
    store, _ = north
    store.commit(Batch((moves("cage", 0, ("issued", ANN, 5_000)),)))
    cut_off(postgres)
    results = store.commit_all(
        [Batch((moves(f"s{n}", 0, (ANN, BOB, 1)),), "Ann", f"k{n}") for n in range(3)]
    )
    codes = {result.code for result in results if isinstance(result, Refusal)}
    assert codes <= {"store/unreachable"}
    for number in range(3):
        store.commit(Batch((moves(f"s{number}", 0, (ANN, BOB, 1)),), "Ann", f"k{number}"))
    assert balances(store)[BOB] == 3


def test_a_take_over_waits_for_the_commit_that_is_under_way(
    north: tuple[PostgresStore, Point], south: PostgresStore
) -> None:
    """Either the commit is before the take-over, or it is refused: never both owners."""
    store, point = north
    lease = store.acquire("table/t1", "north", 1_500)
    under_way, go_on = Event(), Event()

    def wait() -> None:
        under_way.set()
        assert go_on.wait(5)

    point.deed = wait
    with ThreadPoolExecutor(2) as pool:
        commit = pool.submit(
            store.commit,
            Batch((moves("table/t1", 0, ("issued", ANN, 1), epoch=lease.epoch),)),
        )
        assert under_way.wait(5)
        taking = pool.submit(_take, south)
        time.sleep(1.7)
        assert not taking.done(), "the lease has run out, and still its commit comes first"
        go_on.set()
        assert commit.result().heads[0].version == 1
        assert taking.result() == 1
    late = Batch((moves("table/t1", 1, ("issued", ANN, 1), epoch=lease.epoch),))
    with pytest.raises(Refusal, match="lease/stale"):
        store.commit(late)
    assert balances(south)[ANN] == 1


def _take(store: SqlStore) -> int:
    """Ask for the table until it is free; the version it then has."""
    while True:
        try:
            store.acquire("table/t1", "south", 60_000)
        except Refusal:
            continue
        with store.reading() as reader:
            return reader.stream("table/t1").version


def test_two_nodes_feed_one_meter(north: tuple[PostgresStore, Point], south: PostgresStore) -> None:
    """Whoever comes second is refused, reads the meter anew, and decides again."""
    one = House(north[0], seed=1)
    one.open("t1", "hollywood-pa")
    two = House(south, seed=2)
    two.open("t2", rules=load_house("hollywood-pa"))
    for house, name in ((one, "t1"), (two, "t2")):
        house.recover()
        house.sit(name)
    refused = 0
    for _ in range(4):
        for house, name in ((one, "t1"), (two, "t2")):
            while house.tables[name].phase != "closed":
                if not happens(partial(house.bet, name), "journal/version"):
                    refused += 1
                    house.recover()
            house.deal(name)
            house.finish(name)
    assert refused
    assert audit(south).findings == ()
    with south.reading() as reader:
        fed = [kept for kept in reader.events("meter/link") if kept.kind == "MeterFed"]
    assert len(fed) == 16


def test_nodes_hear_of_each_other(
    north: tuple[PostgresStore, Point], south: PostgresStore, postgres: str
) -> None:
    news = south.listen()
    assert news.wait(0.01) == []
    north[0].commit(Batch((moves("cage", 0, ("issued", ANN, 1)),)))
    assert news.wait(5) == [("cage", 1)]
    with pytest.raises(Refusal):
        north[0].commit(Batch((moves("cage", 0, ("issued", ANN, 1)),)))
    assert news.wait(0.05) == []
    cut_off(postgres)
    with pytest.raises(Refusal, match="store/unreachable"):
        news.wait(1)
    news.close()


def test_nobody_listens_where_nobody_answers() -> None:
    engine = postgres_engine(sa.make_url("postgresql://127.0.0.1:1/uth"))
    with pytest.raises(Refusal, match="store/unreachable"):
        postgres_store(engine).listen()


class Crossing(psycopg.errors.DeadlockDetected):
    sqlstate = "40P01"


@pytest.mark.parametrize(
    ("crossings", "kept"), [(3, [True, True]), (ATTEMPTS + 1, [False, True]), (99, [False, False])]
)
def test_crossing_locks_are_tried_again(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch, crossings: int, kept: list[bool]
) -> None:
    """A deadlock that the database breaks is not the caller's trouble, unless it goes on."""
    together, left = PostgresStore._together, [crossings]

    def crossing(store: PostgresStore, batches: list[Batch]) -> object:
        left[0] -= 1
        if left[0] >= 0:
            raise Failed(Crossing())
        return together(store, batches)

    monkeypatch.setattr(PostgresStore, "_together", crossing)
    batches = [Batch((moves(name, 0, ("issued", ANN, 1)),)) for name in ("a", "b")]
    assert [isinstance(result, Committed) for result in south.commit_all(batches)] == kept


def test_a_failure_that_another_try_does_not_help(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = [Failed(Crossing()), Failed(psycopg.OperationalError())]

    def failing(store: PostgresStore, batches: list[Batch]) -> object:
        raise answers.pop(0)

    monkeypatch.setattr(PostgresStore, "_together", failing)
    (result,) = south.commit_all([Batch((moves("a", 0, ("issued", ANN, 1)),))])
    assert isinstance(result, Refusal)
    assert answers == []


def test_the_address_of_a_file_and_of_a_server(folder: Path, postgres: str) -> None:
    for address in (str(folder / "a.db"), folder / "b.db", postgres):
        store = open_store(address)
        assert isinstance(store, PostgresStore) is (address == postgres)
        store.close()


def test_play_goes_on_under_another_node(
    north: tuple[PostgresStore, Point], south: PostgresStore
) -> None:
    one = House(north[0])
    one.open("t1")
    one.epochs["t1"] = north[0].acquire("table/t1", "north", 60_000).epoch
    one.sit("t1")
    one.bet("t1")
    one.deal("t1")
    with pytest.raises(Refusal, match="lease/held"):
        south.acquire("table/t1", "south", 60_000)
    north[0].acquire("table/t1", "north", 1)
    time.sleep(0.05)
    lease = south.acquire("table/t1", "south", 60_000)
    two = House(south)
    two.epochs["t1"] = lease.epoch
    assert two.tables == one.tables
    two.finish("t1")
    player = one.tables["t1"].seat(1).player
    with pytest.raises(Refusal, match="lease/stale"):
        one.do("t1", c.Act(player, "check"))
    assert audit(south).findings == ()


class Proxy:
    """A line to the server's socket that can be cut: then it swallows everything, and stays up."""

    def __init__(self, address: str) -> None:
        url = sa.make_url(address)
        self._server = f"{url.query['host']}/.s.PGSQL.5432"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = str(url.set(host="127.0.0.1", port=self._port(), query={}))
        self.cut = False
        self._lines: list[socket.socket] = []
        Thread(target=self._accept, daemon=True).start()

    def _port(self) -> int:
        return int(self._listener.getsockname()[1])

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._server)
                self._lines += [near, far]
                for ends in ((near, far), (far, near)):
                    Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65_536):
                if not self.cut:
                    target.sendall(data)
            if not self.cut:
                target.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Hang up too: a line that somebody still listens at would stay open."""
        self._listener.close()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()


def test_what_stops_in_the_middle_of_a_commit_keeps_no_locks(
    postgres: str, south: PostgresStore
) -> None:
    """A node that is cut off while it sends many rows together: to the server it is busy."""
    south.acquire("table/t1", "north", 1)
    far = node(postgres)
    with far.engine.execution_options(uth_writes=True, uth_patience=1).connect() as connection:
        connection.begin()
        driver: Any = connection.connection.driver_connection
        with suppress(psycopg.Error), driver.pipeline():
            driver.execute("UPDATE streams SET epoch = epoch")
            driver.pgconn.flush()
            _wait_for_lock(postgres)
            assert south.acquire("table/t1", "south", 60_000).owner == "south"
        connection.invalidate()
    far.close()


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


def _wait_for_lock(address: str) -> None:
    """Until somebody holds a row of the streams."""
    with (
        psycopg.connect(address, autocommit=True) as watch,
        suppress(psycopg.errors.LockNotAvailable),
    ):
        while True:
            watch.execute("SELECT 1 FROM streams FOR UPDATE NOWAIT")
            time.sleep(0.01)


def _limit(store: PostgresStore, **options: object) -> str:
    with asked(store.engine.execution_options(**options)) as connection:
        return str(connection.exec_driver_sql("SHOW transaction_timeout").scalar())


def test_only_one_who_is_waited_for_has_a_limit(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody who reads, and nobody on an older server, which does not know what that is."""
    store = node(postgres)
    assert _limit(store, uth_writes=True, uth_patience=store.patience) == "10s"
    assert _limit(store, uth_writes=True) == _limit(store) == "0"
    monkeypatch.setattr(module, "LIMITING", (99,))
    assert _limit(store, uth_writes=True, uth_patience=store.patience) == "0"
    store.close()


@pytest.fixture
def proxy(postgres: str) -> Iterator[Proxy]:
    found = Proxy(postgres)
    yield found
    found.close()


def test_a_node_behind_a_cut_line_gives_up_and_another_takes_over(
    proxy: Proxy, south: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PostgresStore, "patience", 0.5)
    far = node(proxy.address)
    one = House(far)
    one.open("t1")
    lease = far.acquire("table/t1", "far", 400)
    one.epochs["t1"] = lease.epoch
    one.issue("Ann", 5_000)
    proxy.cut = True
    start = time.monotonic()
    with pytest.raises(Refusal, match="store/unreachable"):
        one.do("t1", c.Sit("Ann", 1, 5_000), key="sit")
    with pytest.raises(Refusal, match="store/unreachable"):
        far.renew(lease, 60_000)
    assert time.monotonic() - start < 5
    two = House(south)
    two.epochs["t1"] = south.acquire("table/t1", "south", 60_000).epoch
    two.do("t1", c.Sit("Ann", 1, 5_000), key="sit")
    proxy.cut = False
    with pytest.raises(Refusal, match="lease/stale"):
        one.do("t1", c.Sit("Ann", 1, 5_000), key="sit once more")
    assert two.do("t1", c.AddChips("Ann", 1), key="sit").repeated
    assert balances(south)["chips/table/t1/Ann"] == 5_000
    assert audit(south).findings == ()
    far.close()


def test_a_reader_behind_a_cut_line_gives_up(proxy: Proxy, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that is in the middle of a long answer, and one who has just come."""
    monkeypatch.setattr(WatchedConnection, "patience", 0.4)
    far = node(proxy.address)
    far.commit(Batch((moves("cage", 0, *[("issued", ANN, 1)] * 3),)))
    with pytest.raises(Refusal, match="store/unreachable"), far.reading() as reader:
        assert reader.balance(ANN) == 3
        proxy.cut = True
        reader.balance(BOB)
    for _ in range(2):
        with pytest.raises(Refusal, match="store/unreachable"), far.reading() as reader:
            reader.now()
    proxy.cut = False
    with far.reading() as reader:
        assert reader.balance(ANN) == 3
    far.close()


def test_listening_is_not_given_up(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Silence is what one who listens expects."""
    monkeypatch.setattr(WatchedConnection, "patience", 0.2)
    store = node(postgres)
    news = store.listen()
    assert news.wait(0.8) == []
    store.commit(Batch((moves("cage", 0, ("issued", ANN, 1)),)))
    assert news.wait(5) == [("cage", 1)]
    news.close()
    store.close()
