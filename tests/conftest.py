"""What all tests share: marks of clauses, stores, solved games, examples by Hypothesis."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from uth.rulebook import store
from uth.rulebook.approval import table_guard

pytest_plugins = ["pytester", "tests.order", "tests.solved", "tests.stores", "tests.tracing"]

os.environ["UTH_LANG"] = "en"
"""Commands answer in English, whatever language the machine speaks."""
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


@pytest.fixture
def checked_anew() -> Iterator[None]:
    """Forget which rulebooks passed the guard while a test had changed it or the houses' files."""
    yield
    table_guard.recorded_rules.cache_clear()
    table_guard._checked.clear()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A mark for a clause that there is not is a mistake."""
    known = store.clause_list()
    for item in items:
        for mark in item.iter_markers("clause"):
            unknown = [clause for clause in mark.args if clause not in known]
            if unknown:
                raise pytest.UsageError(f"{item.nodeid} is marked for no clause: {unknown}")
