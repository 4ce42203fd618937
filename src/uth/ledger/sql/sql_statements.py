"""The statements of a commit: written once with SQLAlchemy, compiled once, run by the driver.

Compiling and binding anew for each row costs several times what SQLite takes to store it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Protocol

import sqlalchemy as sa

from uth.ledger.sql import schema as t

Places = Sequence["sa.BindParameter[str]"]
NONE: sa.ColumnElement[int] = sa.literal_column("0", sa.BigInteger)
"""Nothing in an account."""


class Insert(Protocol):
    """The insert of a dialect that knows what to do about a row that is there already."""

    def __call__(self, table: sa.Table) -> Any: ...


class PreparedStatement:
    """A statement in the words of one driver."""

    def __init__(self, statement: Any, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        self.sql = str(compiled)
        self._order: Any = None
        if compiled.positional:
            names: list[str] = compiled.positiontup
            self._order = (
                itemgetter(*names) if len(names) > 1 else lambda values: (values[names[0]],)
            )

    def run(self, cursor: Any, values: Mapping[str, Any]) -> Any:
        cursor.execute(self.sql, self._order(values) if self._order else values)
        return cursor

    def run_many(self, cursor: Any, rows: Iterable[Mapping[str, Any]]) -> None:
        cursor.executemany(self.sql, list(map(self._order, rows)) if self._order else list(rows))


class Names:
    """A statement about several names at once, compiled for each number of them."""

    def __init__(self, dialect: sa.Dialect, make: Callable[[Places], Any]) -> None:
        self._dialect = dialect
        self._make = make
        self._by_count: dict[int, PreparedStatement] = {}

    def run(self, cursor: Any, names: Sequence[str]) -> list[Any]:
        """The rows that the statement returns; none where there are no names."""
        if not names:
            return []
        found = self._by_count.get(len(names))
        if found is None:
            places = [sa.bindparam(f"n{place}", type_=sa.Text) for place in range(len(names))]
            found = self._by_count[len(names)] = PreparedStatement(
                self._make(places), self._dialect
            )
        values = {f"n{place}": name for place, name in enumerate(names)}
        rows: list[Any] = found.run(cursor, values).fetchall()
        return rows


def locking(table: sa.Table, name: sa.Column[str]) -> Callable[[Places], Any]:
    """The rows of these names, locked in their order."""
    found = sa.select(table).order_by(name).with_for_update()
    return lambda places: found.where(name.in_(places))


def beginning(insert: Insert) -> Callable[[Places], Any]:
    """Lock the accounts of these names in the order given, and begin those that are missing.

    Returns the accounts that were begun. A select locks only rows that were there when it began:
    one that waited would take a new account's lock later, and out of order.
    """

    def make(places: Places) -> Any:
        rows = insert(t.accounts).values([{"account": name, "balance": NONE} for name in places])
        return rows.on_conflict_do_update(
            index_elements=[t.accounts.c.account],
            set_={"balance": t.accounts.c.balance},
            where=sa.false(),
        ).returning(t.accounts.c.account)

    return make


def ending(places: Places) -> Any:
    """Remove accounts that hold nothing."""
    own = t.accounts.c
    empty = sa.delete(t.accounts).where(own.account.in_(places), own.balance == NONE)
    return empty.returning(own.account)


class SqlStatements:
    """All that a commit says to one database."""

    def __init__(self, dialect: sa.Dialect, insert: Insert, clock: sa.ColumnElement[int]) -> None:
        def prepared(statement: Any) -> PreparedStatement:
            return PreparedStatement(statement, dialect)

        of = sa.bindparam("of", type_=sa.Text)
        self.keep_answer = prepared(insert(t.answers).on_conflict_do_nothing())
        self.begin_stream = prepared(insert(t.streams).on_conflict_do_nothing())
        self.events = prepared(sa.insert(t.events))
        self.secrets = prepared(sa.insert(t.secrets))
        self.postings = prepared(sa.insert(t.postings))
        self.stream = prepared(
            sa.select(t.streams, clock).where(t.streams.c.stream == of).with_for_update()
        )
        self.advance = prepared(
            sa.update(t.streams)
            .where(t.streams.c.stream == of)
            .values(version=sa.bindparam("to"), hash=sa.bindparam("head"))
        )
        self.hold = prepared(
            sa.update(t.streams)
            .where(t.streams.c.stream == of)
            .values(
                owner=sa.bindparam("by"), epoch=sa.bindparam("under"), expires=sa.bindparam("until")
            )
        )
        self.answer = prepared(
            sa.select(t.answers.c.answer).where(
                t.answers.c.actor == of, t.answers.c.key == sa.bindparam("its")
            )
        )
        self.rulebook = prepared(sa.select(t.rulebooks.c.digest).where(t.rulebooks.c.digest == of))
        taken = insert(t.snapshots)
        self.snapshot = prepared(
            taken.on_conflict_do_update(
                index_elements=[t.snapshots.c.stream],
                set_={name: taken.excluded[name] for name in ("version", "body", "sum")},
            )
        )
        raised = insert(t.accounts)
        self.raise_balance = prepared(
            raised.on_conflict_do_update(
                index_elements=[t.accounts.c.account],
                set_={"balance": t.accounts.c.balance + raised.excluded.balance},
            )
        )
        self.lower_balance = prepared(
            sa.update(t.accounts)
            .where(t.accounts.c.account == of)
            .values(balance=t.accounts.c.balance + sa.bindparam("change"))
        )
        self.rounds = prepared(sa.insert(t.rounds))
        self.round_players = prepared(sa.insert(t.round_players))
        written = insert(t.notes)
        columns = ("name", "at", "body", "sum")
        self.write_note = prepared(
            written.on_conflict_do_update(
                index_elements=[t.notes.c.kind, t.notes.c.key],
                set_={name: written.excluded[name] for name in columns},
            )
        )
        self.first_note = prepared(insert(t.notes).on_conflict_do_nothing())
        this = (t.notes.c.kind == of, t.notes.c.key == sa.bindparam("its"))
        same = t.notes.c.body == sa.bindparam("upon")
        change = sa.update(t.notes).where(*this, same)
        self.change_note = prepared(
            change.values({name: sa.bindparam(f"new_{name}") for name in columns})
        )
        self.forget_note = prepared(sa.delete(t.notes).where(*this))
        self.take_note = prepared(sa.delete(t.notes).where(*this, same))
        self.lock_accounts = Names(dialect, locking(t.accounts, t.accounts.c.account))
        self.lock_streams = Names(dialect, locking(t.streams, t.streams.c.stream))
        self.begin_accounts = Names(dialect, beginning(insert))
        self.end_accounts = Names(dialect, ending)
