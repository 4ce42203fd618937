"""The ledger's stores for these tests too, and a nursery of houses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ledger.conftest import (
    folder,
    memory_store,
    postgres,
    postgres_server,
    postgres_store,
    quick_root,
    sqlite_store,
)
from tests.reliability.nursery import Nursery

__all__ = [
    "folder",
    "memory_store",
    "postgres",
    "postgres_server",
    "postgres_store",
    "quick_root",
    "sqlite_store",
]


@pytest.fixture
def nursery(folder: Path) -> Iterator[Nursery]:
    found = Nursery(folder / "log")
    yield found
    found.close()
