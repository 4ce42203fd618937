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
from uth.ledger.locations import place_of
from uth.ledger.sql.advisory import Advisory

PATIENCE = 2.0
"""Seconds in which one who was just killed is noticed to be gone."""
PAUSE = 0.05


@contextmanager
def serving(
    address: str | Path, node: str = "", lost: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Hold a house for as long as it is served: alone, or with other nodes on a database server.

    Where the line to that server was lost, somebody else may hold it after: `lost` is told.
    """
    place = place_of(address)
    if not isinstance(place, Path):
        with _shared_or_alone(place, node, lost):
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
def _shared_or_alone(url: sa.URL, node: str, lost: Callable[[], None]) -> Iterator[None]:
    """Nodes hold it together; one without a name only by himself."""
    with closing(Advisory(url, shared=bool(node))) as lock:
        _patiently(lock.take, str(url.database))
        with lock.kept(lost):
            yield
