"""Fixtures of the ledger's tests: a played house, its audit after tampering, two nodes."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.nodes import Point, node
from tests.ledger.tampering import Tamper, Tampered, audited, play, unguarded
from uth.ledger.audit.audit import Audit
from uth.ledger.sql.postgres import PostgresStore

pytest.register_assert_rewrite("tests.ledger.contract")


@pytest.fixture(scope="session")
def played(quick_root: Path) -> tuple[Path, Path]:
    """A store and its heads file, to be read only: tests that tamper make a copy."""
    path, heads = quick_root / "audited.db", quick_root / "audited.heads"
    play(path, heads)
    return path, heads


@pytest.fixture
def tampered(played: tuple[Path, Path], folder: Path) -> Tampered:
    """The audit of a copy after tampering, with all triggers and checks disabled."""

    def audit_after(tamper: Tamper, *, heads: bool = True) -> Audit:
        path = folder / "copy.db"
        shutil.copy(played[0], path)
        connection = unguarded(path)
        tamper(connection)
        connection.close()
        return audited(path, played[1] if heads else None)

    return audit_after


@pytest.fixture
def north(postgres: str) -> Iterator[tuple[PostgresStore, Point]]:
    """A node, and a hook that runs before it commits what it has written."""
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
