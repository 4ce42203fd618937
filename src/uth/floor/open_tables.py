"""The tables that this node runs: loaded from the store, released to other nodes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial

from msgspec import MsgspecError
from msgspec.structs import replace

from uth.core.refusal import Refusal
from uth.floor.cage import bookings as cage
from uth.floor.clock import SECOND, Clock
from uth.floor.cluster.leases import Leases
from uth.floor.fairness.randomness import Source
from uth.floor.meters.linked_meter import LinkedMeter, open_meter
from uth.floor.meters.meter_names import is_shared, may_feed
from uth.floor.people.limit_tracking import StoredLimits
from uth.floor.store_steps import Steps, at_once
from uth.floor.tables.pace import Pace
from uth.floor.tables.progress import resumed
from uth.floor.tables.recovery import recover_table, rules_of_table
from uth.floor.tables.table_status import table_status
from uth.floor.tables.table_writer import TableWriter
from uth.floor.tables.updates import Listener
from uth.floor.tables.waiting_list import WaitingList
from uth.ledger.journal.store import Store
from uth.rulebook.model import Rulebook

LOG = logging.getLogger("uth.floor")
UNREADABLE = (ArithmeticError, AttributeError, LookupError, MsgspecError, TypeError, ValueError)
"""What reading a damaged journal ends with."""
TEMPORARY = ("lease", "store")
"""Kinds of refusals that are not about the table itself: it may be loaded later."""


class OpenTables(dict[str, TableWriter]):
    """Open tables by name; everything here can be read again from the store."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        source: Source,
        pace: Pace,
        leases: Leases,
        waiting: WaitingList,
        limits: StoredLimits,
        publish: Listener,
    ) -> None:
        super().__init__()
        self._store = store
        self._clock = clock
        self._source = source
        self.pace = pace
        self._leases = leases
        self._waiting = waiting
        self._limits = limits
        self._publish = publish
        self.terms: dict[str, cage.Opened] = {}
        """How each table was opened: by whom, at which pace."""
        self.refused: dict[str, Refusal] = {}
        """Open tables that this node does not run, because their record is refused."""
        self.links: dict[str, LinkedMeter] = {}
        self.release_listeners: list[Callable[[str], object]] = []
        """Called with the name of a table that this node no longer runs."""
        self._closed: dict[str, int] = {}
        """Tables known to be closed, by the version of their floor stream."""

    def writer(self, name: str) -> TableWriter:
        table_writer = self.get(name)
        if name in self.refused:
            reason = self.refused[name].code
            raise Refusal("table/refused", table=name, reason=reason, where="table")
        if table_writer is None:
            raise Refusal("table/unknown", table=name, where="table")
        return table_writer

    def pace_of(self, name: str) -> Pace:
        """The table's own pace, or that of the floor."""
        terms = self.terms.get(name)
        if terms is None or (terms.pace is None and terms.timed):
            return self.pace
        step = self.pace.step if terms.pace is None else terms.pace
        again = self.pace.again if terms.pace is None else max(step, SECOND // 4)
        return replace(self.pace, step=step, timed=terms.timed, again=min(self.pace.again, again))

    def is_open(self, name: str) -> bool:
        with self._store.reading() as reader:
            return isinstance(table_status(reader, name), cage.Opened)

    # Loading and releasing

    def recover_steps(self) -> Steps[None]:
        """Load every open table that no other node holds, in the middle of its round if need be.

        A table that cannot be loaded yet does not delay the others; its refusal is raised last.
        One whose record is refused is not run: see `refused`.
        """
        if not self:
            with self._store.reading() as reader:
                self._limits.catch_up(reader)
        failure: Refusal | None = None
        for name in self.unowned():
            try:
                yield from self.load_steps(name)
            except Refusal as refusal:
                if refusal.code != "lease/held" and name not in self.refused:
                    failure = failure or refusal
        if failure is not None:
            raise failure

    @at_once(recover_steps)
    def recover(self) -> None: ...

    def unowned(self) -> list[str]:
        """Open tables that no node holds; known closed ones are skipped."""
        with self._store.reading() as reader:
            now = reader.now()
            rows = [row for row in reader.streams("table/") if row.version]
            versions = {row.stream: row.version for row in reader.streams("floor/")}
        names = []
        for row in rows:
            name = row.stream.removeprefix("table/")
            version = versions.get(cage.floor_stream(name), 0)
            if name in self or name in self.refused or self._closed.get(name) == version:
                continue
            if row.expires > now and not self._leases.own(row.owner):
                continue
            if self.is_open(name):
                names.append(name)
            else:
                self._closed[name] = version
        return names

    def acquire_steps(self, name: str) -> Steps[None]:
        """Run a table that another node has left; refused while that node holds the lease.

        If the table was closed meanwhile, the lease is released.
        """
        if name in self:
            return
        if name in self.refused:
            self._leases.release(name)
            raise self.refused[name]
        if self.is_open(name):
            table_writer = yield from self.load_steps(name)
            self._publish(table_writer.news(self._clock()))
        else:
            self._leases.release(name)

    @at_once(acquire_steps)
    def acquire(self) -> None: ...

    def resume(self, names: Iterable[str]) -> None:
        """Let the time to act at some tables start anew: an outage costs nobody a hand."""
        for name in names:
            if name in self:
                self[name].progress = resumed(self[name].progress, self._clock())

    def start_anew(self, name: str) -> None:
        """After an outage of the store, let the time to act start anew and say so to viewers."""
        self.resume([name])
        self._publish(self[name].news(self._clock()))

    def load_steps(self, name: str) -> Steps[TableWriter]:
        """Read a table from its journal; also when the store may hold more than memory.

        A table whose record is refused is named in the log, and the others go on.
        """
        epoch = yield partial(self._leases.acquire, name)
        try:
            return (yield from self._read_steps(name, epoch))
        except Refusal as refusal:
            if refusal.code.partition("/")[0] in TEMPORARY:
                raise
            failure = refusal
        except UNREADABLE as error:
            failure = Refusal("journal/unreadable", where=name, error=type(error).__name__)
        self.release(name)
        self.refused[name] = failure
        LOG.error("a table is not run", extra={"table": name, "fault": failure.code})
        raise failure

    def _read_steps(self, name: str, epoch: int) -> Steps[TableWriter]:
        with self._store.reading() as reader:
            opened = table_status(reader, name)
            linked = ""
            if isinstance(opened, cage.Opened):
                self.terms[name], linked = opened, opened.link
            rules = rules_of_table(reader, name)
        link = yield from self.link_steps(linked, rules)
        with self._store.reading() as reader:
            if link is not None and link.lost:
                link.refresh(reader)
            table_writer, restored = recover_table(
                reader, name, rules, link=link, source=self._source, epoch=epoch
            )
            self._waiting.load(name, reader)
            self._limits.count(reader, name)
        if restored:
            yield from self._restore_steps(table_writer)
        self[name] = table_writer
        return table_writer

    @at_once(load_steps)
    def load(self) -> None: ...

    def link_steps(self, name: str, rules: Rulebook) -> Steps[LinkedMeter | None]:
        """The meter of this name, opened if it is new; None for a house without one."""
        if not name or not rules.progressive.offered:
            return None
        if is_shared(name) and not rules.approved:
            raise Refusal("meter/own_house", where=name, clause="Q-29")
        if name not in self.links:
            made = yield partial(
                open_meter, self._store, name, rules, at=self._clock(), source=self._source
            )
            self.links.setdefault(name, made)  # another table may have been first
        link = self.links[name]
        if not may_feed(rules, link.rules):
            raise Refusal("meter/terms", where=name)
        return link

    @at_once(link_steps)
    def link(self) -> None: ...

    def _restore_steps(self, table_writer: TableWriter) -> Steps[None]:
        """Continue from a backup: void the open round, and commit to a new seed."""
        prepared = table_writer.restore(self._clock())
        yield partial(self._store.commit, prepared.batch)
        table_writer.apply(prepared)
        self._publish(prepared.news)

    def release(self, name: str) -> None:
        """Stop running a table, so that another node may; a meter that only it fed is forgotten."""
        self.pop(name, None)
        terms = self.terms.pop(name, None)
        if terms and all(other.link != terms.link for other in self.terms.values()):
            self.links.pop(terms.link, None)
        self._waiting.forget(name)
        self._leases.release(name)
        for listener in self.release_listeners:
            listener(name)
