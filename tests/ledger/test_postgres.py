"""Several nodes on one PostgreSQL: cut off, overtaken, and told of each other."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from threading import Event

import psycopg
import pytest
import sqlalchemy as sa

from tests.ledger.batches import ANN, BOB, happens, moves
from tests.ledger.house import House, balances
from tests.ledger.nodes import Point, cut_off, later_node, node, waiting_for_locks
from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.opening import open_store
from uth.ledger.sql import postgres as module
from uth.ledger.sql.postgres import PostgresStore, postgres_engine, postgres_store
from uth.ledger.sql.store import ATTEMPTS, Failed, asked
from uth.rulebook.store import load_house
from uth.table import commands as c


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
    north: tuple[PostgresStore, Point], south: PostgresStore, postgres: str
) -> None:
    """Either the commit is before the take-over, or it is refused: never both owners."""
    store, point = north
    lease = store.acquire("table/t1", "north", 60_000)
    under_way, go_on = Event(), Event()

    def wait() -> None:
        under_way.set()
        assert go_on.wait(PATIENCE)

    point.deed = wait
    with (
        ThreadPoolExecutor(2) as pool,
        closing(later_node(postgres, 120_000)) as later,
        psycopg.connect(postgres, autocommit=True) as watch,
    ):
        commit = pool.submit(
            store.commit,
            Batch((moves("table/t1", 0, ("issued", ANN, 1), epoch=lease.epoch),)),
        )
        assert under_way.wait(PATIENCE)
        taking = pool.submit(later.acquire, "table/t1", "south", 60_000)
        waiting_for_locks(watch, 1)
        assert not taking.done(), "the lease has run out, and still its commit comes first"
        go_on.set()
        assert commit.result().heads[0].version == 1
        assert taking.result().epoch == lease.epoch + 1
    late = Batch((moves("table/t1", 1, ("issued", ANN, 1), epoch=lease.epoch),))
    with pytest.raises(Refusal, match="lease/stale"):
        store.commit(late)
    assert balances(south)[ANN] == 1


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
    assert news.wait(PATIENCE) == [("cage", 1)]
    with pytest.raises(Refusal):
        north[0].commit(Batch((moves("cage", 0, ("issued", ANN, 1)),)))
    assert news.wait(0.05) == []
    cut_off(postgres)
    with pytest.raises(Refusal, match="store/unreachable"):
        news.wait(PATIENCE)
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


def _limit(store: PostgresStore, **options: object) -> str:
    with asked(store.engine.execution_options(**options)) as connection:
        return str(connection.exec_driver_sql("SHOW transaction_timeout").scalar())


def test_only_one_who_is_waited_for_has_a_limit(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody who reads, and nobody on an older server, which does not know what that is."""
    store = node(postgres)
    assert _limit(store, uth_writes=True, uth_patience=10) == "10s"
    assert _limit(store, uth_writes=True) == _limit(store) == "0"
    monkeypatch.setattr(module, "LIMITING", (99,))
    assert _limit(store, uth_writes=True, uth_patience=10) == "0"
    store.close()
