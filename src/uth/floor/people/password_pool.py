"""Threads for work that hashes passwords: it is slow by design and must not delay other work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from uth.core.refusal import Refusal

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 1
MOST_WAITING = 50
"""About five seconds of hashing; more is refused, so that nobody waits in vain."""


class PasswordPool:
    """Runs one piece of work after the other; the queue has an end."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._executor = ThreadPoolExecutor(THREADS, "uth-passwords")
        self._most = most
        self._waiting = 0

    async def run(self, work: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Do something in the pool, or refuse it if too much is waiting."""
        if self._waiting >= self._most:
            raise Refusal("sign_in/busy")
        self._waiting += 1
        future = self._executor.submit(partial(work, *args, **options))
        loop = asyncio.get_running_loop()
        future.add_done_callback(partial(self._ended, loop))
        return await asyncio.wrap_future(future)

    def _ended(self, loop: asyncio.AbstractEventLoop, future: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(self._count_down)

    def _count_down(self) -> None:
        self._waiting -= 1
