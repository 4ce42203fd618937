"""Running kernels on every core. Kernels release the GIL, so threads are enough."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

from uth.exact.progress import NO_PROGRESS, Progress

MOST_THREADS = 8
"""Each thread has its own sums; more threads would cost memory and gain little."""


def thread_count() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(MOST_THREADS, len(os.sched_getaffinity(0))))
    return max(1, min(MOST_THREADS, os.cpu_count() or 1))


def run_on_threads(threads: int, work: Callable[[int], None]) -> None:
    """Call `work(thread)` on every thread at once."""
    run_in_slices(threads, 0, NO_PROGRESS, lambda part, _slices, _thread: work(part))


def run_in_slices(
    threads: int, boards: int, progress: Progress, work: Callable[[int, int, int], None]
) -> None:
    """Call `work(slice, slices, thread)` for every slice; a thread number is never in use twice."""
    slices = threads * progress.slices
    idle: SimpleQueue[int] = SimpleQueue()
    for thread in range(threads):
        idle.put(thread)

    def run(part: int) -> None:
        thread = idle.get()
        try:
            work(part, slices, thread)
        finally:
            idle.put(thread)
        progress.add(boards * (part + 1) // slices - boards * part // slices)

    with ThreadPoolExecutor(threads) as pool:
        for future in [pool.submit(run, part) for part in range(slices)]:
            future.result()
