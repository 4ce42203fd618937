"""The lock of a house that is being served: by one process, or by several nodes together.

The lock ends with the process that holds it, however that ends; nothing stale remains.
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
from uth.ledger.locations import parse_address
from uth.ledger.sql.advisory import AdvisoryLock

PATIENCE = 2.0
"""Seconds to retry, in which the lock of a process that was just killed is released."""
PAUSE = 0.05


@contextmanager
def serving(
    address: str | Path, node: str = "", lost: Callable[[], None] = lambda: None
) -> Iterator[None]:
    """Hold the lock of a house: exclusively, or together with other nodes on a database server.

    `lost` is called if the connection to that server broke and somebody else now holds the lock.
    """
    location = parse_address(address)
    if not isinstance(location, Path):
        with _server_lock(location, node, lost):
            yield
    elif node:
        raise Refusal("node/sqlite", where="--node")
    else:
        with _file_lock(location):
            yield


def _retry(take: Callable[[], bool], where: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not take():
        if time.monotonic() > deadline:
            raise Refusal("store/in_use", where=where)
        time.sleep(PAUSE)


@contextmanager
def _file_lock(store: Path) -> Iterator[None]:
    """A lock file next to the store's real path, whatever links lead to it."""
    path = f"{os.path.realpath(store)}.lock"
    with ExitStack() as held:
        try:
            _retry(lambda: _take(path, held), str(store))
        except OSError as error:
            raise Refusal("store/not_opened", reason=error.strerror, where=path) from None
        try:
            yield
        finally:
            with suppress(OSError):
                os.unlink(path)


def _take(path: str, held: ExitStack) -> bool:
    """Whether the lock was taken, on the file that is still at this path."""
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
def _server_lock(url: sa.URL, node: str, lost: Callable[[], None]) -> Iterator[None]:
    """Shared by nodes; exclusive for a process without a node name."""
    with closing(AdvisoryLock(url, shared=bool(node))) as lock:
        _retry(lock.take, str(url.database))
        with lock.watched(lost):
            yield
