"""The tables that a house keeps: taken up from the store, and let go of."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from uth.core.refusal import Refusal, shown
from uth.floor.cage import bookings as cage
from uth.floor.cage.books import Books
from uth.floor.clock import Clock
from uth.floor.clock import system as system_clock
from uth.floor.cluster.leases import Leases
from uth.floor.fairness import fairness_events as fair_events
from uth.floor.fairness.randomness import Source
from uth.floor.fairness.randomness import system as system_source
from uth.floor.meters.linked_meter import LinkedMeter, open_meter
from uth.floor.people.limit_tracking import StoredLimits
from uth.floor.people.player_limits import LimitGuard
from uth.floor.tables.limit_checks import LimitChecks
from uth.floor.tables.opening import begin_shuffle
from uth.floor.tables.pace import Pace
from uth.floor.tables.progress import RoundSecrets
from uth.floor.tables.recovery import feeds_of, last_shuffle, recover_progress
from uth.floor.tables.table_status import table_status
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import Listener, TableCommit
from uth.floor.tables.waiting_list import WaitingList
from uth.floor.times import Millis, to_millis
from uth.ledger.journal.accounts import table_stream
from uth.ledger.journal.store import Store
from uth.ledger.journal.table_streams import rulebook_of
from uth.rulebook.canonical import from_canonical
from uth.rulebook.model import Rulebook


class OpenTables:
    """All that a house holds in memory; whatever counts is in the store."""

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
        self.limits = StoredLimits(store, clock, shared=self._leases.shared)
        self.guard = LimitGuard(self.limits, clock)
        self._stakes = LimitChecks(store, clock, self.limits, self.guard)
        self.tables: dict[str, TableWriter] = {}
        self.terms: dict[str, cage.Opened] = {}
        """How each table was opened: by whom, at which pace."""
        self.links: dict[str, LinkedMeter] = {}
        self.waiting = WaitingList(store, clock)
        self.listeners: list[Listener] = [self._count_towards_limits]
        self.gone: list[Callable[[str], None]] = []
        """Told when a table is no longer kept here."""
        self._closed: dict[str, int] = {}
        """Tables that were found closed, with the version of their floor's stream."""
        self._refused: dict[str, tuple[int, Millis]] = {}
        """Where the dealer was refused: at which version, and when to try again."""

    def _count_towards_limits(self, news: TableCommit) -> None:
        self.limits.follow(news.name, news.progress.version, news.events, news.at)

    def recover(self) -> None:
        """Take up every open table that nobody else holds, in the middle of whatever it was.

        One that can't be had now, as a dead node's transaction is not over, holds up no other.
        """
        if not self.tables:
            with self.store.reading() as reader:
                self.limits.catch_up(reader)
        failed: Refusal | None = None
        for name in self.free():
            try:
                self._take_up(name)
            except Refusal as no:
                if no.code != "lease/held":
                    failed = failed or no
        if failed is not None:
            raise failed

    def free(self) -> list[str]:
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
        """Take up a table that another node has left; refused while that one holds it.

        Where it was closed meanwhile, a lease that was asked for ahead is given up.
        """
        if name in self.tables:
            return
        if self.is_open(name):
            self._tell(self._take_up(name))
        else:
            self._leases.give_up(name)

    def _standing(self, name: str) -> cage.Opened | cage.Closed | None:
        """How the floor last left a table."""
        with self.store.reading() as reader:
            return table_status(reader, name)

    def is_open(self, name: str) -> bool:
        return isinstance(self._standing(name), cage.Opened)

    def _take_up(self, name: str) -> TableWriter:
        """A table from its journal; nothing of it is anywhere else."""
        epoch = self._leases.take(name)
        left = self._standing(name)
        if isinstance(left, cage.Opened):
            self.terms[name] = left
        with self.store.reading() as reader:
            stream = table_stream(name)
            rules = from_canonical(reader.rulebook(rulebook_of(reader, stream)))
            progress = recover_progress(reader, stream, banked=rules.player_dealer)
            fair = fair_events.fair_stream(stream)
            found = last_shuffle(reader, fair)
            lost = bool(found) and fair_events.is_lost(found[0], reader.redacted())
            if lost:
                shuffle = begin_shuffle(name, progress.table, self.source)
            else:
                shuffle = fair_events.recover_shuffle(found)
            linked = left.link if isinstance(left, cage.Opened) else ""
            since = reader.last_rounds(stream, 1)
            began = to_millis(since[0].at) if since else 0
            fed = feeds_of(reader, linked, name, progress.table.round, began)
            beside = RoundSecrets(shuffle, reader.stream(fair).version, fed)
            head = reader.stream(stream).head
            link = self._link(linked, rules)
            if link is not None and link.lost:
                link.refresh(reader)
            self.waiting.load(name, reader)
            self.limits.count(reader, name)
        table_writer = TableWriter(name, rules, progress, beside, head, self.source, link, epoch)
        if lost:
            self._restore(table_writer)
        self.tables[name] = table_writer
        return table_writer

    def _restore(self, table_writer: TableWriter) -> None:
        """A table out of a backup: what lay open is void, and a fresh seed is committed to."""
        prepared = table_writer.restore(self.clock())
        self.store.commit(prepared.batch)
        table_writer.apply(prepared)
        for listener in self.listeners:
            listener(prepared.news)

    def pace_of(self, name: str) -> Pace:
        """The house's pace, or the table's own."""
        terms = self.terms.get(name)
        if terms is None or (terms.pace is None and terms.timed):
            return self.pace
        step = self.pace.step if terms.pace is None else terms.pace
        return replace(self.pace, step=step, timed=terms.timed)

    def _link(self, name: str, rules: Rulebook) -> LinkedMeter | None:
        if not name or not rules.progressive.offered:
            return None
        if name not in self.links:
            self.links[name] = open_meter(
                self.store, name, rules, at=self.clock(), source=self.source
            )
        link = self.links[name]
        if link.rules.progressive != rules.progressive:
            raise Refusal("meter/terms", "this meter has other terms than the table's house", name)
        return link

    def drop(self, name: str) -> None:
        """Keep a table no longer; another node may."""
        self.tables.pop(name, None)
        self.waiting.forget(name)
        self._leases.give_up(name)
        for hear in self.gone:
            hear(name)

    def table_writer(self, name: str) -> TableWriter:
        found = self.tables.get(name)
        if found is None:
            raise Refusal("table/unknown", f"there is no open table {shown(name)}", "table")
        return found

    def need_known(self, name: str) -> None:
        """Open or closed, a table of this name has been here."""
        with self.store.reading() as reader:
            if not reader.stream(table_stream(name)).version:
                raise Refusal("table/unknown", f"there was never a table {shown(name)}", "table")

    def _tell(self, table_writer: TableWriter) -> None:
        for listener in self.listeners:
            listener(table_writer.news(self.clock()))

    def keep_leases(self) -> None:
        """Renew what this node holds; a table that another has taken is kept no longer."""
        for name in self._leases.renew(list(self.tables)):
            self.drop(name)

    @property
    def leases(self) -> Leases:
        return self._leases
