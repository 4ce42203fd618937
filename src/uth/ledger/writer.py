"""The writer thread: all that waits goes into one transaction, and is answered when durable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed, Head, Result
from uth.ledger.journal.heads import Heads, read_heads
from uth.ledger.journal.store import Store
from uth.ledger.sql.store import Failed, Hook, no_hook

MOST = 256
"""Batches in one transaction."""
_Waiting = tuple[Batch, "Future[Committed]"]


class Writer:
    """Group commit: one fsync for many tables, and each caller gets his own result."""

    def __init__(
        self, store: Store, heads: Heads | None = None, *, most: int = MOST, hook: Hook = no_hook
    ) -> None:
        self.store = store
        self._heads = heads
        self._most = most
        self._hook = hook
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._broken: Refusal | None = None
        self._closed = False
        self._gate = Lock()
        self._failing = False
        """Whether the store failed in the last transaction, as on a full disk."""
        self.groups = 0
        """Transactions so far; commits divided by it is what grouping saves."""
        self._thread = Thread(target=self._run, name="uth-writer", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """How many batches wait; a floor may turn newcomers away by it."""
        return self._queue.qsize()

    @property
    def running(self) -> bool:
        """Whether what is handed over can be written down, as far as the last transaction tells."""
        return not (self._broken or self._failing or self._closed)

    def known(self) -> Iterator[Head]:
        """The heads that were written down outside so far, for an audit."""
        if self._heads is not None and self._heads.path.exists():
            yield from read_heads(self._heads.path)

    def submit(self, batch: Batch) -> Future[Committed]:
        """Hand a batch over; the future is done when it is durable, or refused."""
        future: Future[Committed] = Future()
        with self._gate:
            if self._closed:
                raise Refusal("store/closed", "the store is closed")
            self._queue.put((batch, future))
        return future

    def commit(self, batch: Batch) -> Committed:
        return self.submit(batch).result()

    def close(self) -> None:
        """Finish what waits, then stop."""
        with self._gate:
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
        """The first that comes, and all that have come meanwhile."""
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
            no = Refusal("store/failed", f"the store failed ({type(error).__name__})")
            return [no] * len(batches)
        self._failing = all(isinstance(result, Failed) for result in results)
        self._write_heads(results)
        return results

    def _write_heads(self, results: Sequence[Result]) -> None:
        """What is committed stays committed; without its heads nothing more is taken."""
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
