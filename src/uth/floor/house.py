"""A running house: its tables, its meters, and one way for every order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from uth.core.refusal import Refusal, shown
from uth.floor import cage, dealer, fair_events
from uth.floor.books import Books
from uth.floor.chance import Source
from uth.floor.chance import system as system_source
from uth.floor.clock import SECOND, Clock
from uth.floor.clock import system as system_clock
from uth.floor.keeper import Keeper, Prepared
from uth.floor.leases import Leases
from uth.floor.limits import Guard
from uth.floor.link import Link, open_link
from uth.floor.opening import begin_shuffle, opening
from uth.floor.orders import Answer, Order, is_bot, read_answer
from uth.floor.own_limits import LimitsInHouse
from uth.floor.pace import Pace
from uth.floor.recovery import feeds_of, last_shuffle, rulebook_of, situation_of
from uth.floor.situation import Beside
from uth.floor.stakes import Stakes
from uth.floor.times import Millis, told
from uth.floor.updates import Listener
from uth.floor.waiting import WaitingList
from uth.ledger.accounts import checked_id, table_stream
from uth.ledger.batch import Batch, Committed
from uth.ledger.store import Store
from uth.rulebook.canonical import canonical, digest, from_canonical
from uth.rulebook.model import Rulebook
from uth.table import commands as c

TRIES = 8
"""How often an order is tried anew when another node moved the meter first."""
LINK = "link"
"""The meter that tables feed unless they are opened for another."""
RESERVED = ("floor",)
"""Names that mean something else where tables are named."""
RETRY = SECOND
"""How long the dealer waits with what was refused to him, unless the table changes."""


class House:
    """Opens, keeps and closes tables; `perform` is how anything happens at one of them."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock = system_clock,
        source: Source = system_source,
        pace: Pace | None = None,
        leases: Leases | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.source = source
        self.pace = pace or Pace()
        self.books = Books(store, clock)
        self._leases = leases or Leases(store)
        self.limits = LimitsInHouse(store, clock, shared=self._leases.shared)
        self.guard = Guard(self.limits, clock)
        self._stakes = Stakes(store, clock, self.limits, self.guard)
        self.tables: dict[str, Keeper] = {}
        self.terms: dict[str, cage.Opened] = {}
        """How each table was opened: by whom, at which pace."""
        self.links: dict[str, Link] = {}
        self.waiting = WaitingList(store, clock)
        self.listeners: list[Listener] = [self.limits.hear]
        self.gone: list[Callable[[str], None]] = []
        """Told when a table is no longer kept here."""
        self._closed: dict[str, int] = {}
        """Tables that were found closed, with the version of their floor's stream."""
        self._refused: dict[str, tuple[int, Millis]] = {}
        """Where the dealer was refused: at which version, and when to try again."""

    # Tables

    def recover(self) -> None:
        """Take up every open table that nobody else holds, in the middle of whatever it was."""
        if not self.tables:
            with self.store.reading() as reader:
                self.limits.catch_up(reader)
        for name in self._free():
            try:
                self._take_up(name)
            except Refusal as no:
                if no.code != "lease/held":
                    raise

    def _free(self) -> list[str]:
        """Open tables that nobody holds; what was closed is not looked at again and again."""
        with self.store.reading() as reader:
            now = reader.now()
            held = [row for row in reader.streams("table/") if row.version]
            floor = {row.stream: row.version for row in reader.streams("floor/")}
        free = []
        for row in held:
            name = row.stream.removeprefix("table/")
            version = floor.get(cage.floor_stream(name), 0)
            if name in self.tables or self._closed.get(name) == version:
                continue
            if row.expires > now and not self._leases.own(row.owner):
                continue
            if self.is_open(name):
                free.append(name)
            else:
                self._closed[name] = version
        return free

    def take_up(self, name: str) -> None:
        """Take up a table that another node has left; refused while that one holds it."""
        if name not in self.tables and self.is_open(name):
            self._tell(self._take_up(name))

    def _standing(self, name: str) -> cage.Opened | cage.Closed | None:
        """How the floor last left a table."""
        last: cage.Opened | cage.Closed | None = None
        for _, _, found in self.books.entries(cage.floor_stream(name)):
            if isinstance(found, cage.Opened | cage.Closed):
                last = found
        return last

    def is_open(self, name: str) -> bool:
        return isinstance(self._standing(name), cage.Opened)

    def _take_up(self, name: str) -> Keeper:
        """A table from its journal; nothing of it is anywhere else."""
        epoch = self._leases.take(name)
        standing = self._standing(name)
        if isinstance(standing, cage.Opened):
            self.terms[name] = standing
        with self.store.reading() as reader:
            stream = table_stream(name)
            rules = from_canonical(reader.rulebook(rulebook_of(reader, stream)))
            situation = situation_of(reader, stream, banked=rules.player_dealer)
            fair = fair_events.fair_stream(stream)
            found = last_shuffle(reader, fair)
            lost = bool(found) and fair_events.is_lost(found[0], reader.redacted())
            if lost:
                shuffle = begin_shuffle(name, situation.table, self.source)
            else:
                shuffle = fair_events.recover_shuffle(found)
            linked = standing.link if isinstance(standing, cage.Opened) else ""
            since = reader.last_rounds(stream, 1)
            began = told(since[0].at) if since else 0
            fed = feeds_of(reader, linked, name, situation.table.round, began)
            beside = Beside(shuffle, reader.stream(fair).version, fed)
            head = reader.stream(stream).head
            link = self._link(linked, rules)
            if link is not None and link.lost:
                link.refresh(reader)
            self.waiting.load(name, reader)
            self.limits.count(reader, name)
        keeper = Keeper(name, rules, situation, beside, head, self.source, link, epoch)
        if lost:
            self._restore(keeper)
        self.tables[name] = keeper
        return keeper

    def _restore(self, keeper: Keeper) -> None:
        """A table out of a backup: what lay open is void, and a fresh seed is committed to."""
        prepared = keeper.restore(self.clock())
        self.store.commit(prepared.batch)
        keeper.settle_in(prepared)
        for listener in self.listeners:
            listener(prepared.news)

    def pace_of(self, name: str) -> Pace:
        """The house's pace, or the table's own."""
        terms = self.terms.get(name)
        if terms is None or (terms.pace is None and terms.timed):
            return self.pace
        step = self.pace.step if terms.pace is None else terms.pace
        return replace(self.pace, step=step, timed=terms.timed)

    def _link(self, name: str, rules: Rulebook) -> Link | None:
        if not name or not rules.progressive.offered:
            return None
        if name not in self.links:
            self.links[name] = open_link(
                self.store, name, rules, at=self.clock(), source=self.source
            )
        link = self.links[name]
        if link.rules.progressive != rules.progressive:
            raise Refusal("meter/terms", "this meter has other terms than the table's house", name)
        return link

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
    ) -> Keeper:
        """A new table of a house, or a closed one of the same rulebook opened again."""
        if name in RESERVED:
            raise Refusal("table/reserved", f"{name} is the house's own word", "name")
        stream = table_stream(checked_id(name))
        if name in self.tables:
            raise Refusal("table/open", f"table {name} is open already", "table")
        linked = link if rules.progressive.offered else ""
        self._link(linked, rules)
        with self.store.reading() as reader:
            known = reader.stream(stream).version > 0
        if known and self.is_open(name):
            raise Refusal("table/open", f"table {name} is open already", "table")
        self.store.keep_rulebook(canonical(rules))
        opened = cage.Opened(name, by, digest(rules), linked, pace, timed, listed)
        if not known:
            epoch = self._leases.take(name)
            batch, _ = opening(name, rules, self.source, self.clock(), epoch)
            self.store.commit(batch)
        self.books.book(cage.floor_stream(name), opened, by)
        keeper = self._take_up(name)
        if keeper.table.rulebook != opened.rulebook:
            self.close_table(name, by)
            raise Refusal("table/rulebook", f"table {name} has another rulebook", "table")
        self._tell(keeper)
        return keeper

    def close_table(self, name: str, by: str) -> cage.Closed:
        """See everybody off between rounds, and close with the count."""
        keeper = self.keeper(name)
        if keeper.table.phase != "betting":
            raise Refusal("round/under_way", "a table is closed between rounds", "table")
        for player in [seat.player for _, seat in keeper.table.taken() if not seat.away]:
            self.perform(Order(name, player, c.Leave(player)))
        for player in keeper.table.rail:
            self.perform(Order(name, player, c.Leave(player)))
        with self.store.reading() as reader:
            win = reader.balance(f"house/{table_stream(name)}")
            drop = reader.balance(f"drop/{table_stream(name)}")
        closed = self.books.book(cage.floor_stream(name), cage.Closed(name, by, win, drop), by)
        self.waiting.clear(name)
        self.drop(name)
        return closed

    def drop(self, name: str) -> None:
        """Keep a table no longer; another node may."""
        self.tables.pop(name, None)
        self.waiting.forget(name)
        self._leases.give_up(name)
        for hear in self.gone:
            hear(name)

    def keeper(self, name: str) -> Keeper:
        found = self.tables.get(name)
        if found is None:
            raise Refusal("table/unknown", f"there is no open table {shown(name)}", "table")
        return found

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

    def prepare(self, order: Order) -> Prepared | Answer:
        """Decide an order; where it is refused, perhaps because it has happened already."""
        keeper = self.keeper(order.table)
        try:
            noted = self._stakes.ask(keeper, self.tables, order)
            prepared = keeper.prepare(order, self.clock())
            return replace(prepared, batch=replace(prepared.batch, notes=noted))
        except Refusal:
            if order.key:
                with self.store.reading() as reader:
                    old = reader.answer(order.actor, order.key)
                if old is not None:
                    return read_answer(old, order)
            raise

    def conclude(self, order: Order, prepared: Prepared, committed: Committed) -> Answer:
        """It is durable: the table goes on, and everybody is told."""
        if committed.repeated:
            return read_answer(committed.answer, order)
        keeper = self.keeper(order.table)
        keeper.settle_in(prepared)
        if keeper.link is not None:
            keeper.link.lost = False
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
        link = self.keeper(order.table).link
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

    def _tell(self, keeper: Keeper) -> None:
        for listener in self.listeners:
            listener(keeper.news(self.clock()))

    # The dealer

    def tick(self, most: int = 10_000) -> Millis | None:
        """Do all that is due by now at every table; when to look again."""
        self.keep_leases()
        for _ in range(most):
            happened = [self.step(name) for name in list(self.tables)]
            if not any(happened):
                break
        return min(filter(None, map(self.wake, self.tables)), default=None)

    def keep_leases(self) -> None:
        """Renew what this node holds; a table that another has taken is kept no longer."""
        for name in self._leases.renew(list(self.tables)):
            self.drop(name)

    @property
    def leases(self) -> Leases:
        return self._leases

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
        keeper = self.keeper(name)
        version, until = self._refused.get(name, (0, 0))
        if version == keeper.situation.version and self.clock() < until:
            return None
        order = self.waiting.next(keeper)
        if order is None:
            plan = dealer.due(keeper, self.pace_of(name), self.clock())
            order = Order(name, plan.actor, plan.command) if plan else None
        if order is not None and is_bot(order.actor):
            chips = getattr(order.command, "chips", 0)
            if chips:
                self.books.fund(order.actor, chips)
        return order

    def note_refusal(self, order: Order, no: Refusal) -> None:
        """What the dealer may not do now is tried again later, or when the table has changed."""
        if self.waiting.refused(order):
            return
        keeper = self.tables.get(order.table)
        if keeper is not None:
            self._refused[order.table] = (keeper.situation.version, self.clock() + RETRY)

    def wake(self, name: str) -> Millis | None:
        keeper = self.keeper(name)
        at = dealer.wake(keeper, self.pace_of(name))
        version, until = self._refused.get(name, (0, 0))
        return max(at, until) if at is not None and version == keeper.situation.version else at
