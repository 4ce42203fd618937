"""A store in a database: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from socket import socket
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed, Result, batch_refusal
from uth.ledger.journal.store import (
    Lease,
    Reader,
    StoredAnswer,
    rulebook_digest,
)
from uth.ledger.sql import leases
from uth.ledger.sql import schema as t
from uth.ledger.sql.commit import BatchCommit, GroupRefused
from uth.ledger.sql.reader import SqlReader
from uth.ledger.sql.sql_statements import Insert, SqlStatements
from uth.ledger.sql.watchdog import WATCHDOG

ATTEMPTS = 8
TRANSIENT = ("40P01", "40001", "55P03")
"""Deadlock, serialization failure, lock timeout: a retry helps.

Rows are locked in the order of their names. Locks can cross only while the row of a new stream is
being created, or when the same key is sent to two nodes at once.
"""

Hook = Callable[[str], None]


def no_hook(point: str) -> None:
    """The default hook; tests install others to crash at a point."""


@contextmanager
def transaction(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction; a database error becomes a refusal."""
    with (
        failures(engine),
        engine.connect() as connection,
        _time_limit(connection),
        connection.begin(),
    ):
        yield connection


@contextmanager
def failures(engine: sa.Engine) -> Iterator[None]:
    """An error of the database becomes a refusal."""
    driver: Any = engine.dialect.loaded_dbapi.Error
    try:
        yield
    except (SQLAlchemyError, driver) as error:
        raise StoreFailure(error) from error


@contextmanager
def _time_limit(connection: sa.Connection) -> Iterator[None]:
    """Hang up on a server if the transaction takes too long, if a timeout is set.

    A network may drop all packets while the connection seems to be alive; drivers don't notice.
    """
    seconds = connection.get_execution_options().get("uth_timeout")
    if not seconds:
        yield
        return
    driver: Any = connection.connection.driver_connection
    with (
        socket(fileno=os.dup(driver.fileno())) as duplicate,
        WATCHDOG.limit(duplicate.fileno(), seconds),
    ):
        yield


def _reason(cause: BaseException) -> str:
    """SQLite's messages are short and harmless; a server's may disclose too much."""
    return str(cause) if isinstance(cause, sqlite3.Error) else type(cause).__name__


class StoreFailure(Refusal):
    """The database failed: the batch may or may not be stored; retrying the key will tell."""

    def __init__(self, error: Exception) -> None:
        cause = getattr(error, "orig", None) or error
        if "malformed" in str(cause) or "not a database" in str(cause):
            super().__init__("store/damaged", error=str(cause))
        else:
            super().__init__("store/unreachable", reason=_reason(cause))
        self.reason: str = _reason(cause)
        self.transient: bool = getattr(cause, "sqlstate", "") in TRANSIENT


class SqlStore:
    """Commits whole batches; the database schedules concurrent writers."""

    timeout: float | None = None
    """Seconds after which a commit or lease gives up; an embedded database needs no limit."""

    def __init__(
        self,
        engine: sa.Engine,
        insert: Insert,
        clock: sa.ColumnElement[int],
        hook: Hook = no_hook,
    ) -> None:
        self.engine = engine
        self._clock = clock
        self._hook = hook
        self._known: set[str] = set()
        self._writing = engine.execution_options(uth_writes=True, uth_timeout=self.timeout)
        self._statements = SqlStatements(engine.dialect, insert, clock)
        self._rulebook = insert(t.rulebooks).on_conflict_do_nothing()
        self._many_writers = engine.dialect.name == "postgresql"
        self._constraint: Any = engine.dialect.loaded_dbapi.IntegrityError

    def commit(self, batch: Batch) -> Committed:
        result = self.commit_all([batch])[0]
        if isinstance(result, Refusal):
            raise result
        return result

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        """One transaction for all; if it conflicts with another node's, one for each batch."""
        try:
            return self._commit_group(batches)
        except StoreFailure as failure:
            if not failure.transient:
                return [failure] * len(batches)
        return [self._commit_alone(batch) for batch in batches]

    def _commit_alone(self, batch: Batch) -> Result:
        """One batch in its own transaction, retried after a conflict."""
        for _ in range(ATTEMPTS):
            try:
                return self._commit_group([batch])[0]
            except StoreFailure as failure:
                last = failure
                if not failure.transient:
                    break
        return last

    def _commit_group(self, batches: Sequence[Batch]) -> list[Result]:
        """One transaction; only if a batch is refused, another one with savepoints."""
        try:
            return self._transact(batches, self._apply_all)
        except GroupRefused:
            return self._transact(batches, self._apply_each)

    def _transact(
        self,
        batches: Sequence[Batch],
        apply: Callable[[Any, BatchCommit, Sequence[Batch]], Sequence[Result]],
    ) -> list[Result]:
        known = set(self._known)
        checked = [(batch, batch_refusal(batch)) for batch in batches]
        valid = [batch for batch, refusal in checked if refusal is None]
        self._hook("commit/before")
        with self._cursor() as cursor:
            commit = BatchCommit(cursor, self._statements, known)
            if self._many_writers:
                commit.lock_ahead(valid)
            applied = iter(apply(cursor, commit, valid))
            results = [refusal or next(applied) for _, refusal in checked]
            commit.remove_unused_accounts()
            self._hook("commit/written")
        self._hook("commit/durable")
        self._known = known
        return results

    def _apply_all(
        self, cursor: Any, commit: BatchCommit, batches: Sequence[Batch]
    ) -> Sequence[Result]:
        try:
            return commit.apply_all(batches)
        except (Refusal, self._constraint) as error:
            raise GroupRefused from error

    def _apply_each(
        self, cursor: Any, commit: BatchCommit, batches: Sequence[Batch]
    ) -> Sequence[Result]:
        return [self._apply_in_savepoint(cursor, commit, batch) for batch in batches]

    def _apply_in_savepoint(self, cursor: Any, commit: BatchCommit, batch: Batch) -> Result:
        """If the batch is refused, nothing of it remains."""
        cursor.execute("SAVEPOINT batch")
        try:
            result: Result = commit.apply(batch)
        except Refusal as refusal:
            result = refusal
        except self._constraint as error:
            result = _constraint_refusal(error)
        if isinstance(result, Refusal):
            cursor.execute("ROLLBACK TO SAVEPOINT batch")
        cursor.execute("RELEASE SAVEPOINT batch")
        return result

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        """The driver's own cursor, in a transaction that writes."""
        with transaction(self._writing) as connection:
            cursor = connection.connection.cursor()
            try:
                yield cursor
            finally:
                cursor.close()

    def answer(self, actor: str, key: str) -> StoredAnswer | None:
        """One statement of the driver; a transaction would take twenty times as long."""
        with (
            failures(self.engine),
            closing(self.engine.raw_connection()) as connection,
            closing(connection.cursor()) as cursor,
        ):
            return self._statements.find_answer(cursor, actor, key)

    @contextmanager
    def _lease_commit(self) -> Iterator[BatchCommit]:
        self._hook("lease/before")
        with self._cursor() as cursor:
            yield BatchCommit(cursor, self._statements, set())
        self._hook("lease/durable")

    def save_rulebook(self, canonical: str) -> str:
        digest = rulebook_digest(canonical)
        self._hook("rulebook/before")
        with transaction(self._writing) as connection:
            connection.execute(self._rulebook, {"digest": digest, "canonical": canonical})
        self._hook("rulebook/durable")
        return digest

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        with self._lease_commit() as commit:
            return leases.acquire(commit, stream, owner, milliseconds)

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        """In one transaction; if a lock can't be had in time, in one for each."""
        try:
            return self._renew(held, milliseconds)
        except StoreFailure as failure:
            if not failure.transient:
                raise
        renewed = []
        for lease in held:
            try:
                renewed += self._renew([lease], milliseconds)
            except StoreFailure:
                renewed.append(lease)
        return renewed

    def _renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        with self._lease_commit() as commit:
            return leases.renew(commit, held, milliseconds)

    def release(self, lease: Lease) -> None:
        with self._lease_commit() as commit:
            leases.release(commit, lease)

    def free_leases(self) -> None:
        """End all leases; only for a process that uses the store exclusively."""
        leased = sa.update(t.streams).where(t.streams.c.epoch != 0)
        with transaction(self._writing) as connection:
            connection.execute(leased.values(owner="", epoch=0, expires=0))

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with transaction(self.engine) as connection:
            yield SqlReader(connection, self._clock)

    def close(self) -> None:
        self.engine.dispose()


def _constraint_refusal(error: Exception) -> Refusal:
    """A constraint of the schema failed, which earlier checks should have prevented."""
    return Refusal("store/constraint", error=str(error).splitlines()[0])
