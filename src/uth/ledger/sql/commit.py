"""One batch within a transaction: every check, then every row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from uth.ledger.journal.batch import Append, Batch, Committed, Head, movements
from uth.ledger.journal.chain import START, answered_in, extend, seal, snapshot_sum
from uth.ledger.journal.notes import NoteWrite, note_changed, note_sum
from uth.ledger.journal.rounds import rows_of
from uth.ledger.journal.store import (
    StreamRow,
    check_balance,
    check_follows,
    rulebooks_of,
    unknown_rulebook,
)
from uth.ledger.sql.sql_statements import SqlStatements


class BatchCommit:
    """Applies batches through a cursor whose transaction somebody else ends."""

    def __init__(
        self, cursor: Any, statements: SqlStatements, known: set[str], *, shared: bool = False
    ) -> None:
        self._cursor = cursor
        self._say = statements
        self._known = known
        """Rulebooks seen in the store; they are never removed, so once is enough."""
        self._shared = shared
        """Whether others write at the same time and not all that is touched is locked yet."""
        self._begun: list[str] = []
        """Accounts that were begun for a whole group, before it was known what is refused."""

    def lock_ahead(self, batches: Sequence[Batch]) -> None:
        """Lock what a whole group will touch in the order of names: groups do not cross."""
        appends = [append for batch in batches for append in batch.appends]
        postings = [posting for append in appends for posting in append.postings]
        names = {name for posting in postings for name in (posting.source, posting.target)}
        self._say.lock_streams.run(self._cursor, sorted({append.stream for append in appends}))
        self._begun = [row[0] for row in self._begin_accounts(sorted(names))]
        self._shared = False

    def _begin_accounts(self, names: list[str]) -> list[Any]:
        return self._say.begin_accounts.run(self._cursor, names)

    def end_unused(self) -> None:
        """Remove the accounts that were begun for batches that were then refused."""
        self._say.end_accounts.run(self._cursor, self._begun)

    def apply(self, batch: Batch) -> Committed:
        if batch.key and not self._keep_answer(batch):
            asked = {"of": batch.actor, "its": batch.key}
            (answer,) = self._say.answer.run(self._cursor, asked).fetchone()
            return Committed(bytes(answer), repeated=True)
        for digest in rulebooks_of(batch) - self._known:
            if self._say.rulebook.run(self._cursor, {"of": digest}).fetchone() is None:
                raise unknown_rulebook(digest)
            self._known.add(digest)
        in_order = sorted(batch.appends, key=lambda append: append.stream)
        covered = answered_in(batch)
        heads = {
            append.stream: self._append(append, covered if append is batch.appends[0] else b"")
            for append in in_order
        }
        self._move(batch)
        for noting in sorted(batch.notes, key=lambda noting: (noting.note.kind, noting.note.key)):
            self._note(noting)
        return Committed(batch.answer, tuple(heads[append.stream] for append in batch.appends))

    def _keep_answer(self, batch: Batch) -> bool:
        """Keep the answer, unless the key has one; it goes again if the batch is refused."""
        first = batch.appends[0] if batch.appends else None
        kept = self._say.keep_answer.run(
            self._cursor,
            {
                "actor": batch.actor,
                "key": batch.key,
                "answer": batch.answer,
                "stream": first.stream if first else "",
                "version": first.version if first else 0,
                "sum": answered_in(batch),
            },
        )
        return bool(kept.rowcount == 1)

    def locked(self, stream: str) -> tuple[StreamRow, int] | None:
        """A stream's row, locked, and the database's time."""
        row = self._say.stream.run(self._cursor, {"of": stream}).fetchone()
        return (StreamRow(*row[:6]), int(row[6])) if row else None

    def begin_stream(self, stream: str) -> None:
        row = {"version": 0, "hash": START, "owner": "", "epoch": 0, "expires": 0}
        self._say.begin_stream.run(self._cursor, {"stream": stream, **row})

    def _append(self, append: Append, answered: bytes) -> Head:
        found = self.locked(append.stream)
        if found is None:
            self.begin_stream(append.stream)
            found = self.locked(append.stream)
            assert found is not None, "a stream that was begun is there"
        row, now = found
        check_follows(row, append, now)
        hashes = append.hashes or extend(row.head, append, answered)
        self._say.events.run_many(self._cursor, event_rows(append, hashes, answered))
        if any(entry.secret for entry in append.entries):
            self._say.secrets.run_many(self._cursor, secret_rows(append))
        if append.postings:
            self._say.postings.run_many(self._cursor, posting_rows(append))
        if append.ends:
            self._say.rounds.run_many(self._cursor, map(asdict, rows_of(append, hashes)))
            self._say.round_players.run_many(self._cursor, player_rows(append))
        head = Head(append.stream, append.version, hashes[-1])
        advanced = {"of": append.stream, "to": head.version, "head": head.hash}
        self._say.advance.run(self._cursor, advanced)
        if append.snapshot:
            tied = snapshot_sum(head, append.snapshot)
            shot = {"stream": head.stream, "version": head.version, "body": append.snapshot}
            self._say.snapshot.run(self._cursor, {**shot, "sum": tied})
        return head

    def _note(self, noting: NoteWrite) -> None:
        """Write a note, or take it away, where what it replaces is as it was thought to be."""
        note, upon, say = noting.note, noting.expected, self._say
        row: dict[str, Any] = {"name": note.name, "at": note.at, "body": note.body}
        row["sum"] = note_sum(note)
        this = {"of": note.kind, "its": note.key}
        if upon is None:
            if note.body:
                say.write_note.run(self._cursor, {"kind": note.kind, "key": note.key, **row})
            else:
                say.forget_note.run(self._cursor, this)
            return
        if not note.body:
            done = say.take_note.run(self._cursor, {**this, "upon": upon})
        elif not upon:
            done = say.first_note.run(self._cursor, {"kind": note.kind, "key": note.key, **row})
        else:
            new = {f"new_{name}": value for name, value in row.items()}
            done = say.change_note.run(self._cursor, {**this, **new, "upon": upon})
        if done.rowcount != 1:
            raise note_changed(note)

    def _move(self, batch: Batch) -> None:
        """Move the cents; accounts are locked in the order of their names, so nobody deadlocks."""
        moved = {account: change for account, change in movements(batch).items() if change}
        if not moved:
            return
        if self._shared:
            self._begin_accounts(list(moved))
        held: dict[str, int] = dict(self._say.lock_accounts.run(self._cursor, list(moved)))
        for account, change in moved.items():
            check_balance(account, held.get(account, 0), change)
        raised = [
            {"account": account, "balance": change}
            for account, change in moved.items()
            if change > 0 or account not in held
        ]
        self._say.raise_balance.run_many(self._cursor, raised)
        lowered = [
            {"of": account, "change": change}
            for account, change in moved.items()
            if change < 0 and account in held
        ]
        if lowered:
            self._say.lower_balance.run_many(self._cursor, lowered)


def event_rows(append: Append, hashes: Sequence[bytes], answered: bytes) -> list[dict[str, Any]]:
    return [
        {
            "stream": append.stream,
            "version": version,
            "at": append.at,
            "kind": entry.kind,
            "body": entry.body,
            "seal": seal(entry.salt, entry.secret),
            "hash": digest,
            "answered": answered if version == append.version else b"",
        }
        for version, (entry, digest) in enumerate(
            zip(append.entries, hashes, strict=True), append.expected + 1
        )
    ]


def secret_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {"stream": append.stream, "version": version, "salt": entry.salt, "secret": entry.secret}
        for version, entry in enumerate(append.entries, append.expected + 1)
        if entry.secret
    ]


def posting_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {
            "stream": append.stream,
            "version": posting.version,
            "line": line,
            "source": posting.source,
            "target": posting.target,
            "amount": posting.amount,
            "round": posting.round,
            "wager": posting.wager,
            "clauses": posting.clauses,
            "rulebook": posting.rulebook or None,
        }
        for line, posting in enumerate(append.postings)
    ]


def player_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {"player": player, "at": append.at, "stream": append.stream, "round": end.round}
        for end in append.ends
        for player in end.players
    ]
