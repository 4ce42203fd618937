"""What all tests share: the witness of clauses, stores, solved games, examples by Hypothesis."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import witness

pytest_plugins = ["pytester", "tests.order", "tests.solved", "tests.stores", "tests.tracing"]

witness.install()

BY_SPEED_OR_LUCK = (
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
)
"""Checks of Hypothesis that a busy machine or a rare draw would fail."""
settings.register_profile(
    "suite", derandomize=True, deadline=None, suppress_health_check=BY_SPEED_OR_LUCK
)
"""The same examples at every run: what passes once passes always, and covers the same lines."""
settings.register_profile(
    "nightly",
    derandomize=False,
    deadline=None,
    suppress_health_check=BY_SPEED_OR_LUCK,
    max_examples=1_000,
)
"""Other examples every night, and more of them, to find what the suite's own do not."""
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def logs_end_with_their_test() -> Iterator[None]:
    """Take away what a command in this process logs to: its stream is closed after the test."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    yield
    root.handlers[:] = [handler for handler in root.handlers if handler in before]
    root.setLevel(level)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--evidence", help="write which tests showed which clauses to this file")


def pytest_configure(config: pytest.Config) -> None:
    path = config.getoption("--evidence")
    config.pluginmanager.register(witness.Recorder(Path(path) if path else None), "clauses")
