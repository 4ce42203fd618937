"""Checkpoints: how far each stream has been checked, and the balance of every account then.

With them, opening a store checks only what was written since. They are stored in the same database,
so they are not trusted: if anything does not match them, the whole store is checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec.structs import asdict

from uth.core.money import Cents
from uth.ledger.journal.store import Checkpoint, StreamRow
from uth.ledger.sql import schema as t

GENERATION = ""
"""The row whose version counts the updates, so that two concurrent ones do not mix."""


class Checkpoints:
    """The checkpoints as a reader's transaction sees them."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        own = t.checkpoints.c
        self.generation: int = self._number(sa.select(own.version).where(own.stream == GENERATION))

    def _number(self, statement: sa.Executable) -> int:
        return int(self._connection.execute(statement).scalar() or 0)

    def events(self) -> int:
        """The number of events in the store."""
        return self._number(sa.select(sa.func.sum(t.streams.c.version)))

    def behind(self) -> int:
        """The number of events since the checkpoints."""
        own = t.checkpoints.c
        checked = sa.select(sa.func.sum(own.version)).where(own.stream != GENERATION)
        return self.events() - self._number(checked)

    def fit(self) -> bool:
        """Whether the checkpoints and the heads of all streams have their events."""
        streams, own = t.streams.c, t.checkpoints.c
        lost = (
            sa.select(sa.func.count())
            .select_from(t.checkpoints.outerjoin(t.streams, own.stream == streams.stream))
            .where(
                own.stream != GENERATION,
                sa.or_(streams.version.is_(None), streams.version < own.version),
            )
        )
        return not self._number(lost) and not any(
            self._number(self._without_event(table)) for table in (t.streams, t.checkpoints)
        )

    @staticmethod
    def _without_event(table: sa.Table) -> sa.Executable:
        """The number of rows whose version and hash are those of no event."""
        own, events = table.c, t.events.c
        same = sa.and_(own.stream == events.stream, own.version == events.version)
        return (
            sa.select(sa.func.count())
            .select_from(table.outerjoin(t.events, same))
            .where(
                own.version > 0,
                own.stream != GENERATION,
                sa.or_(events.hash.is_(None), events.hash != own.hash),
            )
        )

    def since(self) -> list[tuple[StreamRow, Checkpoint]]:
        """The streams with new events, each with its checkpoint."""
        streams, own = t.streams.c, t.checkpoints.c
        statement = (
            sa.select(t.streams, own.version, own.hash, own.state)
            .select_from(t.streams.outerjoin(t.checkpoints, streams.stream == own.stream))
            .where(streams.version > sa.func.coalesce(own.version, 0))
            .order_by(streams.stream)
        )
        result = []
        for *row, version, digest, state in self._connection.execute(statement):
            checkpoint = (
                Checkpoint(row[0])
                if version is None
                else Checkpoint(row[0], version, digest, state)
            )
            result.append((StreamRow(*row), checkpoint))
        return result

    def changes(self) -> dict[str, tuple[Cents, Cents]]:
        """The balance of each account that has changed, and the difference."""
        current = sa.func.coalesce(t.accounts.c.balance, 0)
        previous = sa.func.coalesce(t.checkpoint_balances.c.balance, 0)
        result: dict[str, tuple[Cents, Cents]] = {}
        both = (t.accounts, t.checkpoint_balances)
        for table, other in (both, both[::-1]):
            name = table.c.account
            statement = (
                sa.select(name, current, current - previous)
                .select_from(table.outerjoin(other, name == other.c.account))
                .where(current != previous)
            )
            rows = self._connection.execute(statement)
            result.update({account: (amount, change) for account, amount, change in rows})
        return result

    def total(self) -> Cents:
        """The sum of all balances."""
        return self._number(sa.select(sa.func.sum(t.accounts.c.balance)))


def set_checkpoints(
    connection: sa.Connection,
    generation: int,
    checkpoints: Iterable[Checkpoint],
    balances: Mapping[str, Cents],
    *,
    replace_all: bool,
) -> bool:
    """Store checkpoints and balances, unless another process has done so since `generation`."""
    own = t.checkpoints.c
    if generation:
        mine = sa.update(t.checkpoints).where(own.stream == GENERATION, own.version == generation)
        if connection.execute(mine.values(version=generation + 1)).rowcount != 1:
            return False
    else:
        connection.execute(sa.insert(t.checkpoints), [asdict(Checkpoint(GENERATION, 1))])
    if replace_all:
        connection.execute(sa.delete(t.checkpoints).where(own.stream != GENERATION))
        connection.execute(sa.delete(t.checkpoint_balances))
    rows = [{"account": account, "balance": amount} for account, amount in balances.items()]
    _put(connection, t.checkpoints, "stream", [asdict(row) for row in checkpoints])
    _put(connection, t.checkpoint_balances, "account", rows)
    return True


def _put(connection: sa.Connection, table: sa.Table, key: str, rows: list[dict[str, Any]]) -> None:
    if rows:
        same = table.c[key] == sa.bindparam("value")
        connection.execute(sa.delete(table).where(same), [{"value": row[key]} for row in rows])
        connection.execute(sa.insert(table), rows)
