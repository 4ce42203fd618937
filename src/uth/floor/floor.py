"""A running floor: it opens and closes tables, and decides every order."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor import keys
from uth.floor.cage import bookings as cage
from uth.floor.cage.books import Books
from uth.floor.clock import Clock, Millis
from uth.floor.clock import system as system_clock
from uth.floor.cluster.leases import Leases
from uth.floor.fairness.randomness import Source
from uth.floor.fairness.randomness import system as system_source
from uth.floor.meters.linked_game import LinkedGame
from uth.floor.meters.meter_names import LINK, shared_name
from uth.floor.open_tables import OpenTables
from uth.floor.people.limit_tracking import StoredLimits
from uth.floor.people.player_limits import LimitGuard
from uth.floor.people.sessions import Later
from uth.floor.schedule import Schedule
from uth.floor.store_steps import Steps, at_once
from uth.floor.tables.commit_builder import PreparedCommit
from uth.floor.tables.house_players import check_house_players
from uth.floor.tables.limit_checks import LimitChecks
from uth.floor.tables.opening import check_in_force, opening
from uth.floor.tables.orders import Answer, Order, decode_answer
from uth.floor.tables.pace import Pace
from uth.floor.tables.table_status import check_opening
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import Listener, TableCommit
from uth.floor.tables.waiting_list import WaitingList
from uth.ledger.journal.accounts import checked_id, table_stream
from uth.ledger.journal.accounts import house as house_account
from uth.ledger.journal.batch import Committed
from uth.ledger.journal.meter_streams import recover
from uth.ledger.journal.store import Store
from uth.rulebook.approval.house_names import check_table_names
from uth.rulebook.approval.table_guard import check_table
from uth.rulebook.canonical import canonical, digest
from uth.rulebook.model import Rulebook
from uth.table import commands as c

RESERVED = ("floor",)
"""Table names that have another meaning in an address."""


class Floor:
    """Tables, people's limits and money on one store; `prepare` and `conclude` carry every order.

    Between the two the caller commits the batch: `FloorRunner` does so with its writer thread.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock = system_clock,
        source: Source = system_source,
        pace: Pace | None = None,
        leases: Leases | None = None,
        later: Later | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.source = source
        self.leases: Leases = leases or Leases(store)
        self.books: Books = Books(store, clock)
        self.limits: StoredLimits = StoredLimits(store, clock, shared=self.leases.shared)
        self.guard: LimitGuard = LimitGuard(self.limits, clock)
        self.waiting: WaitingList = WaitingList(store, clock, later)
        self.listeners: list[Listener] = [self._count_towards_limits]
        self.tables: OpenTables = OpenTables(
            store,
            clock=clock,
            source=source,
            pace=pace or Pace(),
            leases=self.leases,
            waiting=self.waiting,
            limits=self.limits,
            publish=self._publish,
        )
        self.schedule: Schedule = Schedule(clock, self.waiting, self.books, self.tables)
        self._limit_checks = LimitChecks(store, clock, self.limits, self.guard)

    def _count_towards_limits(self, news: TableCommit) -> None:
        self.limits.follow(news.name, news.progress.version, news.events, news.at)

    def _publish(self, news: TableCommit) -> None:
        for listener in self.listeners:
            listener(news)

    def need_known(self, name: str) -> None:
        """Refuse a name that no table ever had, open or closed."""
        with self.store.reading() as reader:
            if not reader.stream(table_stream(name)).version:
                raise Refusal("table/none", table=name, where="table")

    # Opening and closing tables

    def open_table_steps(
        self,
        name: str,
        rules: Rulebook,
        by: str,
        link: str = "",
        *,
        pace: Millis | None = None,
        timed: bool = True,
        listed: bool = True,
        tray: Cents | None = None,
        practice: bool = False,
        bots: int = 0,
        title: str = "",
        key: str = "",
    ) -> Steps[TableWriter]:
        """Open a new table, or reopen a closed one with the same rulebook.

        Without a link it feeds the meter that all tables with its terms share.
        """
        check_table(rules)
        check_table_names(rules, name=name, title=title)
        if name in RESERVED:
            raise Refusal("table/reserved", table=name, where="name")
        stream = table_stream(checked_id(name))
        if name in self.tables:
            raise Refusal("table/open", table=name, where="table")
        check_in_force(rules, self.clock())
        if bots:
            check_house_players(rules, practice=practice)
        linked = (link or shared_name(rules)) if rules.progressive.offered else ""
        opened = cage.Opened(
            table=name,
            by=by,
            rulebook=digest(rules),
            link=linked,
            pace=pace,
            timed=timed,
            listed=listed,
            tray=tray,
            practice=practice,
            bots=bots,
            title=title,
        )
        with self.store.reading() as reader:
            check_opening(reader, opened)
        epoch = yield partial(self.leases.acquire, name)
        try:
            yield from self.tables.link_steps(linked, rules)
            with self.store.reading() as reader:
                known = reader.stream(stream).version > 0
            yield partial(self.store.save_rulebook, canonical(rules))
            if not known:
                first = opening(
                    name, rules, self.source, at=self.clock(), practice=practice, epoch=epoch
                )
                yield partial(self.store.commit, first)
            check = partial(check_opening, wanted=opened)
            yield partial(self.books.decide, cage.floor_stream(name), opened, check, by, key)
        except Refusal:
            self.leases.release(name)
            raise
        table_writer = yield from self.tables.load_steps(name)
        self._publish(table_writer.news(self.clock()))
        return table_writer

    @at_once(open_table_steps)
    def open_table(self) -> None: ...

    def close_table_steps(
        self, name: str, by: str, tray: Cents | None = None, key: str = ""
    ) -> Steps[cage.Closed]:
        """Close a table between rounds: everybody leaves, and the tray count is booked."""
        table = self.tables.writer(name).table
        if table.phase != "betting":
            raise Refusal("round/under_way", what="close_table", where="table")
        for player in [seat.player for _, seat in table.taken() if not seat.away]:
            yield from self._commit_steps(Order(name, player, c.Leave(player)))
        for player in self.tables.writer(name).table.rail:
            yield from self._commit_steps(Order(name, player, c.Leave(player)))
        with self.store.reading() as reader:
            win = reader.balance(house_account(table_stream(name)))
            drop = reader.balance(f"drop/{table_stream(name)}")
        terms = self.tables.terms.get(name)
        closed = cage.closed(name, by, terms, win=win, drop=drop, tray=tray)
        yield partial(self.books.book, cage.floor_stream(name), closed, by, key)
        yield partial(self.waiting.clear, name)
        self.tables.release(name)
        return closed

    @at_once(close_table_steps)
    def close_table(self) -> None: ...

    def _commit_steps(self, order: Order) -> Steps[None]:
        """Carry out an order of the floor itself, without the writer thread."""
        prepared = self.prepare(order)
        try:
            committed = yield partial(self.store.commit, prepared.batch)
        except Refusal as refusal:
            self.should_retry(order, refusal)
            raise
        self.conclude(order, prepared, committed)

    # Other games on a meter

    def linked_game(self, game: str, meter: str = LINK) -> LinkedGame:
        """A simulated game that feeds and is paid by the same meter as the tables (PA-11)."""
        with self.store.reading() as reader:
            _, rules = recover(reader, meter)
        link = self.tables.link(meter, rules)
        assert link is not None, "a meter has the terms of a Progressive"
        return LinkedGame(self.store, link, game, clock=self.clock, source=self.source)

    # Orders

    def prepare(self, order: Order) -> PreparedCommit:
        """Decide an order by the player's own limits and the rules."""
        table_writer = self.tables.writer(order.table)
        notes = self._limit_checks.check(table_writer, self.tables, order)
        prepared = table_writer.prepare(order, self.clock())
        if notes:
            return replace(prepared, batch=replace(prepared.batch, notes=notes))
        return prepared

    def previous_answer(self, order: Order) -> Answer | None:
        """What an order with this key was answered, on any node and at any time."""
        return keys.previous_answer(
            self.store, order.actor, order.key, lambda stored: decode_answer(stored.answer, order)
        )

    def conclude(self, order: Order, prepared: PreparedCommit, committed: Committed) -> Answer:
        """The batch is durable: update the table and publish the commit."""
        if committed.repeated:
            answer = decode_answer(committed.answer, order)
            if answer is None:
                raise Refusal("key/used", where="key")
            return answer
        table_writer = self.tables.writer(order.table)
        table_writer.apply(prepared)
        if table_writer.link is not None:
            table_writer.link.lost = False
        self._publish(prepared.news)
        return prepared.answer

    def should_retry(self, order: Order, refusal: Refusal) -> bool:
        """Whether to prepare an order again whose commit was refused.

        If another node moved the meter, the meter is read again first. If the store failed, the
        table is loaded again, because nobody knows what was written; the client retries by key.
        """
        if refusal.code == "note/changed":
            return True
        link = self.tables.writer(order.table).link
        if refusal.code == "journal/version" and link is not None and "meter/" in refusal.where:
            with self.store.reading() as reader:
                link.refresh(reader)
            return True
        if refusal.code.startswith("lease/"):
            self.tables.release(order.table)
        elif refusal.code.startswith(("store/", "journal/")):
            if link is not None:
                link.lost = refusal.code.startswith("store/")
            self._publish(self.tables.load(order.table).news(self.clock()))
        return False
