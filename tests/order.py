"""The order of the tests: every worker begins with its share of the slow ones.

With `--dist worksteal` each worker of xdist gets one piece of the list, and one that has finished
takes over the end of another's piece. If quick tests are last, all workers finish at the same time.
Tests of one file stay together, as they share what is expensive to set up.
"""

from __future__ import annotations

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    items[:] = slow_first(items, workers)


def slow_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    files = {item.path for item in items if item.get_closest_marker("slow")}
    slow = [item for item in items if item.path in files]
    quick = [item for item in items if item.path not in files]
    ordered: list[pytest.Item] = []
    for left in range(workers, 0, -1):
        share = (len(items) - len(ordered)) // left
        here = min(share, -(-len(slow) // left))
        ordered += slow[:here] + quick[: share - here]
        slow, quick = slow[here:], quick[share - here :]
    return ordered
