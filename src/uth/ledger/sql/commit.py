"""The commit of batches within a transaction: all checks, then all rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from msgspec.structs import asdict

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.ledger.journal.batch import Append, Batch, Committed, Head, movements
from uth.ledger.journal.chain import START, answered_in, extend, seal, snapshot_sum
from uth.ledger.journal.notes import NoteWrite, note_sum
from uth.ledger.journal.rounds import round_rows
from uth.ledger.journal.store import (
    Lease,
    StreamRow,
    check_balance,
    check_follows,
    rulebooks_of,
    unknown_rulebook,
)
from uth.ledger.sql.sql_statements import PreparedStatement, SqlStatements


class GroupRefused(Exception):  # noqa: N818
    """Batches can't be applied all at once: one of them is refused, or its key was answered."""


class BatchCommit:
    """Writes batches through a cursor; the caller ends the transaction.

    Rows are collected and written together: a statement takes its many rows in one call.
    """

    def __init__(self, cursor: Any, statements: SqlStatements, known: set[str]) -> None:
        self._cursor = cursor
        self._statements = statements
        self._known = known
        """Rulebooks that are in the store; they are never removed, so one look is enough."""
        self._created: list[str] = []
        """Accounts created for a group, before it was known which batches are refused."""
        self._together = False
        self._rows: defaultdict[PreparedStatement, list[dict[str, Any]]] = defaultdict(list)
        self._balances: dict[str, Cents] = {}

    def lock_ahead(self, batches: Sequence[Batch]) -> None:
        """Lock all rows of a group, sorted by name, so that two groups do not deadlock."""
        appends = [append for batch in batches for append in batch.appends]
        postings = [posting for append in appends for posting in append.postings]
        names = {name for posting in postings for name in (posting.source, posting.target)}
        streams = sorted({append.stream for append in appends})
        self._statements.lock_streams.run(self._cursor, streams)
        created = self._statements.create_accounts.run(self._cursor, sorted(names))
        self._created = [row[0] for row in created]

    def remove_unused_accounts(self) -> None:
        """Remove the accounts created for batches that were refused."""
        self._statements.remove_accounts.run(self._cursor, self._created)

    def apply_all(self, batches: Sequence[Batch]) -> list[Committed]:
        """Write several batches at once, if each is as its author expects."""
        changes = self._begin(batches, together=True)
        committed = [self._apply(*one) for one in zip(batches, changes, strict=True)]
        self._write_rows()
        return committed

    def apply(self, batch: Batch) -> Committed:
        (changes,) = self._begin([batch], together=False)
        committed = self._apply(batch, changes)
        self._write_rows()
        return committed

    def _begin(self, batches: Sequence[Batch], *, together: bool) -> list[dict[str, Cents]]:
        """Read the balances that the batches change; returns the changes of each batch."""
        self._together = together
        self._rows.clear()
        changes = [movements(batch) for batch in batches]
        names = sorted({name for one in changes for name in one})
        self._balances = dict(self._statements.lock_accounts.run(self._cursor, names))
        return changes

    def _apply(self, batch: Batch, changes: dict[str, Cents]) -> Committed:
        answered = answered_in(batch)
        if batch.key and not self._insert_answer(batch, answered):
            first = self._statements.find_answer(self._cursor, batch.actor, batch.key)
            assert first is not None, "a key that is taken has an answer"
            return Committed(first.answer, repeated=True)
        for digest in rulebooks_of(batch) - self._known:
            row = self._statements.rulebook.run(self._cursor, {"this_digest": digest}).fetchone()
            if row is None:
                raise unknown_rulebook(digest)
            self._known.add(digest)
        by_stream = sorted(batch.appends, key=lambda append: append.stream)
        heads = {
            append.stream: self._append(append, answered if append is batch.appends[0] else b"")
            for append in by_stream
        }
        for account, change in changes.items():
            balance = self._balances.get(account, 0)
            check_balance(account, balance, change)
            self._balances[account] = balance + change
        for write in sorted(batch.notes, key=lambda write: (write.note.kind, write.note.key)):
            self._write_note(write)
        return Committed(batch.answer, tuple(heads[append.stream] for append in batch.appends))

    def _write_rows(self) -> None:
        balances = sorted(self._balances.items())
        rows = [{"account": account, "balance": balance} for account, balance in balances]
        self._rows[self._statements.set_balance] = rows
        for statement, some in self._rows.items():
            if some and statement.run_many(self._cursor, some) != len(some):
                raise GroupRefused

    def _insert_answer(self, batch: Batch, answered: bytes) -> bool:
        """Store the answer unless the key has one; rolled back if the batch is refused."""
        first = batch.appends[0] if batch.appends else None
        row = {
            "actor": batch.actor,
            "key": batch.key,
            "answer": batch.answer,
            "stream": first.stream if first else "",
            "version": first.version if first else 0,
            "sum": answered,
        }
        return self._changes_row(self._statements.insert_answer, row)

    def _changes_row(self, statement: PreparedStatement, row: dict[str, Any]) -> bool:
        """Whether the statement changes its row; in a group that shows when all are written."""
        if self._together:
            self._rows[statement].append(row)
            return True
        return bool(statement.run(self._cursor, row).rowcount == 1)

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

    def set_lease(self, lease: Lease) -> Lease:
        """Write a lease to its stream's row, which is locked."""
        values = {
            "this_stream": lease.stream,
            "new_owner": lease.owner,
            "new_epoch": lease.epoch,
            "new_expires": lease.expires,
        }
        self._statements.set_lease.run(self._cursor, values)
        return lease

    def _append(self, append: Append, answered: bytes) -> Head:
        hashes: Sequence[bytes] = append.hashes
        if not (hashes and append.expected and self._follow(append)):
            row, now = self.lock_stream(append.stream)
            check_follows(row, append, now)
            hashes = hashes or extend(row.head, append, answered)
            self._statements.advance.run(
                self._cursor,
                {
                    "this_stream": append.stream,
                    "new_version": append.version,
                    "new_hash": hashes[-1],
                },
            )
        head = Head(append.stream, append.version, hashes[-1])
        self._add_events(append, hashes, answered)
        if append.snapshot:
            self._rows[self._statements.snapshot].append(
                {
                    "stream": head.stream,
                    "version": head.version,
                    "body": append.snapshot,
                    "sum": snapshot_sum(head, append.snapshot),
                }
            )
        return head

    def _follow(self, append: Append) -> bool:
        """Advance a stream that is as its author expects, as `check_follows` has it."""
        row = {
            "this_stream": append.stream,
            "version_before": append.expected,
            "hash_before": append.follows,
            "own_epoch": append.epoch,
            "new_version": append.version,
            "new_hash": append.hashes[-1],
        }
        return self._changes_row(self._statements.follow, row)

    def _add_events(self, append: Append, hashes: Sequence[bytes], answered: bytes) -> None:
        statements, rows = self._statements, self._rows
        rows[statements.events] += event_rows(append, hashes, answered)
        rows[statements.secrets] += secret_rows(append)
        rows[statements.postings] += posting_rows(append)
        if append.ends:
            rows[statements.rounds] += map(asdict, round_rows(append, hashes))
            rows[statements.round_players] += player_rows(append)

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
            raise Refusal("note/changed", where=note.kind)


def event_rows(append: Append, hashes: Sequence[bytes], answered: bytes) -> list[dict[str, Any]]:
    last = append.version
    return [
        {
            "stream": append.stream,
            "version": version,
            "at": append.at,
            "kind": entry.kind,
            "body": entry.body,
            "seal": seal(entry.salt, entry.secret),
            "hash": digest,
            "answered": answered if version == last else b"",
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
