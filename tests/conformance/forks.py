"""A job for each of many things, each in a fork of this process, a few at a time."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

AT_ONCE = 2
LONGEST = 300
"""Seconds after which a process is ended."""

T = TypeVar("T")


class Fork(NamedTuple):
    number: int
    process: int
    until: float
    parts: list[bytes]


def forked(things: Sequence[T], job: Callable[[T], Any]) -> list[Any]:
    """The results of a job as JSON has them, in the order of the things; None where it failed."""
    results: list[Any] = [None] * len(things)
    running: dict[int, Fork] = {}
    waiting = list(enumerate(things))
    while waiting or running:
        while waiting and len(running) < AT_ONCE:
            number, thing = waiting.pop(0)
            reader, fork = _start(number, lambda thing=thing: job(thing))  # type: ignore[misc]
            running[reader] = fork
        for reader in select.select(list(running), [], [], 1)[0]:
            part = os.read(reader, 1 << 16)
            running[reader].parts.append(part)
            if not part:
                fork = running.pop(reader)
                os.close(reader)
                os.waitpid(fork.process, 0)
                answer = b"".join(fork.parts)
                results[fork.number] = msgspec.json.decode(answer) if answer else None
        for fork in running.values():
            if time.monotonic() > fork.until:
                os.kill(fork.process, signal.SIGKILL)
    return results


def _start(number: int, job: Callable[[], Any]) -> tuple[int, Fork]:
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.close(reader)
            with os.fdopen(writer, "wb") as answer:
                answer.write(msgspec.json.encode(job()))
        finally:
            os._exit(0)
    os.close(writer)
    return reader, Fork(number, process, time.monotonic() + LONGEST, [])
