"""What the ledger's tests share: a house that was played, and its audit after tampering."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.nodes import Point, node
from tests.ledger.tampering import Tamper, Tampered, looked_at, play
from uth.ledger.audit.audit import Audit
from uth.ledger.sql.postgres import PostgresStore

pytest.register_assert_rewrite("tests.ledger.contract")


@pytest.fixture(scope="session")
def played(quick_root: Path) -> tuple[Path, Path]:
    """A store and its heads file, which are only looked at: who tampers takes a copy."""
    path, heads = quick_root / "audited.db", quick_root / "audited.heads"
    play(path, heads)
    return path, heads


@pytest.fixture
def tampered(played: tuple[Path, Path], folder: Path) -> Tampered:
    """The audit of a copy after somebody was at it, with every guard taken away."""

    def audit_after(tamper: Tamper, *, heads: bool = True) -> Audit:
        path = folder / "copy.db"
        shutil.copy(played[0], path)
        connection = sqlite3.connect(path, isolation_level=None)
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        connection.execute("PRAGMA ignore_check_constraints=ON")
        tamper(connection)
        connection.close()
        return looked_at(path, played[1] if heads else None)

    return audit_after


@pytest.fixture
def north(postgres: str) -> Iterator[tuple[PostgresStore, Point]]:
    """A node, and what it does before it commits what it has written."""
    point = Point("commit/written")
    store = node(postgres, point)
    yield store, point
    store.close()


@pytest.fixture
def south(postgres: str) -> Iterator[PostgresStore]:
    """Another node on the same database."""
    store = node(postgres)
    yield store
    store.close()
