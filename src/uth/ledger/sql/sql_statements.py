"""The statements of a commit: built with SQLAlchemy, compiled once, executed by the driver.

Compiling and binding per row would take several times as long as SQLite takes to store the row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from uth.ledger.journal.store import StoredAnswer
from uth.ledger.sql import schema as t

Parameters = Sequence["sa.BindParameter[str]"]
Insert = Callable[[sa.Table], Any]
"""The insert construct of a dialect that supports ON CONFLICT."""
ZERO: sa.ColumnElement[int] = sa.literal_column("0", sa.BigInteger)


class PreparedStatement:
    """A statement compiled for one driver."""

    def __init__(self, statement: Any, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql: str = str(compiled)
        self._order: Any = None
        if compiled.positional:
            names: list[str] = compiled.positiontup
            self._order = (
                itemgetter(*names) if len(names) > 1 else lambda values: (values[names[0]],)
            )

    def run(self, cursor: Any, values: Mapping[str, Any]) -> Any:
        cursor.execute(self.sql, self._order(values) if self._order else values)
        return cursor

    def run_many(self, cursor: Any, rows: Sequence[Mapping[str, Any]]) -> int:
        """Run it for each row; how many rows it changed in all."""
        cursor.executemany(self.sql, list(map(self._order, rows)) if self._order else rows)
        return int(cursor.rowcount)


Prepare = Callable[[Any], PreparedStatement]


class NameListStatement:
    """A statement about several names at once, compiled for each number of names."""

    def __init__(self, dialect: sa.Dialect, build: Callable[[Parameters], Any]) -> None:
        self._dialect = dialect
        self._build = build
        self._by_count: dict[int, PreparedStatement] = {}

    def run(self, cursor: Any, names: Sequence[str]) -> list[Any]:
        """The rows that the statement returns; none if there are no names."""
        if not names:
            return []
        statement = self._by_count.get(len(names))
        if statement is None:
            parameters = [sa.bindparam(f"n{at}", type_=sa.Text) for at in range(len(names))]
            statement = PreparedStatement(self._build(parameters), self._dialect)
            self._by_count[len(names)] = statement
        values = {f"n{at}": name for at, name in enumerate(names)}
        rows: list[Any] = statement.run(cursor, values).fetchall()
        return rows


def lock_rows(table: sa.Table, name: sa.Column[str]) -> Callable[[Parameters], Any]:
    """Select and lock the rows of some names, in the order of the names."""
    rows = sa.select(table).order_by(name).with_for_update()
    return lambda names: rows.where(name.in_(names))


def create_accounts(insert: Insert) -> Callable[[Parameters], Any]:
    """Lock the accounts of some names in the given order, and create those that are missing.

    Returns the accounts that were created. A select would lock only rows that existed when it
    began: after waiting, it would lock a new account later, and out of order.
    """

    def build(names: Parameters) -> Any:
        rows = insert(t.accounts).values([{"account": name, "balance": ZERO} for name in names])
        return rows.on_conflict_do_update(
            index_elements=[t.accounts.c.account],
            set_={"balance": t.accounts.c.balance},
            where=sa.false(),
        ).returning(t.accounts.c.account)

    return build


def remove_empty_accounts(names: Parameters) -> Any:
    """Delete those of some accounts whose balance is zero."""
    own = t.accounts.c
    empty = sa.delete(t.accounts).where(own.account.in_(names), own.balance == ZERO)
    return empty.returning(own.account)


class SqlStatements:
    """All statements of a commit, for one database."""

    def __init__(self, dialect: sa.Dialect, insert: Insert, clock: sa.ColumnElement[int]) -> None:
        prepared = partial(PreparedStatement, dialect=dialect)
        self._add_streams(prepared, insert, clock)
        self._add_accounts(prepared, insert, dialect)
        self._add_notes(prepared, insert)
        self.events: PreparedStatement = prepared(sa.insert(t.events))
        self.secrets: PreparedStatement = prepared(sa.insert(t.secrets))
        self.postings: PreparedStatement = prepared(sa.insert(t.postings))
        self.rounds: PreparedStatement = prepared(sa.insert(t.rounds))
        self.round_players: PreparedStatement = prepared(sa.insert(t.round_players))
        self.insert_answer: PreparedStatement = prepared(insert(t.answers).on_conflict_do_nothing())
        answers = t.answers.c
        self.answer: PreparedStatement = prepared(
            sa.select(t.answers).where(answers.actor == _this("actor"), answers.key == _this("key"))
        )
        digest = t.rulebooks.c.digest
        self.rulebook: PreparedStatement = prepared(
            sa.select(digest).where(digest == _this("digest"))
        )

    def find_answer(self, cursor: Any, actor: str, key: str) -> StoredAnswer | None:
        row = self.answer.run(cursor, {"this_actor": actor, "this_key": key}).fetchone()
        return StoredAnswer(*row) if row else None

    def _add_streams(self, prepared: Prepare, insert: Insert, clock: Any) -> None:
        this = t.streams.c.stream == _this("stream")
        self.create_stream: PreparedStatement = prepared(insert(t.streams).on_conflict_do_nothing())
        self.lock_stream: PreparedStatement = prepared(
            sa.select(t.streams, clock).where(this).with_for_update()
        )
        self.advance: PreparedStatement = prepared(_update(t.streams, ("version", "hash"), this))
        own = t.streams.c
        as_expected = (
            this,
            own.version == sa.bindparam("version_before", type_=sa.BigInteger),
            own.hash == sa.bindparam("hash_before", type_=sa.LargeBinary),
            own.epoch == sa.bindparam("own_epoch", type_=sa.BigInteger),
            sa.or_(own.epoch == ZERO, own.expires > clock),
        )
        self.follow: PreparedStatement = prepared(
            _update(t.streams, ("version", "hash"), *as_expected)
        )
        self.set_lease: PreparedStatement = prepared(
            _update(t.streams, ("owner", "epoch", "expires"), this)
        )
        self.snapshot: PreparedStatement = prepared(
            _upsert(insert, t.snapshots, ("version", "body", "sum"))
        )

    def _add_accounts(self, prepared: Prepare, insert: Insert, dialect: sa.Dialect) -> None:
        own = t.accounts.c
        self.set_balance: PreparedStatement = prepared(_upsert(insert, t.accounts, ("balance",)))
        self.lock_accounts: NameListStatement = NameListStatement(
            dialect, lock_rows(t.accounts, own.account)
        )
        self.lock_streams: NameListStatement = NameListStatement(
            dialect, lock_rows(t.streams, t.streams.c.stream)
        )
        self.create_accounts: NameListStatement = NameListStatement(
            dialect, create_accounts(insert)
        )
        self.remove_accounts: NameListStatement = NameListStatement(dialect, remove_empty_accounts)

    def _add_notes(self, prepared: Prepare, insert: Insert) -> None:
        own, columns = t.notes.c, ("name", "at", "body", "sum")
        this = (own.kind == _this("kind"), own.key == _this("key"))
        same = own.body == sa.bindparam("expected")
        self.write_note: PreparedStatement = prepared(_upsert(insert, t.notes, columns))
        self.insert_note: PreparedStatement = prepared(insert(t.notes).on_conflict_do_nothing())
        self.change_note: PreparedStatement = prepared(_update(t.notes, columns, *this, same))
        self.delete_note: PreparedStatement = prepared(sa.delete(t.notes).where(*this))
        self.delete_same_note: PreparedStatement = prepared(sa.delete(t.notes).where(*this, same))


def _this(column: str) -> sa.BindParameter[str]:
    """The parameter that selects a row by a column."""
    return sa.bindparam(f"this_{column}", type_=sa.Text)


def _update(table: sa.Table, columns: Sequence[str], *where: Any) -> Any:
    """Set columns of some rows to the parameters `new_…`."""
    return (
        sa.update(table)
        .where(*where)
        .values({name: sa.bindparam(f"new_{name}") for name in columns})
    )


def _upsert(insert: Insert, table: sa.Table, columns: Sequence[str]) -> Any:
    """Insert a row, or set these columns of the row that has its key."""
    rows = insert(table)
    return rows.on_conflict_do_update(
        index_elements=list(table.primary_key.columns),
        set_={name: rows.excluded[name] for name in columns},
    )
