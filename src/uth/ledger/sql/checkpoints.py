"""Marks: how far each stream has been checked, and what every account held just then.

With them a store is opened by checking what came since. They lie in the database, where they are
never taken at their word alone: whatever does not fit them is checked from the beginning.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from uth.core.money import Cents
from uth.ledger.journal.store import Checkpoint, StreamRow
from uth.ledger.sql import schema as t

TURN = ""
"""The row whose version counts how often marks were set: two who set them at once do not mix."""


class Checkpoints:
    """The marks of one moment, as a reader's connection sees them."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self.turn = self._number(sa.select(t.marks.c.version).where(t.marks.c.stream == TURN))

    def _number(self, statement: sa.Executable) -> int:
        return int(self._connection.execute(statement).scalar() or 0)

    def events(self) -> int:
        """How many events there are in all."""
        return self._number(sa.select(sa.func.sum(t.streams.c.version)))

    def behind(self) -> int:
        """How many of them came since."""
        marked = sa.select(sa.func.sum(t.marks.c.version)).where(t.marks.c.stream != TURN)
        return self.events() - self._number(marked)

    def fit(self) -> bool:
        """Whether every mark is of a stream that has come so far, and every stream has its end."""
        own, marks = t.streams.c, t.marks.c
        lost = (
            sa.select(sa.func.count())
            .select_from(t.marks.outerjoin(t.streams, marks.stream == own.stream))
            .where(
                marks.stream != TURN,
                sa.or_(own.version.is_(None), own.version < marks.version),
            )
        )
        return not self._number(lost) and not any(
            self._number(self._apart_from_event(row)) for row in (t.streams, t.marks)
        )

    @staticmethod
    def _apart_from_event(table: sa.Table) -> sa.Executable:
        own, events = table.c, t.events.c
        same = sa.and_(own.stream == events.stream, own.version == events.version)
        return (
            sa.select(sa.func.count())
            .select_from(table.outerjoin(t.events, same))
            .where(
                own.version > 0,
                own.stream != TURN,
                sa.or_(events.hash.is_(None), events.hash != own.hash),
            )
        )

    def since(self) -> list[tuple[StreamRow, Checkpoint]]:
        """The streams that have grown since, each with its mark."""
        own, marks = t.streams.c, t.marks.c
        statement = (
            sa.select(t.streams, marks.version, marks.hash, marks.state)
            .select_from(t.streams.outerjoin(t.marks, own.stream == marks.stream))
            .where(own.version > sa.func.coalesce(marks.version, 0))
            .order_by(own.stream)
        )
        found = []
        for *row, version, digest, state in self._connection.execute(statement):
            mark = (
                Checkpoint(row[0])
                if version is None
                else Checkpoint(row[0], version, digest, state)
            )
            found.append((StreamRow(*row), mark))
        return found

    def changes(self) -> dict[str, tuple[Cents, Cents]]:
        """What stands in each account that differs from what was marked, and by how much."""
        own, marked = t.accounts.c, t.marked_balances.c
        stood, stands = sa.func.coalesce(marked.balance, 0), sa.func.coalesce(own.balance, 0)
        found: dict[str, tuple[Cents, Cents]] = {}
        for one, other in ((t.accounts, t.marked_balances), (t.marked_balances, t.accounts)):
            name = one.c.account
            statement = (
                sa.select(name, stands, stands - stood)
                .select_from(one.outerjoin(other, name == other.c.account))
                .where(stands != stood)
            )
            rows = self._connection.execute(statement)
            found.update({account: (amount, change) for account, amount, change in rows})
        return found

    def total(self) -> Cents:
        """What all accounts add up to."""
        return self._number(sa.select(sa.func.sum(t.accounts.c.balance)))


def set_checkpoints(
    connection: sa.Connection,
    turn: int,
    marks: Iterable[Checkpoint],
    balances: Mapping[str, Cents],
    *,
    anew: bool,
) -> bool:
    """Set marks and the balances that go with them, unless others did since `turn`."""
    own = t.marks.c
    if turn:
        mine = sa.update(t.marks).where(own.stream == TURN, own.version == turn)
        if connection.execute(mine.values(version=turn + 1)).rowcount != 1:
            return False
    else:
        connection.execute(sa.insert(t.marks), [asdict(Checkpoint(TURN, 1))])
    if anew:
        connection.execute(sa.delete(t.marks).where(own.stream != TURN))
        connection.execute(sa.delete(t.marked_balances))
    held = [{"account": account, "balance": amount} for account, amount in balances.items()]
    _put(connection, t.marks, "stream", [asdict(mark) for mark in marks])
    _put(connection, t.marked_balances, "account", held)
    return True


def _put(connection: sa.Connection, table: sa.Table, name: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        this = table.c[name] == sa.bindparam("this")
        connection.execute(sa.delete(table).where(this), [{"this": row[name]} for row in rows])
        connection.execute(sa.insert(table), rows)
