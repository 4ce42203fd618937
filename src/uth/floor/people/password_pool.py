"""A thread for work that hashes passwords: it is slow by design and must not delay other work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any, ParamSpec, TypeVar, cast

from uth.core.fair_queue import FairQueue
from uth.core.refusal import Refusal

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 1
MOST_WAITING = 50
"""About five seconds of hashing; more is refused, so that nobody waits in vain."""


class _PasswordWork:
    """Work that waits, and its result."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.result: Future[Any] = Future()

    def run(self) -> None:
        if self.result.set_running_or_notify_cancel():
            try:
                self.result.set_result(self.work())
            except Exception as error:
                self.result.set_exception(error)

    def refuse(self) -> None:
        if self.result.set_running_or_notify_cancel():
            self.result.set_exception(Refusal("sign_in/busy"))


class PasswordPool:
    """Runs one piece of work after the other; the networks take turns, and the queue has an end."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._executor = ThreadPoolExecutor(THREADS, "uth-passwords")
        self._queue = FairQueue[_PasswordWork](most)
        self._lock = Lock()

    async def run(
        self, network: str, work: Callable[P, T], *args: P.args, **options: P.kwargs
    ) -> T:
        """Do something in the pool, or refuse it if too much is waiting."""
        task = _PasswordWork(partial(work, *args, **options))
        with self._lock:
            loser = self._queue.put(task, network)
        if loser is not None:  # whose turn the task gets, unless it is the task
            loser.refuse()
        else:
            self._executor.submit(self._run_next)
        return cast(T, await asyncio.wrap_future(task.result))

    def _run_next(self) -> None:
        with self._lock:
            task = self._queue.pop()
        task.run()
