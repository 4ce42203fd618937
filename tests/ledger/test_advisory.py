"""The lock of a house on PostgreSQL: watched, taken again, or lost to somebody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from threading import Event
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa

from tests.ledger.waiting import PATIENCE, wait_until
from uth.core.refusal import Refusal
from uth.ledger.serving_lock import serving
from uth.ledger.sql import advisory
from uth.ledger.sql.advisory import LOCK, AdvisoryLock
from uth.ledger.sql.watchdog import WatchedConnection

TAKE, FREE = f"SELECT pg_advisory_lock({LOCK})", f"SELECT pg_advisory_unlock({LOCK})"
HOLDERS = """SELECT pid FROM pg_locks
WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
Watch = psycopg.Connection[Any]


@pytest.fixture
def watch(postgres: str) -> Iterator[Watch]:
    with psycopg.connect(postgres, autocommit=True) as connection:
        yield connection


@pytest.fixture
def lock(postgres: str) -> Iterator[AdvisoryLock]:
    with closing(AdvisoryLock(sa.make_url(postgres), shared=False)) as lock:
        yield lock


def holder(watch: Watch) -> int:
    """The process that holds the lock; 0 if none does."""
    row = watch.execute(HOLDERS).fetchone()
    return int(row[0]) if row else 0


def disconnect(watch: Watch) -> None:
    """End the connection that holds the lock, and wait until it is gone."""
    watch.execute(f"SELECT pg_terminate_backend(%s, {PATIENCE * 1_000})", [holder(watch)])


def test_it_remains_held_and_is_taken_again_by_a_new_connection(
    lock: AdvisoryLock, watch: Watch
) -> None:
    assert lock.take()
    before = holder(watch)
    assert lock._is_held()
    assert holder(watch) == before
    disconnect(watch)
    assert lock._is_held()
    assert holder(watch) not in (0, before)


def test_it_is_not_held_while_another_has_it(lock: AdvisoryLock, watch: Watch) -> None:
    """By a new connection and by the existing one; later it may be free again."""
    assert lock.take()
    disconnect(watch)
    watch.execute(TAKE)
    assert not lock._is_held()
    assert not lock._is_held()
    watch.execute(FREE)
    assert lock._is_held()


def test_it_is_not_lost_while_the_server_is_down(
    lock: AdvisoryLock, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many attempts to connect fail."""
    assert lock.take()
    disconnect(watch)
    down, connect = iter((True,) * 2 * advisory.ATTEMPTS), advisory._connect

    def often_down(url: sa.URL) -> WatchedConnection:
        if next(down, False):
            raise Refusal("store/not_opened", reason="refused")
        return connect(url)

    monkeypatch.setattr(advisory, "_connect", often_down)
    monkeypatch.setattr(advisory, "INTERVAL", 0.001)
    lost = Event()
    with lock.watched(lost.set):
        wait_until(lambda: holder(watch), "it is not taken again")
    assert not lost.is_set()
    assert next(down, None) is None


def test_it_is_lost_after_too_many_failed_attempts(
    lock: AdvisoryLock, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisory, "INTERVAL", 0.001)
    checks: list[bool] = []
    held = iter((True, False, True, *(False,) * advisory.ATTEMPTS))

    def check() -> bool:
        checks.append(next(held))
        return checks[-1]

    monkeypatch.setattr(lock, "_is_held", check)
    lost = Event()
    with lock.watched(lost.set):
        assert lost.wait(PATIENCE)
    assert next(held, None) is None
    assert len(checks) == 3 + advisory.ATTEMPTS


def test_a_house_is_held_again_after_a_disconnection(
    postgres: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisory, "INTERVAL", 0.01)
    lost = Event()
    with serving(postgres, "", lost.set):
        before = holder(watch)
        disconnect(watch)
        wait_until(lambda: holder(watch) not in (0, before), "nobody holds it again")
    assert not lost.is_set()


def test_a_house_that_another_took_meanwhile_is_lost(
    postgres: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody else takes the lock before there is a new connection."""
    monkeypatch.setattr(advisory, "INTERVAL", 0.01)
    monkeypatch.setattr(advisory, "ATTEMPTS", 3)
    lost, connect = Event(), advisory._connect

    def late(url: sa.URL) -> WatchedConnection:
        watch.execute(TAKE)
        return connect(url)

    with serving(postgres, "", lost.set):
        monkeypatch.setattr(advisory, "_connect", late)
        with psycopg.connect(postgres, autocommit=True) as other:
            disconnect(other)
        assert lost.wait(PATIENCE)
