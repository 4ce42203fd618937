"""The commit of one batch within a transaction: all checks, then all rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from uth.ledger.journal.batch import Append, Batch, Committed, Head, movements
from uth.ledger.journal.chain import START, answered_in, extend, seal, snapshot_sum
from uth.ledger.journal.notes import NoteWrite, note_changed, note_sum
from uth.ledger.journal.rounds import round_rows
from uth.ledger.journal.store import (
    StreamRow,
    check_balance,
    check_follows,
    rulebooks_of,
    unknown_rulebook,
)
from uth.ledger.sql.sql_statements import SqlStatements


class BatchCommit:
    """Writes batches through a cursor; the caller ends the transaction."""

    def __init__(
        self, cursor: Any, statements: SqlStatements, known: set[str], *, shared: bool = False
    ) -> None:
        self._cursor = cursor
        self._statements = statements
        self._known = known
        """Rulebooks that are in the store; they are never removed, so one look is enough."""
        self._shared = shared
        """Whether others write at the same time, and the accounts are not locked yet."""
        self._created: list[str] = []
        """Accounts created for a group, before it was known which batches are refused."""

    def lock_ahead(self, batches: Sequence[Batch]) -> None:
        """Lock all rows of a group, sorted by name, so that two groups do not deadlock."""
        appends = [append for batch in batches for append in batch.appends]
        postings = [posting for append in appends for posting in append.postings]
        names = {name for posting in postings for name in (posting.source, posting.target)}
        streams = sorted({append.stream for append in appends})
        self._statements.lock_streams.run(self._cursor, streams)
        self._created = [row[0] for row in self._create_accounts(sorted(names))]
        self._shared = False

    def _create_accounts(self, names: list[str]) -> list[Any]:
        return self._statements.create_accounts.run(self._cursor, names)

    def remove_unused_accounts(self) -> None:
        """Remove the accounts created for batches that were refused."""
        self._statements.remove_accounts.run(self._cursor, self._created)

    def apply(self, batch: Batch) -> Committed:
        if batch.key and not self._insert_answer(batch):
            key = {"this_actor": batch.actor, "this_key": batch.key}
            (answer,) = self._statements.answer.run(self._cursor, key).fetchone()
            return Committed(bytes(answer), repeated=True)
        for digest in rulebooks_of(batch) - self._known:
            row = self._statements.rulebook.run(self._cursor, {"this_digest": digest}).fetchone()
            if row is None:
                raise unknown_rulebook(digest)
            self._known.add(digest)
        by_stream = sorted(batch.appends, key=lambda append: append.stream)
        answered = answered_in(batch)
        heads = {
            append.stream: self._append(append, answered if append is batch.appends[0] else b"")
            for append in by_stream
        }
        self._move(batch)
        for write in sorted(batch.notes, key=lambda write: (write.note.kind, write.note.key)):
            self._write_note(write)
        return Committed(batch.answer, tuple(heads[append.stream] for append in batch.appends))

    def _insert_answer(self, batch: Batch) -> bool:
        """Store the answer unless the key has one; rolled back if the batch is refused."""
        first = batch.appends[0] if batch.appends else None
        result = self._statements.insert_answer.run(
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
        return bool(result.rowcount == 1)

    def find_stream(self, stream: str) -> tuple[StreamRow, int] | None:
        """A stream's row, locked, and the database's time; None if it does not exist."""
        row = self._statements.lock_stream.run(self._cursor, {"this_stream": stream}).fetchone()
        return (StreamRow(*row[:6]), int(row[6])) if row else None

    def lock_stream(self, stream: str) -> tuple[StreamRow, int]:
        """A stream's row, created if necessary and locked, and the database's time."""
        locked = self.find_stream(stream)
        if locked is None:
            row = {"version": 0, "hash": START, "owner": "", "epoch": 0, "expires": 0}
            self._statements.create_stream.run(self._cursor, {"stream": stream, **row})
            locked = self.find_stream(stream)
            assert locked is not None, "a stream that was created exists"
        return locked

    def _append(self, append: Append, answered: bytes) -> Head:
        row, now = self.lock_stream(append.stream)
        check_follows(row, append, now)
        hashes = append.hashes or extend(row.head, append, answered)
        head = Head(append.stream, append.version, hashes[-1])
        self._insert_events(append, hashes, answered)
        self._statements.advance.run(
            self._cursor,
            {"this_stream": head.stream, "new_version": head.version, "new_hash": head.hash},
        )
        if append.snapshot:
            self._statements.snapshot.run(
                self._cursor,
                {
                    "stream": head.stream,
                    "version": head.version,
                    "body": append.snapshot,
                    "sum": snapshot_sum(head, append.snapshot),
                },
            )
        return head

    def _insert_events(self, append: Append, hashes: Sequence[bytes], answered: bytes) -> None:
        statements, cursor = self._statements, self._cursor
        statements.events.run_many(cursor, event_rows(append, hashes, answered))
        if any(entry.secret for entry in append.entries):
            statements.secrets.run_many(cursor, secret_rows(append))
        if append.postings:
            statements.postings.run_many(cursor, posting_rows(append))
        if append.ends:
            statements.rounds.run_many(cursor, map(asdict, round_rows(append, hashes)))
            statements.round_players.run_many(cursor, player_rows(append))

    def _write_note(self, write: NoteWrite) -> None:
        """Write or delete a note, if the stored one is the expected one."""
        note, expected = write.note, write.expected
        statements, cursor = self._statements, self._cursor
        row = {**asdict(note), "sum": note_sum(note)}
        this = {"this_kind": note.kind, "this_key": note.key}
        if expected is None:
            if note.body:
                statements.write_note.run(cursor, row)
            else:
                statements.delete_note.run(cursor, this)
            return
        if not note.body:
            result = statements.delete_same_note.run(cursor, {**this, "expected": expected})
        elif not expected:
            result = statements.insert_note.run(cursor, row)
        else:
            new = {f"new_{name}": row[name] for name in ("name", "at", "body", "sum")}
            result = statements.change_note.run(cursor, {**this, **new, "expected": expected})
        if result.rowcount != 1:
            raise note_changed(note)

    def _move(self, batch: Batch) -> None:
        """Change the balances; accounts are locked sorted by name, so nobody deadlocks."""
        changes = {account: change for account, change in movements(batch).items() if change}
        if not changes:
            return
        if self._shared:
            self._create_accounts(list(changes))
        locked = self._statements.lock_accounts.run(self._cursor, list(changes))
        balances: dict[str, int] = dict(locked)
        for account, change in changes.items():
            check_balance(account, balances.get(account, 0), change)
        raised = [
            {"account": account, "balance": change}
            for account, change in changes.items()
            if change > 0 or account not in balances
        ]
        self._statements.raise_balance.run_many(self._cursor, raised)
        lowered = [
            {"this_account": account, "change": change}
            for account, change in changes.items()
            if change < 0 and account in balances
        ]
        if lowered:
            self._statements.lower_balance.run_many(self._cursor, lowered)


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
            "number": number,
            "source": posting.source,
            "target": posting.target,
            "amount": posting.amount,
            "round": posting.round,
            "wager": posting.wager,
            "clauses": posting.clauses,
            "rulebook": posting.rulebook or None,
        }
        for number, posting in enumerate(append.postings)
    ]


def player_rows(append: Append) -> list[dict[str, Any]]:
    return [
        {"player": player, "at": append.at, "stream": append.stream, "round": end.round}
        for end in append.ends
        for player in end.players
    ]
