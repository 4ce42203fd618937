"""Nodes lock the same rows in the same order, so that there is no deadlock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event, current_thread
from typing import Any

import psycopg
import pytest

from tests.ledger.batches import ANN, BOB, moves
from tests.ledger.house import balances
from tests.ledger.nodes import Point, waiting_for_locks
from tests.ledger.waiting import PATIENCE
from uth.core.refusal import Refusal
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed, Result
from uth.ledger.journal.store import check_balance
from uth.ledger.sql.commit import BatchCommit
from uth.ledger.sql.postgres import PostgresStore

BOX = "drop/table/1"
"""An account that does not exist yet; its name sorts before the others."""


class Pause:
    """Stops one thread once, as soon as it has locked its accounts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thread = ""
        self.reached, self.over = Event(), Event()
        monkeypatch.setattr(BatchCommit, "lock_ahead", self._after(BatchCommit.lock_ahead))
        monkeypatch.setattr("uth.ledger.sql.commit.check_balance", self._after(check_balance))

    def _after(self, function: Callable[..., None]) -> Callable[..., None]:
        def paused(*words: Any) -> None:
            function(*words)
            if current_thread().name == self.thread:
                self.reached.set()
                assert self.over.wait(PATIENCE)

        return paused


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of batches of each transaction."""
    sizes: list[int] = []
    commit_group = PostgresStore._commit_group

    def counted(store: PostgresStore, batches: Sequence[Batch]) -> list[Result]:
        sizes.append(len(batches))
        return commit_group(store, batches)

    monkeypatch.setattr(PostgresStore, "_commit_group", counted)
    return sizes


def in_thread(action: Callable[[], Any], name: str) -> Future[Any]:
    """Run an action in a thread of this name."""
    pool = ThreadPoolExecutor(1, thread_name_prefix=name)
    future = pool.submit(action)
    pool.shutdown(wait=False)
    return future


@pytest.mark.parametrize("size", [1, 2])
def test_a_new_account_causes_no_deadlock(
    north: tuple[PostgresStore, Point],
    south: PostgresStore,
    postgres: str,
    size: int,
    tries: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first creates the account while a second waits; then a third comes.

    If the second locked only the rows that existed when it began to wait, it would not have the
    new account, and would want it while the third holds it.
    """
    store, point = north
    store.commit(Batch((moves("cage", 0, ("issued", ANN, 5_000)),)))
    tries.clear()
    pause, created, resume = Pause(monkeypatch), Event(), Event()

    def wait() -> None:
        created.set()
        assert resume.wait(PATIENCE)

    point.action = wait
    pause.thread = "second_0"
    batches = [Batch((moves(f"b{n}", 0, ("issued", BOX, 1)),)) for n in range(size)]
    with psycopg.connect(postgres, autocommit=True) as watch:
        one = Batch((moves("a", 0, ("issued", BOX, 1)),))
        first = in_thread(lambda: store.commit(one), "first")
        assert created.wait(PATIENCE)
        second = in_thread(lambda: south.commit_all(batches), "second")
        waiting_for_locks(watch, 1)
        resume.set()
        assert pause.reached.wait(PATIENCE)
        other = Batch((moves("c", 0, ("issued", BOX, 1)),))
        third = in_thread(lambda: south.commit(other), "third")
        waiting_for_locks(watch, 1)
        pause.over.set()
        results = [first.result(), *second.result(), third.result()]
    assert all(isinstance(result, Committed) for result in results)
    assert sorted(tries) == sorted([1, size, 1]), "nobody had to retry"
    assert balances(south) == {"issued": -5_002 - size, ANN: 5_000, BOX: 2 + size}


def test_accounts_created_for_a_refused_batch_are_removed(south: PostgresStore) -> None:
    """They are locked before it is known that a player can't pay."""
    south.commit(Batch((moves("cage", 0, ("issued", ANN, 5)),)))
    results = south.commit_all(
        [
            Batch((moves("a", 0, (ANN, BOX, 6)),)),
            Batch((moves("b", 0, (ANN, BOB, 5)),)),
        ]
    )
    assert [isinstance(result, Refusal) for result in results] == [True, False]
    with south.reading() as reader:
        assert reader.balances() == {"issued": -5, ANN: 0, BOB: 5}
    assert audit(south).findings == ()
