"""A running house: its tables, its meters, and one way for every order."""

from __future__ import annotations

from msgspec.structs import replace

from uth.core.money import Cents
from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.clock import SECOND
from uth.floor.meters.meter_names import LINK
from uth.floor.open_tables import OpenTables
from uth.floor.people.names import is_bot
from uth.floor.tables import dealer
from uth.floor.tables.opening import opening
from uth.floor.tables.orders import Answer, Order, read_answer
from uth.floor.tables.table_status import check_opening
from uth.floor.tables.table_writer import PreparedCommit, TableWriter
from uth.floor.times import Millis
from uth.ledger.journal.accounts import checked_id, house, table_stream
from uth.ledger.journal.batch import Batch, Committed
from uth.rulebook.canonical import canonical, digest
from uth.rulebook.model import Rulebook
from uth.table import commands as c

TRIES = 8
"""How often an order is tried anew when another node moved the meter first."""
RESERVED = ("floor",)
"""Names that mean something else where tables are named."""
RETRY = SECOND
"""How long the dealer waits with what was refused to him, unless the table changes."""


class Floor(OpenTables):
    """Opens, keeps and closes tables; `perform` is how anything happens at one of them."""

    # Tables

    def open_table(
        self,
        name: str,
        rules: Rulebook,
        by: str,
        link: str = LINK,
        *,
        pace: Millis | None = None,
        timed: bool = True,
        listed: bool = True,
        tray: Cents | None = None,
        practice: bool = False,
        key: str = "",
    ) -> TableWriter:
        """A new table of a house, or a closed one of the same rulebook opened again."""
        if name in RESERVED:
            raise Refusal("table/reserved", f"{name} is the house's own word", "name")
        stream = table_stream(checked_id(name))
        if name in self.tables:
            raise Refusal("table/open", f"table {name} is open already", "table")
        linked = link if rules.progressive.offered else ""
        opened = cage.Opened(
            name, by, digest(rules), linked, pace, timed, listed, tray, practice=practice
        )
        with self.store.reading() as reader:
            check_opening(reader, opened)
        epoch = self._leases.take(name)
        try:
            self._link(linked, rules)
            with self.store.reading() as reader:
                known = reader.stream(stream).version > 0
            self.store.save_rulebook(canonical(rules))
            if not known:
                batch, _ = opening(name, rules, self.source, self.clock(), epoch)
                self.store.commit(batch)
            floor = cage.floor_stream(name)
            self.books.decide(floor, opened, lambda reader: check_opening(reader, opened), by, key)
        except Refusal:
            self._leases.give_up(name)
            raise
        table_writer = self._take_up(name)
        self._tell(table_writer)
        return table_writer

    def close_table(
        self, name: str, by: str, tray: Cents | None = None, key: str = ""
    ) -> cage.Closed:
        """See everybody off between rounds, and close with the count; once, by its key."""
        before = self.closed_before(name, by, tray, key)
        if before is not None:
            return before
        table_writer = self.table_writer(name)
        if table_writer.table.phase != "betting":
            raise Refusal("round/under_way", "a table is closed between rounds", "table")
        for player in [seat.player for _, seat in table_writer.table.taken() if not seat.away]:
            self.perform(Order(name, player, c.Leave(player)))
        for player in table_writer.table.rail:
            self.perform(Order(name, player, c.Leave(player)))
        with self.store.reading() as reader:
            win = reader.balance(house(table_stream(name)))
            drop = reader.balance(f"drop/{table_stream(name)}")
        closed = cage.closed(name, by, self.terms.get(name), win, drop, tray)
        self.books.book(cage.floor_stream(name), closed, by, key)
        self.waiting.clear(name)
        self.drop(name)
        return closed

    def closed_before(self, name: str, by: str, tray: Cents | None, key: str) -> cage.Closed | None:
        """The closing that a key has made, whether or not the table is open again."""
        if not key:
            return None
        wanted = cage.Closed(name, by, 0, 0, tray)
        found = self.books.previous_answer(cage.floor_stream(name), wanted, by, key)
        return found[1] if found else None

    # Orders

    def perform(self, order: Order) -> Answer:
        """Let an order happen, once; then tell it. A refusal has changed nothing."""
        for _ in range(TRIES):
            prepared = self.prepare(order)
            if isinstance(prepared, Answer):
                return prepared
            try:
                committed = self.commit(prepared.batch)
            except Refusal as no:
                if not self.again(order, no):
                    raise
                continue
            return self.conclude(order, prepared, committed)
        raise Refusal("meter/busy", "the meter moves too fast; try again", order.table)

    def commit(self, batch: Batch) -> Committed:
        return self.store.commit(batch)

    def prepare(self, order: Order) -> PreparedCommit | Answer:
        """Decide an order; where it is refused, perhaps because it has happened already."""
        try:
            table_writer = self.table_writer(order.table)
            noted = self._stakes.ask(table_writer, self.tables, order)
            prepared = table_writer.prepare(order, self.clock())
            return replace(prepared, batch=replace(prepared.batch, notes=noted))
        except Refusal:
            before = self.previous_answer(order)
            if before is None:
                raise
            return before

    def previous_answer(self, order: Order) -> Answer | None:
        """What an order's key was answered, if it was, by whichever node and however long ago."""
        if not order.key:
            return None
        with self.store.reading() as reader:
            found = reader.answer(order.actor, order.key)
        return read_answer(found, order) if found is not None else None

    def conclude(self, order: Order, prepared: PreparedCommit, committed: Committed) -> Answer:
        """It is durable: the table goes on, and everybody is told."""
        if committed.repeated:
            return read_answer(committed.answer, order)
        table_writer = self.table_writer(order.table)
        table_writer.apply(prepared)
        if table_writer.link is not None:
            table_writer.link.lost = False
        for listener in self.listeners:
            listener(prepared.news)
        return prepared.answer

    def again(self, order: Order, no: Refusal) -> bool:
        """After a commit was refused: whether to try it once more.

        Where another has moved the meter, look at it anew. Where the store is in doubt, what it
        holds counts, so the table is read from it again; the client's key tells him the rest.
        """
        if no.code == "note/changed":
            return True
        link = self.table_writer(order.table).link
        if no.code == "journal/version" and link is not None and "meter/" in no.where:
            with self.store.reading() as reader:
                link.refresh(reader)
            return True
        if no.code.startswith("lease/"):
            self.drop(order.table)
        elif no.code.startswith(("store/", "journal/")):
            if link is not None:
                link.lost = no.code.startswith("store/")
            self._tell(self._take_up(order.table))
        return False

    # The dealer

    def tick(self, most: int = 10_000) -> Millis | None:
        """Do all that is due by now at every table; when to look again."""
        self.keep_leases()
        for _ in range(most):
            happened = [self.step(name) for name in list(self.tables)]
            if not any(happened):
                break
        return min(filter(None, map(self.wake, self.tables)), default=None)

    def step(self, name: str) -> bool:
        """The next thing that is due at a table, if any; whether something happened."""
        order = self.due(name)
        if order is None:
            return False
        try:
            self.perform(order)
        except Refusal as no:
            self.note_refusal(order, no)
        return True

    def due(self, name: str) -> Order | None:
        """What the dealer, a bot or one who waits for a seat should do now."""
        found = self.look(name)
        return found if isinstance(found, Order) else None

    def look(self, name: str) -> Order | Millis | None:
        """What should be done at a table now; or else when to look again, if anything will be."""
        table_writer, now = self.table_writer(name), self.clock()
        version, until = self._refused.get(name, (0, 0))
        waits = version == table_writer.progress.version and now < until
        if not waits and (order := self.waiting.next(table_writer)) is not None:
            return self._funded(order)
        plan = dealer.first(table_writer, self.pace_of(name))
        if plan is None or waits or plan.at > now:
            return None if plan is None else max(plan.at, until) if waits else plan.at
        return self._funded(Order(name, plan.actor, plan.command))

    def _funded(self, order: Order) -> Order:
        """Bots play with money issued as they need it."""
        chips = getattr(order.command, "chips", 0)
        if chips and is_bot(order.actor):
            self.books.fund(order.actor, chips)
        return order

    def note_refusal(self, order: Order, no: Refusal) -> None:
        """What the dealer may not do now is tried again later, or when the table has changed."""
        if self.waiting.refused(order):
            return
        table_writer = self.tables.get(order.table)
        if table_writer is not None:
            self._refused[order.table] = (table_writer.progress.version, self.clock() + RETRY)

    def wake(self, name: str) -> Millis | None:
        """When something will be done at a table next, or should have been."""
        table_writer = self.table_writer(name)
        plan = dealer.first(table_writer, self.pace_of(name))
        version, until = self._refused.get(name, (0, 0))
        if plan is None:
            return None
        return max(plan.at, until) if version == table_writer.progress.version else plan.at
