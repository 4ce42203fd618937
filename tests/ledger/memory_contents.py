"""The contents of a store in memory, and how they are read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterator

from uth.core.money import Cents
from uth.ledger.journal.batch import Posting
from uth.ledger.journal.notes import Note, NoteWrite
from uth.ledger.journal.rounds import RoundQuery, RoundRow
from uth.ledger.journal.store import (
    CLOSING,
    Snapshot,
    StoredAnswer,
    StoredEvent,
    StreamRow,
    unknown_rulebook,
)


class Contents:
    """The contents of a store, and its reader."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.now = clock
        self.rows: dict[str, StreamRow] = {}
        self.journal: dict[str, tuple[StoredEvent, ...]] = {}
        self.ledger: dict[str, tuple[Posting, ...]] = {}
        self.accounts: dict[str, Cents] = {}
        self.stored_answers: dict[tuple[str, str], StoredAnswer] = {}
        self.texts: dict[str, str] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.stored_notes: dict[tuple[str, str], Note] = {}
        self.index: dict[str, tuple[tuple[RoundRow, tuple[str, ...]], ...]] = {}

    def copy(self) -> Contents:
        twin = Contents(self.now)
        for name in (
            "rows",
            "journal",
            "ledger",
            "accounts",
            "stored_answers",
            "texts",
            "snapshots",
            "stored_notes",
            "index",
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
        return iter(self.journal.get(stream, ())[after:until])

    def snapshot(self, stream: str) -> Snapshot | None:
        return self.snapshots.get(stream)

    def public_until(self, stream: str) -> int:
        closing = (
            stored.version for stored in self.journal.get(stream, ()) if stored.kind in CLOSING
        )
        return max(closing, default=0)

    def postings(self, stream: str, after: int = 0) -> Iterator[Posting]:
        return (posting for posting in self.ledger.get(stream, ()) if posting.version > after)

    def postings_of(self, account: str) -> Iterator[tuple[str, Posting]]:
        for stream, postings in sorted(self.ledger.items()):
            for posting in postings:
                if account in (posting.source, posting.target):
                    yield stream, posting

    def balance(self, account: str) -> Cents:
        return self.accounts.get(account, 0)

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        return {
            account: balance
            for account, balance in sorted(self.accounts.items())
            if account.startswith(prefix)
        }

    def answers(self, stream: str | None = None, after: int = 0) -> Iterator[StoredAnswer]:
        if stream is None:
            return iter(self.stored_answers.values())
        answers = (
            answer
            for answer in self.stored_answers.values()
            if answer.stream == stream and answer.version > after
        )
        return iter(sorted(answers, key=lambda answer: answer.version))

    def rulebook(self, digest: str) -> str:
        if digest not in self.texts:
            raise unknown_rulebook(digest)
        return self.texts[digest]

    def rulebooks(self) -> dict[str, str]:
        return dict(self.texts)

    def redacted(self) -> set[tuple[str, int]]:
        return set()

    def rounds(self, query: RoundQuery) -> list[RoundRow]:
        streams = [query.stream] if query.stream else list(self.index)
        rows = (
            row
            for stream in streams
            for row, players in self.index.get(stream, ())
            if (not query.player or query.player in players)
            and row.at >= query.since
            and (query.until is None or row.at < query.until)
            and (query.after is None or row.cursor > query.after)
        )
        return sorted(rows, key=lambda row: row.cursor)[: query.most]

    def round(self, stream: str, number: int) -> RoundRow | None:
        return next((row for row, _ in self.index.get(stream, ()) if row.round == number), None)

    def last_rounds(self, stream: str, most: int, before: int | None = None) -> list[RoundRow]:
        rows = [row for row, _ in self.index.get(stream, ()) if before is None or row.at < before]
        return rows[::-1][:most]

    def indexed_rounds(
        self, stream: str, after: int = 0
    ) -> Generator[tuple[RoundRow, tuple[str, ...]], None, None]:
        yield from (entry for entry in self.index.get(stream, ()) if entry[0].round > after)

    def hashes(self, stream: str, versions: Collection[int]) -> dict[int, bytes]:
        events = self.journal.get(stream, ())
        return {stored.version: stored.hash for stored in events if stored.version in versions}

    def orphans(self) -> list[tuple[str, str, int]]:
        return []

    def note(self, kind: str, key: str) -> Note | None:
        return self.stored_notes.get((kind, key))

    def notes(self, kind: str, name: str | None = None) -> list[Note]:
        notes = [
            note
            for note in self.stored_notes.values()
            if note.kind == kind and (name is None or note.name == name)
        ]
        return sorted(notes, key=lambda note: (note.at, note.key))

    def write(self, write: NoteWrite) -> None:
        """Write or delete a note; `fits` was checked before."""
        note = write.note
        if note.body:
            self.stored_notes[note.kind, note.key] = note
        else:
            self.stored_notes.pop((note.kind, note.key), None)

    def fits(self, write: NoteWrite) -> bool:
        """Whether the stored note is the expected one."""
        stored = self.note(write.note.kind, write.note.key)
        return write.expected is None or write.expected == (stored.body if stored else b"")
