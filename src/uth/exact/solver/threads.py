"""Running a kernel on every core: kernels hold no lock, so threads will do."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from threading import Lock
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


class Progress:
    """Counts boards as they are done, for someone who waits: so many, of so many."""

    def __init__(self, tell: Callable[[int, int], None] | None = None, of: int = 0) -> None:
        self.tell = tell
        self.of = of
        self.done = 0
        self._lock = Lock()

    @property
    def slices(self) -> int:
        """In how many parts each thread does its work: more than one only where one waits."""
        return 6 if self.tell else 1

    def add(self, boards: int) -> None:
        if self.tell:
            with self._lock:
                self.done += boards
                self.tell(self.done, max(self.of, self.done))


UNWATCHED = Progress()


def in_slices(
    threads: int, boards: int, watch: Progress, work: Callable[[int, int, int], None]
) -> None:
    """Call `work(slice, slices, thread)` for every slice; no two at once have the same thread."""
    slices = threads * watch.slices
    idle: SimpleQueue[int] = SimpleQueue()
    for thread in range(threads):
        idle.put(thread)

    def run(part: int) -> None:
        thread = idle.get()
        try:
            work(part, slices, thread)
        finally:
            idle.put(thread)
        watch.add(boards * (part + 1) // slices - boards * part // slices)

    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(run, part) for part in range(slices)]:
            done.result()
