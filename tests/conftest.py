"""What all tests share: the witness of clauses, stores to open, and a way out of coverage."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import witness

pytest_plugins = ["pytester", "tests.stores"]

witness.install()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--evidence", help="write which tests showed which clauses to this file")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--evidence")
    config.pluginmanager.register(witness.Recorder(Path(path) if path else None), "clauses")


@pytest.fixture
def untraced() -> Iterator[None]:
    """Run at full speed; the `no_cover` of pytest-cov does nothing in the workers of xdist."""
    tracing = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracing)
