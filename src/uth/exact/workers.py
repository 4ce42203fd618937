"""Running a kernel on every core: kernels hold no lock, so threads will do."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_THREADS = 8
"""Each thread keeps sums of its own; more than this would cost memory and gain little."""


def thread_count() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(MOST_THREADS, len(os.sched_getaffinity(0))))
    return max(1, min(MOST_THREADS, os.cpu_count() or 1))


def on_all(threads: int, work: Callable[[int], None]) -> None:
    """Call `work(thread)` for every thread, at once."""
    if threads == 1:
        work(0)
        return
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, thread) for thread in range(threads)]:
            done.result()
