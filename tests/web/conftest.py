"""A house in memory for the tests of a file, and a guest at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.served import Caller, Served, in_memory


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with in_memory() as made:
        yield made


@pytest.fixture
def guest(served: Served) -> Caller:
    return served.guest()
