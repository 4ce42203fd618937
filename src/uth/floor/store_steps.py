"""Work that waits for the store at some points: written once, for event loops and without one.

Each step is a call that writes to the store. Everything between two steps runs on the caller's
thread, so that the state of the floor is changed by one thread only.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from concurrent.futures import Executor
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
Steps: TypeAlias = Generator[Callable[[], Any], Any, T]


def at_once(work: Callable[P, Steps[T]]) -> Callable[[object], Callable[P, T]]:
    """Make a method the same work for callers without an event loop: one step after the other."""

    @wraps(work)
    def whole(*args: P.args, **options: P.kwargs) -> T:
        steps = work(*args, **options)
        resume: Callable[[Any], Callable[[], Any]] = steps.send
        result: Any = None
        while True:
            try:
                step = resume(result)
            except StopIteration as end:
                ended: T = end.value
                return ended
            try:
                resume, result = steps.send, step()
            except Exception as error:
                resume, result = steps.throw, error

    return lambda method: whole


async def in_threads(steps: Steps[T], threads: Executor) -> T:
    """Run each step in another thread, and the rest on the event loop."""
    loop = asyncio.get_running_loop()
    resume: Callable[[Any], Callable[[], Any]] = steps.send
    result: Any = None
    while True:
        try:
            step = resume(result)
        except StopIteration as end:
            ended: T = end.value
            return ended
        try:
            resume, result = steps.send, await loop.run_in_executor(threads, step)
        except Exception as error:
            resume, result = steps.throw, error
