"""What all tests share: the witness of clauses, and stores to open."""

from __future__ import annotations

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
