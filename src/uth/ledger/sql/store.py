"""A store in a database: the same statements for SQLite and PostgreSQL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed, Result, why_not
from uth.ledger.journal.store import Lease, Reader, lease_held, lease_lost, rulebook_digest
from uth.ledger.sql import schema as t
from uth.ledger.sql.commit import BatchCommit
from uth.ledger.sql.reader import SqlReader
from uth.ledger.sql.sql_statements import Insert, SqlStatements

ATTEMPTS = 8
PASSING = ("40P01", "40001", "55P03")
"""A broken deadlock, a transaction that came too late, a lock not had in time: another try helps.

Locks are taken in the order of names; they cross only while a new stream's row is being made, or
where the same key is sent to two nodes at once.
"""

Hook = Callable[[str], None]


def no_hook(point: str) -> None:
    """Where a crash may be planted, nothing happens."""


@contextmanager
def asked(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A transaction; where the database fails, a refusal says so."""
    driver: Any = engine.dialect.loaded_dbapi.Error
    try:
        with engine.connect() as connection, _patience(connection), connection.begin():
            yield connection
    except (SQLAlchemyError, driver) as error:
        raise Failed(error) from error


@contextmanager
def _patience(connection: sa.Connection) -> Iterator[None]:
    """Hang up on a server that says nothing for too long, where a limit is set.

    A network may swallow all that is sent and still seem to be there; no driver notices that.
    """
    seconds = connection.get_execution_options().get("uth_patience")
    if not seconds:
        yield
        return
    driver: Any = connection.connection.driver_connection
    with socket(fileno=os.dup(driver.fileno())) as line:
        timer = Timer(seconds, _hang_up, (line,))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()


def _hang_up(line: socket) -> None:
    with suppress(OSError):
        line.shutdown(SHUT_RDWR)


def _why(cause: BaseException) -> str:
    """SQLite says in a few words what it lacks; what a server says may tell too much."""
    return str(cause) if isinstance(cause, sqlite3.Error) else type(cause).__name__


class Failed(Refusal):
    """The database failed: what was sent may or may not be kept, and its key will tell."""

    def __init__(self, error: Exception) -> None:
        cause = getattr(error, "orig", None) or error
        if "malformed" in str(cause) or "not a database" in str(cause):
            super().__init__("store/damaged", f"the store can't be read ({cause})")
        else:
            super().__init__(
                "store/unreachable",
                f"the store did not answer ({_why(cause)}); send the same key again",
            )
        self.why = _why(cause)
        self.may_pass = getattr(cause, "sqlstate", "") in PASSING


class SqlStore:
    """Commits whole batches; who waits for whom is the database's affair."""

    patience: float | None = None
    """Seconds until a commit or lease gives the database up; the embedded one needs none."""

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
        self._writing = engine.execution_options(uth_writes=True, uth_patience=self.patience)
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
        """One transaction for all; where locks cross with another node's, each in its own."""
        try:
            return self._together(batches)
        except Failed as no:
            if not no.may_pass:
                return [no] * len(batches)
        return [self._alone(batch) for batch in batches]

    def _alone(self, batch: Batch) -> Result:
        """Alone a batch locks in one order; it waits for others, and is tried again if it lost."""
        for _ in range(ATTEMPTS):
            try:
                return self._together([batch])[0]
            except Failed as no:
                last = no
                if not no.may_pass:
                    break
        return last

    def _together(self, batches: Sequence[Batch]) -> list[Result]:
        known = set(self._known)
        refused = [why_not(batch) for batch in batches]
        self._hook("commit/before")
        with self._cursor() as cursor:
            applying = BatchCommit(cursor, self._statements, known, shared=self._many_writers)
            if self._many_writers and len(batches) > 1:
                sound = zip(batches, refused, strict=True)
                applying.lock_ahead([batch for batch, no in sound if not no])
            results: list[Result] = [
                no or self._apart(cursor, applying, batch)
                for batch, no in zip(batches, refused, strict=True)
            ]
            applying.end_unused()
            self._announce(cursor, results)
            self._hook("commit/written")
        self._hook("commit/durable")
        self._known = known
        return results

    def _announce(self, cursor: Any, results: Sequence[Result]) -> None:
        """Where nobody else can be listening, nothing is told."""

    def _apart(self, cursor: Any, applying: BatchCommit, batch: Batch) -> Result:
        """A batch behind a savepoint: refused, it leaves nothing, and the others stay."""
        cursor.execute("SAVEPOINT batch")
        try:
            result: Result = applying.apply(batch)
        except Refusal as no:
            result = no
        except self._constraint as error:
            result = _held_back(error)
        if isinstance(result, Refusal):
            cursor.execute("ROLLBACK TO SAVEPOINT batch")
        cursor.execute("RELEASE SAVEPOINT batch")
        return result

    @contextmanager
    def _cursor(self) -> Iterator[Any]:
        """The driver's own cursor, in a transaction that writes."""
        with asked(self._writing) as connection:
            cursor = connection.connection.cursor()
            try:
                yield cursor
            finally:
                cursor.close()

    @contextmanager
    def _leasing(self) -> Iterator[Any]:
        self._hook("lease/before")
        with self._cursor() as cursor:
            yield cursor
        self._hook("lease/durable")

    def keep_rulebook(self, canonical: str) -> str:
        digest = rulebook_digest(canonical)
        self._hook("rulebook/before")
        with asked(self._writing) as connection:
            connection.execute(self._rulebook, {"digest": digest, "canonical": canonical})
        self._hook("rulebook/durable")
        return digest

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        with self._leasing() as cursor:
            applying = BatchCommit(cursor, self._statements, set())
            applying.begin_stream(stream)
            found = applying.locked(stream)
            assert found is not None, "a stream that was begun is there"
            row, now = found
            if row.expires > now and row.owner != owner:
                raise lease_held(row)
            return self._hold(cursor, stream, owner, row.epoch + 1, now + milliseconds)

    def renew(self, lease: Lease, milliseconds: int) -> Lease:
        with self._leasing() as cursor:
            now = self._check_held(cursor, lease)
            return self._hold(cursor, lease.stream, lease.owner, lease.epoch, now + milliseconds)

    def release(self, lease: Lease) -> None:
        with self._leasing() as cursor:
            self._check_held(cursor, lease)
            self._hold(cursor, lease.stream, lease.owner, lease.epoch, 0)

    def free_leases(self) -> None:
        """For one who has the store to himself: no node holds anything in it any more."""
        leased = sa.update(t.streams).where(t.streams.c.epoch != 0)
        with asked(self._writing) as connection:
            connection.execute(leased.values(owner="", epoch=0, expires=0))

    def _check_held(self, cursor: Any, lease: Lease) -> int:
        found = BatchCommit(cursor, self._statements, set()).locked(lease.stream)
        if found is None or (found[0].owner, found[0].epoch) != (lease.owner, lease.epoch):
            raise lease_lost(lease)
        return found[1]

    def _hold(self, cursor: Any, stream: str, owner: str, epoch: int, expires: int) -> Lease:
        held = {"of": stream, "by": owner, "under": epoch, "until": expires}
        self._statements.hold.run(cursor, held)
        return Lease(stream, owner, epoch, expires)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with asked(self.engine) as connection:
            yield SqlReader(connection, self._clock)

    def close(self) -> None:
        self.engine.dispose()


def _held_back(error: Exception) -> Refusal:
    """The schema's own constraints are the second guard; ours should have spoken before."""
    return Refusal("store/constraint", f"the database refused it: {str(error).splitlines()[0]}")
