"""The writer thread: group commit of the waiting batches, answered when they are durable.

A writer is a store itself: what is committed through it has its heads recorded.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import AbstractContextManager
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock, Thread

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed, Head, Result
from uth.ledger.journal.heads import HeadsFile, read_heads
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.store import Lease, Reader, Store, StoredAnswer
from uth.ledger.sql.store import Hook, StoreFailure, no_hook

MOST = 256
"""From this many batches on, the next ones go into another transaction."""
RETRY = 1.0
"""Seconds until what could not be written is tried again, if nobody commits before."""
PROBE = Batch(notes=(NoteWrite(Note("probe", "writer", body=b"1")),))
"""What is written to see whether a store that failed can be written again."""
LOG = logging.getLogger("uth.ledger")
Submitted = tuple[Batch, Callable[[Result], None]]
"""A batch, and what the writer thread calls when it is durable or refused."""


class Writer:
    """Group commit: one fsync for many tables; each caller gets their own result."""

    def __init__(
        self,
        store: Store,
        heads: HeadsFile | None = None,
        *,
        most: int = MOST,
        hook: Hook = no_hook,
        retry: float = RETRY,
    ) -> None:
        self.store = store
        self._heads = heads
        self._most = most
        self._hook = hook
        self._retry = retry
        self._queue: SimpleQueue[Sequence[Submitted] | None] = SimpleQueue()
        self.waiting: int = 0
        """How many batches wait; a floor refuses new work above a limit."""
        self._unrecorded: dict[str, Head] = {}
        """Heads of what is committed that could not be written to their file yet."""
        self._closed = False
        self._mutex = Lock()
        self._failing = False
        """Whether the last transaction failed, as on a full disk."""
        self.outages: int = 0
        """How often it began that nothing could be written."""
        self.groups: int = 0
        """The number of transactions so far."""
        self._thread = Thread(target=self._run, name="uth-writer", daemon=True)
        self._thread.start()

    def reading(self) -> AbstractContextManager[Reader]:
        return self.store.reading()

    def answer(self, actor: str, key: str) -> StoredAnswer | None:
        return self.store.answer(actor, key)

    def save_rulebook(self, canonical: str) -> str:
        return self.store.save_rulebook(canonical)

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        return self.store.acquire(stream, owner, milliseconds)

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        return self.store.renew(held, milliseconds)

    def release(self, lease: Lease) -> None:
        self.store.release(lease)

    @property
    def running(self) -> bool:
        """Whether batches can be committed, judging by the last transaction."""
        return not (self._unrecorded or self._failing or self._closed)

    def recorded_heads(self) -> Iterator[Head]:
        """The heads recorded so far, for an audit."""
        if self._heads is not None and self._heads.path.exists():
            yield from read_heads(self._heads.path)

    def submit(self, batch: Batch) -> Future[Committed]:
        """Enqueue a batch; the future is done when it is durable or refused."""
        future: Future[Committed] = Future()
        self.submit_all([(batch, partial(_resolve, future))])
        return future

    def submit_all(self, submitted: Sequence[Submitted]) -> None:
        """Enqueue several batches at once; each gets its own result."""
        with self._mutex:
            if self._closed:
                raise Refusal("store/closed")
            self.waiting += len(submitted)
            self._queue.put(submitted)

    def commit(self, batch: Batch) -> Committed:
        return self.submit(batch).result()

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        futures = [self.submit(batch) for batch in batches]
        errors = [future.exception() for future in futures]
        return [
            error if isinstance(error, Refusal) else future.result()
            for future, error in zip(futures, errors, strict=True)
        ]

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
            try:
                group, last = self._next_group()
            except Empty:
                self._write([PROBE] if self._failing else [])
                continue
            if group:
                with self._mutex:
                    self.waiting -= len(group)
                self._answer(group, self._write([batch for batch, _ in group]))
            if last:
                return

    def _next_group(self) -> tuple[list[Submitted], bool]:
        """The next batches and all that arrived with them, and whether the writer is closing."""
        trouble = self._unrecorded or self._failing
        item = self._queue.get(timeout=self._retry if trouble else None)
        group: list[Submitted] = []
        while item is not None:
            group += item
            if len(group) >= self._most:
                return group, False
            try:
                item = self._queue.get_nowait()
            except Empty:
                return group, False
        return group, True

    def _write(self, batches: Sequence[Batch]) -> list[Result]:
        refusal = self._record({}) if self._unrecorded else None
        if refusal is not None:
            return [refusal] * len(batches)
        if not batches:
            return []
        self.groups += 1
        try:
            results = self.store.commit_all(batches)
        except Exception as error:
            self._fail(type(error).__name__)
            refusal = Refusal("store/failed", error=type(error).__name__)
            return [refusal] * len(batches)
        failures = [result for result in results if isinstance(result, StoreFailure)]
        self._fail(failures[0].sentence if len(failures) == len(results) else "")
        self._write_heads(results)
        return results

    def _fail(self, reason: str) -> None:
        """Remember whether the last transaction failed, and log when that changes."""
        if reason and not self._failing:
            self.outages += 1
            LOG.error("the store can't be written", extra={"fault": reason})
        elif self._failing and not reason:
            LOG.warning("the store can be written again")
        self._failing = bool(reason)

    def _write_heads(self, results: Sequence[Result]) -> None:
        """Record the new heads; until that succeeds, later batches are refused."""
        if self._heads is None:
            return
        last: dict[str, Head] = {}
        for result in results:
            if isinstance(result, Committed):
                last.update((head.stream, head) for head in result.heads)
        self._hook("heads/before")
        self._record(last)
        self._hook("heads/written")

    def _record(self, heads: dict[str, Head]) -> Refusal | None:
        """Write heads, and those that could not be written before; a refusal if that fails."""
        assert self._heads is not None, "nothing is unrecorded without a file"
        before, wanted = self._unrecorded, {**self._unrecorded, **heads}
        try:
            self._heads.append(wanted.values())
        except OSError as error:
            self._unrecorded = wanted
            if not before:
                self.outages += 1
                LOG.error("the heads file can't be written", extra={"fault": str(error)})
            return Refusal("heads/unwritable", reason=error.strerror or str(error))
        if before:
            LOG.warning("the heads file can be written again")
        self._unrecorded = {}
        return None

    def _answer(self, group: list[Submitted], results: list[Result]) -> None:
        for (_, on_result), result in zip(group, results, strict=True):
            on_result(result)
        self._hook("answered")


def _resolve(future: Future[Committed], result: Result) -> None:
    if not future.set_running_or_notify_cancel():
        return
    if isinstance(result, Refusal):
        future.set_exception(result)
    else:
        future.set_result(result)
