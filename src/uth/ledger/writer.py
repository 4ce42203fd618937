"""The writer thread: group commit of the waiting batches, answered when they are durable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed, Head, Result
from uth.ledger.journal.heads import HeadsFile, read_heads
from uth.ledger.journal.store import Store
from uth.ledger.sql.store import Hook, StoreFailure, no_hook

MOST = 256
"""The most batches in one transaction."""
_Waiting = tuple[Batch, "Future[Committed]"]


class Writer:
    """Group commit: one fsync for many tables; each caller gets their own result."""

    def __init__(
        self,
        store: Store,
        heads: HeadsFile | None = None,
        *,
        most: int = MOST,
        hook: Hook = no_hook,
    ) -> None:
        self.store = store
        self._heads = heads
        self._most = most
        self._hook = hook
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._broken: Refusal | None = None
        self._closed = False
        self._mutex = Lock()
        self._failing = False
        """Whether the last transaction failed, as on a full disk."""
        self.groups = 0
        """The number of transactions so far."""
        self._thread = Thread(target=self._run, name="uth-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many batches wait; a floor refuses new work above a limit."""
        return self._queue.qsize()

    @property
    def running(self) -> bool:
        """Whether batches can be committed, judging by the last transaction."""
        return not (self._broken or self._failing or self._closed)

    def recorded_heads(self) -> Iterator[Head]:
        """The heads recorded so far, for an audit."""
        if self._heads is not None and self._heads.path.exists():
            yield from read_heads(self._heads.path)

    def submit(self, batch: Batch) -> Future[Committed]:
        """Enqueue a batch; the future is done when it is durable or refused."""
        future: Future[Committed] = Future()
        with self._mutex:
            if self._closed:
                raise Refusal("store/closed", "the store is closed")
            self._queue.put((batch, future))
        return future

    def commit(self, batch: Batch) -> Committed:
        return self.submit(batch).result()

    def close(self) -> None:
        """Commit what waits, then stop."""
        with self._mutex:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        self._thread.join()
        if self._heads is not None:
            self._heads.close()

    def _run(self) -> None:
        while True:
            group, last = self._next_group()
            if group:
                self._answer(group, self._write([batch for batch, _ in group]))
            if last:
                return

    def _next_group(self) -> tuple[list[_Waiting], bool]:
        """The next batch and all that arrived with it, and whether the writer is closing."""
        item = self._queue.get()
        group: list[_Waiting] = []
        while item is not None:
            group.append(item)
            if len(group) == self._most:
                return group, False
            try:
                item = self._queue.get_nowait()
            except Empty:
                return group, False
        return group, True

    def _write(self, batches: Sequence[Batch]) -> list[Result]:
        if self._broken is not None:
            return [self._broken] * len(batches)
        self.groups += 1
        try:
            results = self.store.commit_all(batches)
        except Exception as error:
            self._failing = True
            refusal = Refusal("store/failed", f"the store failed ({type(error).__name__})")
            return [refusal] * len(batches)
        self._failing = all(isinstance(result, StoreFailure) for result in results)
        self._write_heads(results)
        return results

    def _write_heads(self, results: Sequence[Result]) -> None:
        """Record the new heads; if that fails, later batches are refused."""
        if self._heads is None:
            return
        last: dict[str, Head] = {}
        for result in results:
            if isinstance(result, Committed):
                last.update((head.stream, head) for head in result.heads)
        self._hook("heads/before")
        try:
            self._heads.append(last.values())
        except OSError as error:
            self._broken = Refusal("heads/unwritable", f"the heads file failed: {error.strerror}")
        self._hook("heads/written")

    def _answer(self, group: list[_Waiting], results: list[Result]) -> None:
        for (_, future), result in zip(group, results, strict=True):
            if not future.set_running_or_notify_cancel():
                continue
            if isinstance(result, Refusal):
                future.set_exception(result)
            else:
                future.set_result(result)
        self._hook("answered")
