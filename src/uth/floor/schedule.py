"""What is due at a table: the next order of the dealer, a bot or somebody on the waiting list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from uth.floor.cage.books import Books
from uth.floor.clock import SECOND, Clock, Millis
from uth.floor.open_tables import OpenTables
from uth.floor.people.names import is_bot
from uth.floor.tables import dealer
from uth.floor.tables.dealer import Planned
from uth.floor.tables.orders import Order
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.waiting_list import WaitingList

RETRY = SECOND
"""How long a refused order of the dealer waits before it is retried."""


class Schedule:
    """Remembers which orders were refused: they are retried later, or when the table changes."""

    def __init__(
        self, clock: Clock, waiting: WaitingList, books: Books, tables: OpenTables
    ) -> None:
        self._clock = clock
        self._waiting = waiting
        self._books = books
        self._tables = tables
        self._refused: dict[str, tuple[int, Millis]] = {}
        """Per table: the version at which an order was refused, and when to retry it."""
        tables.release_listeners.append(lambda name: self._refused.pop(name, None))

    def next(self, name: str) -> Order | Millis | None:
        """The order that is due at a table, or when one will be; None if nothing is planned."""
        table_writer, now = self._tables.writer(name), self._clock()
        if now >= self._retry_at(table_writer):
            order = self._waiting.next(table_writer)
            if order is not None:
                return order
        plan = self.plan(table_writer)
        if plan is None:
            return None
        if plan.at > now:
            return plan.at
        return Order(name, plan.actor, plan.command)

    def plan(self, table_writer: TableWriter) -> Planned | None:
        """The next command of the dealer or a bot, with the time at which it is due."""
        plan = dealer.first(table_writer, self._tables.pace_of(table_writer.name))
        if plan is None:
            return None
        return replace(plan, at=max(plan.at, self._retry_at(table_writer)))

    def refused(self, order: Order) -> None:
        """An order was refused. Somebody on the waiting list loses their turn."""
        table_writer = self._tables.get(order.table)
        if self._waiting.remove(order.table, order.actor) or table_writer is None:
            return
        self._refused[order.table] = (table_writer.progress.version, self._clock() + RETRY)

    def _retry_at(self, table_writer: TableWriter) -> Millis:
        version, at = self._refused.get(table_writer.name, (0, 0))
        return at if version == table_writer.progress.version else 0

    def funding(self, order: Order) -> Callable[[], None] | None:
        """What has to be booked before an order: bots play with money issued as they need it."""
        chips = getattr(order.command, "chips", 0)
        if chips and is_bot(order.actor):
            return partial(self._books.fund, order.actor, chips)
        return None
