"""Nodes on one PostgreSQL server, and ways to disturb them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import psycopg
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert

from tests.ledger.waiting import PATIENCE, wait_until
from uth.ledger.sql.postgres import CLOCK, PostgresStore, postgres_engine, postgres_store


class Point:
    """A hook that runs an action once, when a commit reaches a point."""

    def __init__(self, point: str) -> None:
        self.point = point
        self.action: Callable[[], None] = nothing

    def __call__(self, reached: str) -> None:
        if reached == self.point:
            action, self.action = self.action, nothing
            action()


def nothing() -> None:
    """The default action."""


def node(address: str, hook: Point | None = None) -> PostgresStore:
    engine = postgres_engine(sa.make_url(address))
    return postgres_store(engine, hook) if hook else postgres_store(engine)


def later_node(address: str, milliseconds: int) -> PostgresStore:
    """A node whose clock is ahead: to it, leases have expired without waiting."""
    clock: sa.ColumnElement[int] = sa.literal_column(f"({CLOCK} + {milliseconds})", sa.BigInteger)
    return PostgresStore(postgres_engine(sa.make_url(address)), insert, clock)


def cut_off(address: str) -> None:
    """End every other connection, as a network failure would, and wait until they are gone."""
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(
            f"SELECT pg_terminate_backend(pid, {PATIENCE * 1_000}) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def waiting_for_locks(watch: psycopg.Connection[Any], number: int) -> None:
    """Wait until this many connections of the database wait for a lock."""
    statement = (
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND cardinality(pg_blocking_pids(pid)) > 0"
    )

    def enough() -> bool:
        row = watch.execute(statement).fetchone()
        return row is not None and row[0] >= number

    wait_until(enough, f"fewer than {number} wait for a lock")
