"""Several nodes on one PostgreSQL server: disconnected, taken over, in conflict."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import psycopg
import pytest

from tests.ledger.batches import ANN, BOB, moves, succeeds
from tests.ledger.house import House, balances
from tests.ledger.nodes import Point, cut_off, later_node, node, waiting_for_locks
from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.store import Lease
from uth.ledger.opening import open_store
from uth.ledger.sql import postgres as module
from uth.ledger.sql.postgres import PostgresStore
from uth.ledger.sql.store import ATTEMPTS, StoreFailure, transaction
from uth.rulebook.store import load_house
from uth.table import commands as c


def test_disconnected_during_a_commit_and_retried(
    north: tuple[PostgresStore, Point], postgres: str
) -> None:
    store, point = north
    batch = Batch((moves("cage", 0, ("issued", ANN, 5_000)),), "Ann", "k1", b"yes")
    point.action = lambda: cut_off(postgres)
    with pytest.raises(Refusal, match=r"store/unreachable: .* send the same key again"):
        store.commit(batch)
    assert [store.commit(batch).repeated for _ in range(3)] == [False, True, True]
    assert balances(store)[ANN] == 5_000


def test_disconnected_between_commits(north: tuple[PostgresStore, Point], postgres: str) -> None:
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


def test_a_takeover_waits_for_a_commit_in_progress(
    north: tuple[PostgresStore, Point], south: PostgresStore, postgres: str
) -> None:
    """The commit comes before the takeover, or it is refused; never do both own the table."""
    store, point = north
    lease = store.acquire("table/t1", "north", 60_000)
    in_progress, resume = Event(), Event()

    def wait() -> None:
        in_progress.set()
        assert resume.wait(PATIENCE)

    point.action = wait
    with (
        ThreadPoolExecutor(2) as pool,
        closing(later_node(postgres, 120_000)) as later,
        psycopg.connect(postgres, autocommit=True) as watch,
    ):
        commit = pool.submit(
            store.commit,
            Batch((moves("table/t1", 0, ("issued", ANN, 1), epoch=lease.epoch),)),
        )
        assert in_progress.wait(PATIENCE)
        taking = pool.submit(later.acquire, "table/t1", "south", 60_000)
        waiting_for_locks(watch, 1)
        assert not taking.done(), "the lease has expired, but its commit comes first"
        resume.set()
        assert commit.result().heads[0].version == 1
        assert taking.result().epoch == lease.epoch + 1
    late = Batch((moves("table/t1", 1, ("issued", ANN, 1), epoch=lease.epoch),))
    with pytest.raises(Refusal, match="lease/stale"):
        store.commit(late)
    assert balances(south)[ANN] == 1


def test_two_nodes_feed_one_meter(north: tuple[PostgresStore, Point], south: PostgresStore) -> None:
    """The second one is refused, reads the meter again, and decides again."""
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
                if not succeeds(partial(house.bet, name), "journal/version"):
                    refused += 1
                    house.recover()
            house.deal(name)
            house.finish(name)
    assert refused
    assert audit(south).findings == ()
    with south.reading() as reader:
        fed = [stored for stored in reader.events("meter/link") if stored.kind == "MeterFed"]
    assert len(fed) == 16


class Deadlock(psycopg.errors.DeadlockDetected):
    sqlstate = "40P01"


@pytest.mark.parametrize(
    ("conflicts", "committed"),
    [(3, [True, True]), (ATTEMPTS + 1, [False, True]), (99, [False, False])],
)
def test_a_deadlock_is_retried(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch, conflicts: int, committed: list[bool]
) -> None:
    """The caller notices a deadlock only if it happens again and again."""
    commit_group, left = PostgresStore._commit_group, [conflicts]

    def conflicting(store: PostgresStore, batches: list[Batch]) -> object:
        left[0] -= 1
        if left[0] >= 0:
            raise StoreFailure(Deadlock())
        return commit_group(store, batches)

    monkeypatch.setattr(PostgresStore, "_commit_group", conflicting)
    batches = [Batch((moves(name, 0, ("issued", ANN, 1)),)) for name in ("a", "b")]
    assert [isinstance(result, Committed) for result in south.commit_all(batches)] == committed


def test_a_lease_that_is_locked_does_not_let_another_expire(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = [south.acquire(stream, "south", 1_000) for stream in ("a", "b", "c")]
    renew = PostgresStore._renew

    def locked(store: PostgresStore, held: list[Lease], milliseconds: int) -> list[Lease]:
        if any(lease.stream == "b" for lease in held):
            raise StoreFailure(Deadlock())
        return renew(store, held, milliseconds)

    monkeypatch.setattr(PostgresStore, "_renew", locked)
    a, b, c = south.renew(held, 60_000)
    assert b is held[1]
    assert min(a.expires, c.expires) > b.expires + 10_000


def test_a_failure_that_is_not_transient_is_not_retried(
    south: PostgresStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    failures = [StoreFailure(Deadlock()), StoreFailure(psycopg.OperationalError())]

    def failing(store: PostgresStore, batches: list[Batch]) -> object:
        raise failures.pop(0)

    monkeypatch.setattr(PostgresStore, "_commit_group", failing)
    (result,) = south.commit_all([Batch((moves("a", 0, ("issued", ANN, 1)),))])
    assert isinstance(result, Refusal)
    assert failures == []


def test_the_address_of_a_file_and_of_a_server(folder: Path, postgres: str) -> None:
    for address in (str(folder / "a.db"), folder / "b.db", postgres):
        store = open_store(address)
        assert isinstance(store, PostgresStore) is (address == postgres)
        store.close()


def test_another_node_takes_a_table_over(
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


def _timeout(store: PostgresStore, **options: object) -> str:
    with transaction(store.engine.execution_options(**options)) as connection:
        return str(connection.exec_driver_sql("SHOW transaction_timeout").scalar())


def test_only_a_commit_has_a_timeout_on_the_server(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No reader has one, nor anybody on an older server, which does not know the setting."""
    store = node(postgres)
    assert _timeout(store, uth_writes=True, uth_timeout=10) == "10s"
    assert _timeout(store, uth_writes=True) == _timeout(store) == "0"
    monkeypatch.setattr(module, "TRANSACTION_TIMEOUT_SINCE", (99,))
    assert _timeout(store, uth_writes=True, uth_timeout=10) == "0"
    store.close()
