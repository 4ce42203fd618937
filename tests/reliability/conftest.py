"""A fixture that starts and kills servers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.reliability.servers import Servers


@pytest.fixture
def servers(folder: Path) -> Iterator[Servers]:
    started = Servers(folder / "log")
    yield started
    started.close()
