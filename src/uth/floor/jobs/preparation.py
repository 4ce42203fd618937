"""Compiles the mathematics in the background, while people already play."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Literal, TypeAlias

from uth.floor.jobs.job_messages import PrepareJob
from uth.floor.jobs.job_queue import JobQueue

PARTS = ("solver", "others")
"""The keys of `uth.exact.warmup.PARTS` that a server needs."""
PreparationState: TypeAlias = Literal["on_demand", "preparing", "ready", "not_installed"]
"""Where nothing is prepared, what is missing is compiled when it is first needed."""


class Preparation:
    """Jobs that compile all kernels; every other job goes first."""

    def __init__(self, jobs: JobQueue) -> None:
        self._jobs = jobs
        self._parts: list[Future[bytes]] = []

    def start(self) -> None:
        self._parts = [self._jobs.ask("preparation", PrepareJob(part=part), part) for part in PARTS]

    @property
    def state(self) -> PreparationState:
        if not self._parts:
            return "on_demand"
        if not all(part.done() for part in self._parts):
            return "preparing"
        if any(part.cancelled() or part.exception() for part in self._parts):
            return "not_installed"
        return "ready"
