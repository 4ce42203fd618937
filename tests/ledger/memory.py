"""A store in memory: for tests and simulations; it passes the contract of the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

from msgspec.structs import replace

from tests.ledger.memory_contents import Contents
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import (
    Append,
    Batch,
    Committed,
    Result,
    check_batch,
    movements,
)
from uth.ledger.journal.chain import answered_in, extend, seal, snapshot_sum
from uth.ledger.journal.rounds import round_rows
from uth.ledger.journal.store import (
    Lease,
    Reader,
    Snapshot,
    StoredAnswer,
    StoredEvent,
    StreamRow,
    check_balance,
    check_follows,
    lease_held,
    lease_lost,
    rulebook_digest,
    rulebooks_of,
)


def _system_clock() -> int:
    return time.time_ns() // 1_000_000


class MemoryStore:
    """A store that lives as long as its process."""

    def __init__(self, clock: Callable[[], int] = _system_clock) -> None:
        self._lock = RLock()
        self._contents = Contents(clock)

    def commit(self, batch: Batch) -> Committed:
        result = self.commit_all([batch])[0]
        if isinstance(result, Refusal):
            raise result
        return result

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        results: list[Result] = []
        with self._lock:
            for batch in batches:
                try:
                    results.append(self._apply(batch))
                except Refusal as refusal:
                    results.append(refusal)
        return results

    def answer(self, actor: str, key: str) -> StoredAnswer | None:
        return self._contents.stored_answers.get((actor, key))

    def _apply(self, batch: Batch) -> Committed:
        contents = self._contents
        check_batch(batch)
        if batch.key and (batch.actor, batch.key) in contents.stored_answers:
            first_answer = contents.stored_answers[batch.actor, batch.key].answer
            return Committed(first_answer, repeated=True)
        for digest in rulebooks_of(batch):
            contents.rulebook(digest)
        now = contents.now()
        answered = [answered_in(batch), *(b"" for _ in batch.appends[1:])]
        appended = [
            self._follow(append, now, checksum)
            for append, checksum in zip(batch.appends, answered, strict=False)
        ]
        moved = movements(batch)
        for account, change in moved.items():
            check_balance(account, contents.balance(account), change)
        for write in batch.notes:
            if not contents.fits(write):
                raise Refusal("note/changed", where=write.note.kind)
        for append, (row, events) in zip(batch.appends, appended, strict=True):
            name = append.stream
            contents.rows[name] = row
            contents.journal[name] = (*contents.journal.get(name, ()), *events)
            contents.ledger[name] = (*contents.ledger.get(name, ()), *append.postings)
            hashes = [stored.hash for stored in events]
            ends = zip(round_rows(append, hashes), append.ends, strict=True)
            contents.index[name] = (
                *contents.index.get(name, ()),
                *((end_row, end.players) for end_row, end in ends),
            )
            if append.snapshot:
                checksum = snapshot_sum(row.head, append.snapshot)
                contents.snapshots[name] = Snapshot(name, row.version, append.snapshot, checksum)
        for account, change in moved.items():
            contents.accounts[account] = contents.balance(account) + change
        for write in batch.notes:
            contents.write(write)
        if batch.key:
            first = appended[0][0] if appended else StreamRow("")
            contents.stored_answers[batch.actor, batch.key] = StoredAnswer(
                actor=batch.actor,
                key=batch.key,
                answer=batch.answer,
                stream=first.stream,
                version=first.version,
                sum=answered_in(batch),
            )
        return Committed(batch.answer, tuple(row.head for row, _ in appended))

    def _follow(
        self, append: Append, now: int, answered: bytes
    ) -> tuple[StreamRow, list[StoredEvent]]:
        row = self._contents.stream(append.stream)
        check_follows(row, append, now)
        hashes = append.hashes or extend(row.head, append, answered)
        events = [
            StoredEvent(
                stream=append.stream,
                version=version,
                at=append.at,
                kind=entry.kind,
                body=entry.body,
                seal=seal(entry.salt, entry.secret),
                hash=digest,
                answered=answered if version == append.version else b"",
                secret=entry.secret,
                salt=entry.salt if entry.secret else b"",
            )
            for version, (entry, digest) in enumerate(
                zip(append.entries, hashes, strict=True), append.expected + 1
            )
        ]
        return replace(row, version=append.version, hash=hashes[-1]), events

    def save_rulebook(self, canonical: str) -> str:
        digest = rulebook_digest(canonical)
        with self._lock:
            self._contents.texts[digest] = canonical
        return digest

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        with self._lock:
            row, now = self._contents.stream(stream), self._contents.now()
            if row.expires > now and row.owner != owner:
                raise lease_held(row)
            return self._set_lease(row, owner, row.epoch + 1, now + milliseconds)

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        with self._lock:
            expires = self._contents.now() + milliseconds
            rows = [(self._contents.stream(lease.stream), lease) for lease in held]
            return [
                self._set_lease(row, lease.owner, lease.epoch, expires)
                for row, lease in rows
                if (row.owner, row.epoch) == (lease.owner, lease.epoch)
            ]

    def release(self, lease: Lease) -> None:
        with self._lock:
            self._set_lease(self._row_of(lease), lease.owner, lease.epoch, 0)

    def _row_of(self, lease: Lease) -> StreamRow:
        row = self._contents.stream(lease.stream)
        if (row.owner, row.epoch) != (lease.owner, lease.epoch):
            raise lease_lost(lease)
        return row

    def _set_lease(self, row: StreamRow, owner: str, epoch: int, expires: int) -> Lease:
        self._contents.rows[row.stream] = replace(row, owner=owner, epoch=epoch, expires=expires)
        return Lease(row.stream, owner, epoch, expires)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with self._lock:
            contents = self._contents.copy()
        yield contents

    def close(self) -> None:
        """Nothing is open."""
