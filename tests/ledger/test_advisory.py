"""The lock of a house on PostgreSQL: looked after, taken again, or lost to somebody else."""

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
from uth.ledger.exclusive import serving
from uth.ledger.sql import advisory
from uth.ledger.sql.advisory import LOCK, Advisory
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
def lock(postgres: str) -> Iterator[Advisory]:
    with closing(Advisory(sa.make_url(postgres), shared=False)) as found:
        yield found


def holder(watch: Watch) -> int:
    row = watch.execute(HOLDERS).fetchone()
    return int(row[0]) if row else 0


def cut_off(watch: Watch) -> None:
    """End the line of the one who holds it, and wait until it is gone."""
    watch.execute(f"SELECT pg_terminate_backend(%s, {PATIENCE * 1_000})", [holder(watch)])


def test_it_stays_ours_and_is_taken_again_on_a_new_line(lock: Advisory, watch: Watch) -> None:
    assert lock.take()
    before = holder(watch)
    assert lock._ours()
    assert holder(watch) == before
    cut_off(watch)
    assert lock._ours()
    assert holder(watch) not in (0, before)


def test_it_is_not_ours_while_another_has_it(lock: Advisory, watch: Watch) -> None:
    """With a new line and with the one that is there; it may be free again."""
    assert lock.take()
    cut_off(watch)
    watch.execute(TAKE)
    assert not lock._ours()
    assert not lock._ours()
    watch.execute(FREE)
    assert lock._ours()


def test_a_server_that_is_away_has_given_it_to_nobody(
    lock: Advisory, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often one looks in vain, nothing is lost by that."""
    assert lock.take()
    cut_off(watch)
    away, connected = iter((True,) * 2 * advisory.LOOKS), advisory._connected

    def often_away(url: sa.URL) -> WatchedConnection:
        if next(away, False):
            raise Refusal("store/unreachable", "the store can't be opened")
        return connected(url)

    monkeypatch.setattr(advisory, "_connected", often_away)
    monkeypatch.setattr(advisory, "EVERY", 0.001)
    lost = Event()
    with lock.kept(lost.set):
        wait_until(lambda: holder(watch), "it is not taken again")
    assert not lost.is_set()
    assert next(away, None) is None


def test_one_who_finds_it_taken_too_often_gives_way(
    lock: Advisory, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisory, "EVERY", 0.001)
    looks: list[bool] = []
    ours = iter((True, False, True, *(False,) * advisory.LOOKS))

    def look() -> bool:
        looks.append(next(ours))
        return looks[-1]

    monkeypatch.setattr(lock, "_ours", look)
    lost = Event()
    with lock.kept(lost.set):
        assert lost.wait(PATIENCE)
    assert next(ours, None) is None
    assert len(looks) == 3 + advisory.LOOKS


def test_a_house_whose_line_was_lost_is_held_again(
    postgres: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisory, "EVERY", 0.01)
    lost = Event()
    with serving(postgres, "", lost.set):
        before = holder(watch)
        cut_off(watch)
        wait_until(lambda: holder(watch) not in (0, before), "nobody holds it again")
    assert not lost.is_set()


def test_a_house_that_another_took_meanwhile_is_given_up(
    postgres: str, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before there is a new line somebody else has the lock."""
    monkeypatch.setattr(advisory, "EVERY", 0.01)
    monkeypatch.setattr(advisory, "LOOKS", 3)
    lost, connected = Event(), advisory._connected

    def late(url: sa.URL) -> WatchedConnection:
        watch.execute(TAKE)
        return connected(url)

    with serving(postgres, "", lost.set):
        monkeypatch.setattr(advisory, "_connected", late)
        with psycopg.connect(postgres, autocommit=True) as other:
            cut_off(other)
        assert lost.wait(PATIENCE)
