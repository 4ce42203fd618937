"""An app in memory for the tests of one file, and a guest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.ledger.memory import MemoryStore
from tests.web.served_app import ApiClient, ServedApp, in_memory
from uth.ledger.sql.store import SqlStore
from uth.ledger.writer import Writer

WRITES = {
    Writer: ("commit", "commit_all"),
    MemoryStore: ("save_rulebook", "acquire", "renew", "release"),
    SqlStore: ("save_rulebook", "acquire", "renew", "release"),
}
"""What waits for the store."""


def _noting(write: Callable[..., Any], noted: list[str]) -> Callable[..., Any]:
    """The same call, noted if it is made on an event loop."""

    def call(*args: Any, **options: Any) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            noted.append(write.__qualname__)
        return write(*args, **options)

    return call


@pytest.fixture(scope="module", autouse=True)
def nothing_is_written_on_the_event_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """A slow disk must not hold up those who only read, or who play at other tables."""
    if getattr(request.module, "ACTS_AS_OTHER_NODES", False):
        yield
        return
    noted: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        for owner, names in WRITES.items():
            for name in names:
                patch.setattr(owner, name, _noting(getattr(owner, name), noted))
        yield
    assert not noted, "written on the event loop"


@pytest.fixture(scope="module")
def served() -> Iterator[ServedApp]:
    with in_memory() as made:
        yield made


@pytest.fixture
def guest(served: ServedApp) -> ApiClient:
    return served.guest()
