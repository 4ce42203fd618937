"""A nursery of houses that are served and killed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.nursery import Nursery


@pytest.fixture
def nursery(folder: Path) -> Iterator[Nursery]:
    found = Nursery(folder / "log")
    yield found
    found.close()
