"""Nodes that want the same rows wait for each other in one order, so that none is in a circle."""

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
"""An account that does not exist yet; by name it comes before the others."""


class Pause:
    """Stops one thread once, as soon as it has locked the accounts that it needs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.thread = ""
        self.reached, self.over = Event(), Event()
        monkeypatch.setattr(BatchCommit, "lock_ahead", self._after(BatchCommit.lock_ahead))
        monkeypatch.setattr("uth.ledger.sql.commit.check_balance", self._after(check_balance))

    def _after(self, deed: Callable[..., None]) -> Callable[..., None]:
        def done(*words: Any) -> None:
            deed(*words)
            if current_thread().name == self.thread:
                self.reached.set()
                assert self.over.wait(PATIENCE)

        return done


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many batches each transaction had."""
    found: list[int] = []
    together = PostgresStore._together

    def counted(store: PostgresStore, batches: Sequence[Batch]) -> list[Result]:
        found.append(len(batches))
        return together(store, batches)

    monkeypatch.setattr(PostgresStore, "_together", counted)
    return found


def beside(deed: Callable[[], Any], name: str) -> Future[Any]:
    """Done by a thread of this name."""
    pool = ThreadPoolExecutor(1, thread_name_prefix=name)
    future = pool.submit(deed)
    pool.shutdown(wait=False)
    return future


@pytest.mark.parametrize("size", [1, 2])
def test_locks_do_not_cross_where_an_account_is_new(
    north: tuple[PostgresStore, Point],
    south: PostgresStore,
    postgres: str,
    size: int,
    tries: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The first makes the account while a second waits; then a third comes.

    A second that locked only what it saw when it began to wait would lack the new account, and
    want it when the third has it already.
    """
    store, point = north
    store.commit(Batch((moves("cage", 0, ("issued", ANN, 5_000)),)))
    tries.clear()
    pause, made, go_on = Pause(monkeypatch), Event(), Event()

    def wait() -> None:
        made.set()
        assert go_on.wait(PATIENCE)

    point.deed = wait
    pause.thread = "second_0"
    batches = [Batch((moves(f"b{n}", 0, ("issued", BOX, 1)),)) for n in range(size)]
    with psycopg.connect(postgres, autocommit=True) as watch:
        one = Batch((moves("a", 0, ("issued", BOX, 1)),))
        first = beside(lambda: store.commit(one), "first")
        assert made.wait(PATIENCE)
        second = beside(lambda: south.commit_all(batches), "second")
        waiting_for_locks(watch, 1)
        go_on.set()
        assert pause.reached.wait(PATIENCE)
        other = Batch((moves("c", 0, ("issued", BOX, 1)),))
        third = beside(lambda: south.commit(other), "third")
        waiting_for_locks(watch, 1)
        pause.over.set()
        results = [first.result(), *second.result(), third.result()]
    assert all(isinstance(result, Committed) for result in results)
    assert sorted(tries) == sorted([1, size, 1]), "nobody had to try again"
    assert balances(south) == {"issued": -5_002 - size, ANN: 5_000, BOX: 2 + size}


def test_accounts_begun_for_what_is_refused_do_not_stay(south: PostgresStore) -> None:
    """They are locked before it is known that one can't pay."""
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
