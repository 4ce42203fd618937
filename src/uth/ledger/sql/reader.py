"""Reading a database in one transaction."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from contextlib import closing
from itertools import groupby, islice
from typing import Any

import sqlalchemy as sa

from uth.core.money import Cents
from uth.ledger.journal.batch import MOST, Posting
from uth.ledger.journal.notes import Note, is_intact
from uth.ledger.journal.rounds import RoundQuery, RoundRow
from uth.ledger.journal.store import (
    CLOSING,
    Snapshot,
    StoredAnswer,
    StoredEvent,
    StreamRow,
    unknown_rulebook,
)
from uth.ledger.sql import schema as t
from uth.ledger.sql.checkpoints import Checkpoints

LAST = "\U0010ffff"
PAGE = 1_000
WITH_EVENT = (t.secrets, t.redactions, t.postings, t.answers, t.rounds, t.snapshots)
"""Tables whose rows each belong to an event."""

_EMPTY = sa.literal(b"", sa.LargeBinary)
_STREAM = sa.select(t.streams).where(t.streams.c.stream == sa.bindparam("stream"))
_EVENTS = (
    sa.select(
        t.events,
        sa.func.coalesce(t.secrets.c.secret, _EMPTY),
        sa.func.coalesce(t.secrets.c.salt, _EMPTY),
    )
    .select_from(t.events.outerjoin(t.secrets))
    .where(
        t.events.c.stream == sa.bindparam("stream"),
        t.events.c.version > sa.bindparam("after"),
        t.events.c.version <= sa.bindparam("until"),
    )
    .order_by(t.events.c.version)
)
_CLOSED = (
    sa.select(t.events.c.version)
    .where(t.events.c.stream == sa.bindparam("stream"), t.events.c.kind.in_(CLOSING))
    .order_by(t.events.c.version.desc())
    .limit(1)
)
_POSTING = (
    t.postings.c.version,
    t.postings.c.source,
    t.postings.c.target,
    t.postings.c.amount,
    t.postings.c.round,
    t.postings.c.wager,
    t.postings.c.clauses,
    sa.func.coalesce(t.postings.c.rulebook, ""),
)
_POSTINGS = (
    sa.select(*_POSTING)
    .where(
        t.postings.c.stream == sa.bindparam("stream"),
        t.postings.c.version > sa.bindparam("after"),
    )
    .order_by(t.postings.c.version, t.postings.c.number)
)
_POSTINGS_OF_ACCOUNT = (
    sa.select(t.postings.c.stream, *_POSTING)
    .where(
        sa.or_(
            t.postings.c.source == sa.bindparam("account"),
            t.postings.c.target == sa.bindparam("account"),
        )
    )
    .order_by(t.postings.c.stream, t.postings.c.version, t.postings.c.number)
)


class SqlReader:
    """Reads in one transaction, so that all results are consistent."""

    def __init__(self, connection: sa.Connection, clock: sa.ColumnElement[int]) -> None:
        self._connection = connection
        self._clock = clock

    def _all(self, statement: sa.Executable, **values: Any) -> Generator[Any, None, None]:
        """The rows of a statement, page by page; the cursor is closed with the generator."""
        paged = {"yield_per": PAGE}
        with self._connection.execute(statement, values, execution_options=paged) as rows:
            yield from rows

    def checkpoints(self) -> Checkpoints:
        return Checkpoints(self._connection)

    def rows(self, table: sa.Table) -> Iterator[Any]:
        """All rows of a table, for a backup."""
        return self._all(sa.select(table))

    def now(self) -> int:
        return int(self._connection.execute(sa.select(self._clock)).scalar_one())

    def stream(self, stream: str) -> StreamRow:
        row = self._connection.execute(_STREAM, {"stream": stream}).first()
        return StreamRow(*row) if row else StreamRow(stream)

    def streams(self, prefix: str = "") -> list[StreamRow]:
        column = t.streams.c.stream
        statement = sa.select(t.streams).where(column >= prefix, column < prefix + LAST)
        return [StreamRow(*row) for row in self._all(statement.order_by(column))]

    def events(
        self, stream: str, after: int = 0, until: int | None = None
    ) -> Iterator[StoredEvent]:
        last = MOST if until is None else until
        rows = self._all(_EVENTS, stream=stream, after=after, until=last)
        return (StoredEvent(*row) for row in rows)

    def snapshot(self, stream: str) -> Snapshot | None:
        statement = sa.select(t.snapshots).filter_by(stream=stream)
        row: Any = self._connection.execute(statement).first()
        return Snapshot(*row) if row else None

    def public_until(self, stream: str) -> int:
        return self._connection.execute(_CLOSED, {"stream": stream}).scalar() or 0

    def postings(self, stream: str, after: int = 0) -> Iterator[Posting]:
        return (Posting(*row) for row in self._all(_POSTINGS, stream=stream, after=after))

    def postings_of(self, account: str) -> Iterator[tuple[str, Posting]]:
        for stream, *row in self._all(_POSTINGS_OF_ACCOUNT, account=account):
            yield stream, Posting(*row)

    def balance(self, account: str) -> Cents:
        statement = sa.select(t.accounts.c.balance).where(t.accounts.c.account == account)
        return self._connection.execute(statement).scalar() or 0

    def balances(self, prefix: str = "") -> dict[str, Cents]:
        column = t.accounts.c.account
        statement = sa.select(t.accounts).where(column >= prefix, column < prefix + LAST)
        return {row[0]: row[1] for row in self._all(statement.order_by(column))}

    def answers(self, stream: str | None = None, after: int = 0) -> Iterator[StoredAnswer]:
        column, statement = t.answers.c, sa.select(t.answers)
        if stream is not None:
            statement = statement.where(column.stream == stream, column.version > after)
            statement = statement.order_by(column.version)
        return (StoredAnswer(*row) for row in self._all(statement))

    def hashes(self, stream: str, versions: Collection[int]) -> dict[int, bytes]:
        column, hashes = t.events.c, {}
        remaining = iter(versions)
        while page := list(islice(remaining, PAGE // 2)):
            statement = sa.select(column.version, column.hash).where(
                column.stream == stream, column.version.in_(page)
            )
            hashes.update({version: bytes(digest) for version, digest in self._all(statement)})
        return hashes

    def orphans(self) -> list[tuple[str, str, int]]:
        events, orphans = t.events.c, []
        joins: list[tuple[sa.Table, Any, sa.Table]] = [
            (t.events, events.stream == t.streams.c.stream, t.streams)
        ]
        for table in WITH_EVENT:
            own = table.c
            same = sa.and_(own.stream == events.stream, own.version == events.version)
            joins.append((table, same, t.events))
        for table, same, parent in joins:
            own = table.c
            statement = (
                sa.select(own.stream, own.version)
                .select_from(table.outerjoin(parent, same))
                .where(parent.c.version.is_(None), own.stream != "")
                .order_by(own.stream, own.version)
                .limit(1)
            )
            orphans += [(table.name, *row) for row in self._all(statement)]
        return orphans

    def rulebook(self, digest: str) -> str:
        statement = sa.select(t.rulebooks.c.canonical).where(t.rulebooks.c.digest == digest)
        canonical: str | None = self._connection.execute(statement).scalar()
        if canonical is None:
            raise unknown_rulebook(digest)
        return canonical

    def rulebooks(self) -> dict[str, str]:
        return {row[0]: row[1] for row in self._all(sa.select(t.rulebooks))}

    def redacted(self) -> set[tuple[str, int]]:
        return {(row[0], row[1]) for row in self._all(sa.select(t.redactions))}

    def note(self, kind: str, key: str) -> Note | None:
        statement = sa.select(t.notes).where(t.notes.c.kind == kind, t.notes.c.key == key)
        return next(self._notes(statement), None)

    def notes(self, kind: str, name: str | None = None) -> list[Note]:
        statement = sa.select(t.notes).where(t.notes.c.kind == kind)
        if name is not None:
            statement = statement.where(t.notes.c.name == name)
        return list(self._notes(statement.order_by(t.notes.c.at, t.notes.c.key)))

    def _notes(self, statement: sa.Executable) -> Iterator[Note]:
        for *row, checksum in self._all(statement):
            note = Note(*row)
            if is_intact(note, checksum):
                yield note

    def rounds(self, query: RoundQuery) -> list[RoundRow]:
        rounds, players = t.rounds, t.round_players
        statement = sa.select(rounds)
        by: Any = rounds.c
        if query.player:
            by = players.c
            same = sa.and_(rounds.c.stream == by.stream, rounds.c.round == by.round)
            statement = statement.select_from(players.join(rounds, same))
            statement = statement.where(by.player == query.player)
        if query.stream:
            statement = statement.where(by.stream == query.stream)
        if query.until is not None:
            statement = statement.where(by.at < query.until)
        order = (by.at, by.stream, by.round)
        statement = statement.where(by.at >= query.since)
        if query.after is not None:
            at, stream, number = query.after.at, query.after.stream, query.after.round
            cursor = sa.tuple_(sa.literal(at), sa.literal(stream, sa.Text), sa.literal(number))
            statement = statement.where(sa.tuple_(*order) > cursor)
        return [RoundRow(*row) for row in self._all(statement.order_by(*order).limit(query.most))]

    def round(self, stream: str, number: int) -> RoundRow | None:
        statement = sa.select(t.rounds).filter_by(stream=stream, round=number)
        row: Any = self._connection.execute(statement).first()
        return RoundRow(*row) if row else None

    def last_rounds(self, stream: str, most: int, before: int | None = None) -> list[RoundRow]:
        column = t.rounds.c
        statement = sa.select(t.rounds).where(column.stream == stream)
        if before is not None:
            statement = statement.where(column.at < before)
        statement = statement.order_by(column.round.desc()).limit(most)
        return [RoundRow(*row) for row in self._all(statement)]

    def indexed_rounds(
        self, stream: str, after: int = 0
    ) -> Generator[tuple[RoundRow, tuple[str, ...]], None, None]:
        rounds, players = t.rounds.c, t.round_players.c
        select_rounds = (
            sa.select(t.rounds)
            .where(rounds.stream == stream, rounds.round > after)
            .order_by(rounds.round)
        )
        select_players = (
            sa.select(t.round_players)
            .where(players.stream == stream, players.round > after)
            .order_by(players.round, players.player)
        )
        with (
            closing(self._all(select_players)) as player_rows,
            closing(self._all(select_rounds)) as round_rows,
        ):
            by_round = groupby(player_rows, lambda row: (row.round, row.at))
            group = next(by_round, None)
            for row in (RoundRow(*row) for row in round_rows):
                names: tuple[str, ...] = ()
                if group is not None and group[0] == (row.round, row.at):
                    names = tuple(player_row.player for player_row in group[1])
                    group = next(by_round, None)
                yield row, names
            if group is not None:  # players of a round that is not in the index
                number = group[0][0]
                yield RoundRow(stream, number, 0, 0, void=False, body=b"", sum=b""), ()
