"""Running numbered chunks on workers, and combining what they return in their order."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, Generic, TypeVar

from uth.compute.saved_run import SavedRun
from uth.compute.workers import MOST_DEATHS, Cluster, Threads, Versioned, Workers
from uth.core.refusal import Refusal
from uth.exact.solver.threads import thread_count

Value = TypeVar("Value")

SUBMITTED = 2
"""Chunks that are submitted for each worker, so that none waits for the next."""
AHEAD = 16
"""How far workers may be ahead of the next chunk to combine, for each worker: bounds memory."""
POLL_SECONDS = 0.2


@dataclass(frozen=True)
class ChunkRun(Generic[Value]):
    """The combined value of the first `done` chunks."""

    value: Value
    done: int
    chunks: int
    problem: Refusal | None = None
    """Why it ended early, if no one stopped it: a strategy that failed, a cluster that is lost."""

    @property
    def partial(self) -> bool:
        return self.done < self.chunks


def run_chunks(
    work: Callable[[int], Any],
    *,
    chunks: int,
    start: Value,
    combine: Callable[[Value, Any], Value],
    workers: Workers | None = None,
    checkpoint: SavedRun | None = None,
    stop: Event | None = None,
    report: Callable[[ChunkRun[Value]], None] | None = None,
) -> ChunkRun[Value]:
    """Combine the results of all chunks, or of the first ones if it is stopped or a chunk fails."""
    saved = checkpoint.load(chunks) if checkpoint else None
    run = ChunkRun(start, 0, chunks) if saved is None else ChunkRun(saved[1], saved[0], chunks)
    if report:
        report(run)
    if not run.partial:
        return run
    workers = workers or Threads(thread_count())
    stop = stop or Event()
    try:
        with workers.opened() as executor:
            width = Cluster.width(executor) if isinstance(workers, Cluster) else workers.count
            queue = ChunkQueue(executor, Versioned(work), run.done, chunks, max(1, width))
            try:
                while run.partial and not stop.is_set():
                    for result in queue.finished(run.done):
                        run = ChunkRun(combine(run.value, result), run.done + 1, chunks)
                        if checkpoint:
                            checkpoint.save(run.done, chunks, run.value)
                        if report:
                            report(run)
            except Refusal as refusal:
                if not run.done:
                    raise
                run = replace(run, problem=refusal)
            finally:
                queue.cancel()
    finally:
        if checkpoint and run.done and not _is_of_checkpoint(run.problem):
            checkpoint.save(run.done, chunks, run.value, last=True)
    return run


def _is_of_checkpoint(problem: Refusal | None) -> bool:
    return problem is not None and problem.code == "checkpoint/unwritable"


class ChunkQueue:
    """Chunks on their way: submitted, under way, or finished before their turn."""

    def __init__(
        self, executor: Executor, work: Versioned, first: int, chunks: int, width: int
    ) -> None:
        self._executor, self._work, self._chunks, self._width = executor, work, chunks, width
        self._next = first
        self._under_way: dict[Future[Any], int] = {}
        self._early: dict[int, Any] = {}
        self._refused: dict[int, Refusal] = {}
        self._deaths: dict[int, int] = {}

    def finished(self, turn: int) -> list[Any]:
        """The results from chunk `turn` on that are finished in a row; waits a moment for one.

        The refusal of a chunk is raised in its turn, so that all chunks before it count.
        """
        self._submit(turn)
        ended, _ = wait(self._under_way, timeout=POLL_SECONDS, return_when=FIRST_COMPLETED)
        for future in ended:
            self._take(future)
        results: list[Any] = []
        while turn + len(results) in self._early:
            results.append(self._early.pop(turn + len(results)))
        if turn in self._refused:
            raise self._refused[turn]
        return results

    def _submit(self, turn: int) -> None:
        most_ahead = min(self._chunks, turn + AHEAD * self._width)
        if self._refused:
            return
        while len(self._under_way) < SUBMITTED * self._width and self._next < most_ahead:
            self._start(self._next)
            self._next += 1

    def _start(self, chunk: int) -> None:
        self._under_way[self._executor.submit(self._work, chunk)] = chunk

    def _take(self, future: Future[Any]) -> None:
        chunk = self._under_way.pop(future)
        try:
            self._early[chunk] = future.result()
        except Refusal as refusal:
            self._refused[chunk] = refusal
        except BrokenProcessPool:
            self._deaths[chunk] = self._deaths.get(chunk, 0) + 1
            # every chunk under way breaks with the pool, so each gets a fair number of chances
            if self._deaths[chunk] > MOST_DEATHS * self._width:
                raise Refusal("cluster/worker_died", chunk=chunk) from None
            self._start(chunk)
        except CancelledError:
            raise Refusal("cluster/lost") from None
        except Exception as error:
            if type(error).__name__ == "KilledWorker":
                raise Refusal("cluster/worker_died", chunk=chunk) from None
            if isinstance(error, ModuleNotFoundError):
                raise Refusal("cluster/module", module=error.name or "", chunk=chunk) from error
            raise

    def cancel(self) -> None:
        for future in self._under_way:
            future.cancel()
