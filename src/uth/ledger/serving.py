"""One process serves a house, or several nodes do: whoever comes besides is refused.

The lock ends with the process that holds it, however it ends; nothing stale is left.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa

from uth.core.refusal import Refusal
from uth.ledger.outside import place_of
from uth.ledger.patience import PatientConnection
from uth.ledger.postgres import asked_once, postgres_engine
from uth.ledger.sql import Failed

LOCK = 0x757468_02
"""The advisory lock of those who serve; of the house that the connection is for."""
PATIENCE = 2.0
"""Seconds in which one who was just killed is noticed to be gone."""
PAUSE = 0.05
ALIVE = "SELECT " + ", ".join(
    f"set_config('tcp_keepalives_{name}', '{value}', false)"
    for name, value in (("idle", 5), ("interval", 2), ("count", 3))
)
"""A machine that vanished must not keep the house to itself."""


@contextmanager
def serving(address: str | Path, node: str = "") -> Iterator[None]:
    """Hold a house for as long as it is served: alone, or with other nodes on a database server."""
    place = place_of(address)
    if not isinstance(place, Path):
        with _shared_or_alone(place, node):
            yield
    elif node:
        sentence = "a SQLite file is served by one process; several nodes need PostgreSQL"
        raise Refusal("node/sqlite", sentence, "--node")
    else:
        with _alone(place):
            yield


def _patiently(take: Callable[[], bool], where: str) -> None:
    until = time.monotonic() + PATIENCE
    while not take():
        if time.monotonic() > until:
            sentence = "another process serves this house; there can be only one"
            raise Refusal("store/in_use", sentence, where)
        time.sleep(PAUSE)


@contextmanager
def _alone(place: Path) -> Iterator[None]:
    """A file beside the store, by whatever name the store is called."""
    path = f"{os.path.realpath(place)}.lock"
    with ExitStack() as held:
        try:
            _patiently(lambda: _taken(path, held), str(place))
        except OSError as error:
            raise Refusal("store/unreachable", f"{error.strerror}", path) from None
        try:
            yield
        finally:
            with suppress(OSError):
                os.unlink(path)


def _taken(path: str, held: ExitStack) -> bool:
    """Whether the file is ours now: locked, and still the one that others find there."""
    with ExitStack() as attempt:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        attempt.callback(os.close, file)
        with suppress(BlockingIOError, FileNotFoundError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.path.samestat(os.fstat(file), os.stat(path)):
                held.push(attempt.pop_all())
                return True
    return False


@contextmanager
def _shared_or_alone(url: sa.URL, node: str) -> Iterator[None]:
    """Nodes hold it together; one without a name only by himself."""
    with closing(_connected(url)) as connection:
        how = "pg_try_advisory_lock_shared" if node else "pg_try_advisory_lock"

        def take() -> bool:
            row = connection.execute(f"SELECT {how}({LOCK})").fetchone()
            return row is not None and bool(row[0])

        _patiently(take, str(url.database))
        yield


def _connected(url: sa.URL) -> PatientConnection:
    engine = postgres_engine(url)
    try:
        with asked_once(engine) as fairy:
            connection: PatientConnection = fairy.driver_connection
            fairy.detach()
            connection.autocommit = True
            connection.execute(ALIVE)
    except Failed as no:
        raise Refusal(no.code, f"the store can't be opened ({no.why})") from no
    finally:
        engine.dispose()
    return connection
