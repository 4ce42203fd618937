"""A store that commits through a writer, so that the heads of every commit are recorded."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Batch, Committed, Result
from uth.ledger.journal.store import Lease, Reader, Store
from uth.ledger.locations import open_heads
from uth.ledger.writer import Writer


class RecordingStore:
    """For commits that are not orders at a table: bookings, openings, accounts."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._store: Store = writer.store

    def commit(self, batch: Batch) -> Committed:
        return self._writer.commit(batch)

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        results: list[Result] = []
        for batch in batches:
            try:
                results.append(self._writer.commit(batch))
            except Refusal as refusal:
                results.append(refusal)
        return results

    def save_rulebook(self, canonical: str) -> str:
        return self._store.save_rulebook(canonical)

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        return self._store.acquire(stream, owner, milliseconds)

    def renew(self, lease: Lease, milliseconds: int) -> Lease:
        return self._store.renew(lease, milliseconds)

    def release(self, lease: Lease) -> None:
        self._store.release(lease)

    def reading(self) -> AbstractContextManager[Reader]:
        return self._store.reading()

    def close(self) -> None:
        self._writer.close()
        self._store.close()


def with_heads(store: Store, heads: Path) -> RecordingStore:
    """A store that records its heads in a file; if that can't be opened, the store is closed."""
    try:
        return RecordingStore(Writer(store, open_heads(heads)))
    except Refusal:
        store.close()
        raise
