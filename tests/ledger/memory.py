"""A store in memory: for tests and simulations, with the same answers as the others."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock

from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import (
    Append,
    Batch,
    Committed,
    Head,
    Posting,
    Result,
    check_batch,
    movements,
)
from uth.ledger.journal.chain import answered_in, extend, seal, snapshot_sum
from uth.ledger.journal.notes import Note, NoteWrite, note_changed
from uth.ledger.journal.rounds import RoundQuery, RoundRow, rows_of
from uth.ledger.journal.store import (
    CLOSING,
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
    unknown_rulebook,
)


class Contents:
    """All that is stored, which is also how it is read."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.now = clock
        self.rows: dict[str, StreamRow] = {}
        self.kept: dict[str, tuple[StoredEvent, ...]] = {}
        self.posted: dict[str, tuple[Posting, ...]] = {}
        self.accounts: dict[str, Cents] = {}
        self.given: dict[tuple[str, str], StoredAnswer] = {}
        self.books: dict[str, str] = {}
        self.shots: dict[str, Snapshot] = {}
        self.noted: dict[tuple[str, str], Note] = {}
        self.ended: dict[str, tuple[tuple[RoundRow, tuple[str, ...]], ...]] = {}

    def copy(self) -> Contents:
        twin = Contents(self.now)
        for name in (
            "rows",
            "kept",
            "posted",
            "accounts",
            "given",
            "books",
            "shots",
            "noted",
            "ended",
        ):
            setattr(twin, name, dict(getattr(self, name)))
        return twin

    def stream(self, stream: str) -> StreamRow:
        return self.rows.get(stream, StreamRow(stream))

    def streams(self, prefix: str = "") -> list[StreamRow]:
        return [row for name, row in sorted(self.rows.items()) if name.startswith(prefix)]

    def events(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[StoredEvent]:
        return iter(self.kept.get(stream, ())[after:until])

    def snapshot(self, stream: str) -> Snapshot | None:
        return self.shots.get(stream)

    def public_until(self, stream: str) -> int:
        closing = (kept.version for kept in self.kept.get(stream, ()) if kept.kind in CLOSING)
        return max(closing, default=0)

    def postings(self, stream: str, after: int = 0) -> Iterator[Posting]:
        return (found for found in self.posted.get(stream, ()) if found.version > after)

    def postings_of(self, account: str) -> Iterator[tuple[str, Posting]]:
        for stream, posted in sorted(self.posted.items()):
            for found in posted:
                if account in (found.source, found.target):
                    yield stream, found

    def balance(self, account: str) -> Cents:
        return self.accounts.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        return {
            account: balance
            for account, balance in sorted(self.accounts.items())
            if account.startswith(prefix)
        }

    def answer(self, actor: str, key: str) -> bytes | None:
        found = self.given.get((actor, key))
        return found.answer if found else None

    def answered(self, actor: str, key: str) -> StoredAnswer | None:
        return self.given.get((actor, key))

    def answers(self, stream: str | None = None, after: int = 0) -> Iterator[StoredAnswer]:
        if stream is None:
            return iter(self.given.values())
        found = (given for given in self.given.values() if given.stream == stream)
        return iter(sorted((g for g in found if g.version > after), key=lambda g: g.version))

    def rulebook(self, digest: str) -> str:
        if digest not in self.books:
            raise unknown_rulebook(digest)
        return self.books[digest]

    def rulebooks(self) -> dict[str, str]:
        return dict(self.books)

    def redacted(self) -> set[tuple[str, int]]:
        return set()

    def rounds(self, wanted: RoundQuery) -> list[RoundRow]:
        streams = [wanted.stream] if wanted.stream else list(self.ended)
        found = (
            row
            for stream in streams
            for row, players in self.ended.get(stream, ())
            if (not wanted.player or wanted.player in players)
            and row.at >= wanted.since
            and (wanted.until is None or row.at < wanted.until)
            and (wanted.after is None or row.place > wanted.after)
        )
        return sorted(found, key=lambda row: row.place)[: wanted.most]

    def round(self, stream: str, number: int) -> RoundRow | None:
        return next((row for row, _ in self.ended.get(stream, ()) if row.round == number), None)

    def last_rounds(self, stream: str, most: int, before: int | None = None) -> list[RoundRow]:
        found = [row for row, _ in self.ended.get(stream, ()) if before is None or row.at < before]
        return found[::-1][:most]

    def indexed(
        self, stream: str, after: int = 0
    ) -> Generator[tuple[RoundRow, tuple[str, ...]], None, None]:
        yield from (found for found in self.ended.get(stream, ()) if found[0].round > after)

    def hashes(self, stream: str, versions: Collection[int]) -> dict[int, bytes]:
        found = self.kept.get(stream, ())
        return {kept.version: kept.hash for kept in found if kept.version in versions}

    def strays(self) -> list[tuple[str, str, int]]:
        return []

    def note(self, kind: str, key: str) -> Note | None:
        return self.noted.get((kind, key))

    def notes(self, kind: str, name: str | None = None) -> list[Note]:
        found = [
            note
            for note in self.noted.values()
            if note.kind == kind and (name is None or note.name == name)
        ]
        return sorted(found, key=lambda note: (note.at, note.key))

    def write(self, noting: NoteWrite) -> None:
        """Write a note or take it away; `fits` was asked before."""
        note = noting.note
        if note.body:
            self.noted[note.kind, note.key] = note
        else:
            self.noted.pop((note.kind, note.key), None)

    def fits(self, noting: NoteWrite) -> bool:
        found = self.note(noting.note.kind, noting.note.key)
        return noting.expected is None or noting.expected == (found.body if found else b"")


def _system_clock() -> int:
    return time.time_ns() // 1_000_000


class MemoryStore:
    """Kept as long as the process lives."""

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
                except Refusal as no:
                    results.append(no)
        return results

    def _apply(self, batch: Batch) -> Committed:
        contents = self._contents
        check_batch(batch)
        if batch.key and (batch.actor, batch.key) in contents.given:
            old = contents.given[batch.actor, batch.key]
            return Committed(old.answer, repeated=True)
        for digest in rulebooks_of(batch):
            contents.rulebook(digest)
        now = contents.now()
        answered = [answered_in(batch), *(b"" for _ in batch.appends[1:])]
        appended = [
            self._follow(append, now, told)
            for append, told in zip(batch.appends, answered, strict=False)
        ]
        moved = movements(batch)
        for account, change in moved.items():
            check_balance(account, contents.balance(account), change)
        for noting in batch.notes:
            if not contents.fits(noting):
                raise note_changed(noting.note)
        for append, (row, kept) in zip(batch.appends, appended, strict=True):
            name = append.stream
            contents.rows[name] = row
            contents.kept[name] = (*contents.kept.get(name, ()), *kept)
            contents.posted[name] = (*contents.posted.get(name, ()), *append.postings)
            hashes = [one.hash for one in kept]
            ended = zip(rows_of(append, hashes), append.ends, strict=True)
            contents.ended[name] = (
                *contents.ended.get(name, ()),
                *((end_row, end.players) for end_row, end in ended),
            )
            if append.snapshot:
                tied = snapshot_sum(row.head, append.snapshot)
                contents.shots[name] = Snapshot(name, row.version, append.snapshot, tied)
        for account, change in moved.items():
            contents.accounts[account] = contents.balance(account) + change
        for noting in batch.notes:
            contents.write(noting)
        if batch.key:
            first = appended[0][0] if appended else StreamRow("")
            contents.given[batch.actor, batch.key] = StoredAnswer(
                batch.actor,
                batch.key,
                batch.answer,
                first.stream,
                first.version,
                answered_in(batch),
            )
        return Committed(batch.answer, tuple(row.head for row, _ in appended))

    def _follow(
        self, append: Append, now: int, answered: bytes
    ) -> tuple[StreamRow, list[StoredEvent]]:
        row = self._contents.stream(append.stream)
        check_follows(row, append, now)
        head = Head(row.stream, row.version, row.hash)
        hashes = append.hashes or extend(head, append, answered)
        kept = [
            StoredEvent(
                append.stream,
                version,
                append.at,
                entry.kind,
                entry.body,
                seal(entry.salt, entry.secret),
                digest,
                answered if version == append.version else b"",
                entry.secret,
                entry.salt if entry.secret else b"",
            )
            for version, (entry, digest) in enumerate(
                zip(append.entries, hashes, strict=True), append.expected + 1
            )
        ]
        return replace(row, version=append.version, hash=hashes[-1]), kept

    def keep_rulebook(self, canonical: str) -> str:
        digest = rulebook_digest(canonical)
        with self._lock:
            self._contents.books[digest] = canonical
        return digest

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        with self._lock:
            row, now = self._contents.stream(stream), self._contents.now()
            if row.expires > now and row.owner != owner:
                raise lease_held(row)
            return self._hold(row, owner, row.epoch + 1, now + milliseconds)

    def renew(self, lease: Lease, milliseconds: int) -> Lease:
        with self._lock:
            row = self._of(lease)
            return self._hold(row, lease.owner, lease.epoch, self._contents.now() + milliseconds)

    def release(self, lease: Lease) -> None:
        with self._lock:
            self._hold(self._of(lease), lease.owner, lease.epoch, 0)

    def _of(self, lease: Lease) -> StreamRow:
        row = self._contents.stream(lease.stream)
        if (row.owner, row.epoch) != (lease.owner, lease.epoch):
            raise lease_lost(lease)
        return row

    def _hold(self, row: StreamRow, owner: str, epoch: int, expires: int) -> Lease:
        self._contents.rows[row.stream] = replace(row, owner=owner, epoch=epoch, expires=expires)
        return Lease(row.stream, owner, epoch, expires)

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with self._lock:
            moment = self._contents.copy()
        yield moment

    def close(self) -> None:
        """Nothing is held open."""
