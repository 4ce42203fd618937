"""An app in memory for the tests of one file, and a guest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.served_app import ApiClient, ServedApp, in_memory


@pytest.fixture(scope="module")
def served() -> Iterator[ServedApp]:
    with in_memory() as made:
        yield made


@pytest.fixture
def guest(served: ServedApp) -> ApiClient:
    return served.guest()
