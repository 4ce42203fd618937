"""A house on an event loop: one order at a time a table, many tables in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from uth.core.refusal import Refusal
from uth.floor.cluster.nodes import Node, Nodes, elsewhere
from uth.floor.floor import TRIES, Floor
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.jobs.session_sheets import SessionSheets
from uth.floor.metrics import Metrics
from uth.floor.overload import OverloadMonitor
from uth.floor.records.feed import Feed
from uth.floor.table_summaries import own_summaries
from uth.floor.tables.orders import Answer, Order
from uth.floor.tables.updates import Broadcast, TableCommit
from uth.floor.times import Millis
from uth.ledger.writer import Writer
from uth.web.floor_reader import FloorReader

T = TypeVar("T")
LOG = logging.getLogger("uth.house")
CAPACITY = 5_000
"""How many may be here at once unless told otherwise."""
HURRIED = 2_000
"""So many batches that wait for the disk, and nobody new is seated."""
LONGEST_NAP = 5.0
"""Seconds after which the dealer looks again, whatever he expected; news wake him at once."""
STUMBLED = 1.0
"""Seconds that he waits after something went wrong."""


class FloorRunner:
    """Performs orders by the writer thread, runs the dealers, and hands on the news."""

    def __init__(
        self, floor: Floor, writer: Writer, metrics: Metrics, nodes: Nodes | None = None
    ) -> None:
        self.floor = floor
        self.writer = writer
        self.metrics = metrics
        self.desk = JobQueue()
        self.sheets = SessionSheets(floor.store, self.desk)
        self.nodes = nodes or Nodes(floor.store, floor.clock)
        self.leaving: defaultdict[str, set[Callable[[], None]]] = defaultdict(set)
        """Set when a table is no longer kept here: its sockets end."""
        self.hearers: defaultdict[str, set[Callable[[Broadcast], None]]] = defaultdict(set)
        self.hurry = OverloadMonitor(floor.clock)
        self.draining = False
        self.door = True
        """Whether newcomers are let in; an administrator may shut it for a while."""
        self.capacity = CAPACITY
        self.present: Callable[[], int] = lambda: 0
        """How many are here: open sockets."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._working: set[asyncio.Task[Answer]] = set()
        self._dealers: dict[str, asyncio.Task[None]] = {}
        floor.listeners.append(self._hear)
        floor.gone.append(self._leave)
        self.feed = Feed()
        self._floor_reader = FloorReader(floor, self.feed)

    def _hear(self, news: TableCommit) -> None:
        self.metrics.count("uth_commits_total")
        if news.receipt is not None:
            self.metrics.count("uth_rounds_total")
        self._changed[news.name].set()
        hearers = list(self.hearers[news.name])
        if hearers:
            telling = Broadcast(news)
            for hearer in hearers:
                hearer(telling)

    def gauges(self) -> dict[str, Callable[[], int]]:
        """What can be read at any moment, for those who run the service."""
        floor = self.floor
        return {
            "uth_capacity": lambda: self.capacity,
            "uth_tables": lambda: len(floor.tables),
            "uth_seated": lambda: sum(
                sum(1 for _ in table_writer.table.taken()) for table_writer in floor.tables.values()
            ),
            "uth_in_line": lambda: sum(len(floor.waiting.line(name)) for name in floor.tables),
            "uth_approvals": lambda: sum(
                table_writer.table.asked for table_writer in floor.tables.values()
            ),
            "uth_meters_unreachable": lambda: sum(
                not link.reachable for link in floor.links.values()
            ),
            "uth_waiting_batches": lambda: self.writer.waiting,
            "uth_waiting_work": lambda: self.desk.waiting,
            "uth_groups": lambda: self.writer.groups,
            "uth_hurried": lambda: int(self.hurry.hurried()),
            "uth_draining": lambda: int(self.draining),
        }

    def answered(self, seconds: float) -> None:
        """How long somebody has waited for an answer to his order."""
        self.metrics.observe("uth_order_seconds", seconds)
        self.hurry.took(seconds)

    def admit(self) -> None:
        """Turn a newcomer away when the house is full; hands in progress are finished."""
        if not self.door:
            raise Refusal("service/door", "the house takes nobody new for now")
        self.need_room()
        self.unhurried()

    def need_room(self) -> None:
        """Whether one more may be here; those who watch the house come in by a shut door too."""
        if self.draining or self.present() >= self.capacity:
            raise Refusal("service/full", "the house is full; try again later")

    def seat_more(self) -> None:
        """Whether anybody may sit down now who is here already."""
        if not self.door:
            raise Refusal("service/door", "nobody new is seated for now")
        self.unhurried()

    def unhurried(self) -> None:
        """Seat nobody new while the house can't keep up with those who are here."""
        if self.writer.waiting >= HURRIED or self.hurry.hurried():
            raise Refusal("service/full", "the house has its hands full; try again later")

    def _leave(self, name: str) -> None:
        for leave in list(self.leaving.pop(name, ())):
            leave()

    async def perform(self, order: Order) -> Answer:
        """As `House.perform`, but other tables go on while this one waits for the disk.

        One who stops waiting for it (a socket that closes) does not stop it: what is on its way
        to the disk is taken in by the table whatever happens.
        """
        task = asyncio.create_task(self._perform(order))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_unheard)
            raise

    async def _perform(self, order: Order) -> Answer:
        async with self._locks[order.table]:
            for _ in range(TRIES):
                prepared = self.floor.prepare(order)
                if isinstance(prepared, Answer):
                    return prepared
                try:
                    committed = await asyncio.wrap_future(self.writer.submit(prepared.batch))
                except Refusal as no:
                    if not self.floor.again(order, no):
                        raise
                    continue
                return self.floor.conclude(order, prepared, committed)
        raise Refusal("meter/busy", "the meter moves too fast; try again", order.table)

    async def alone(self, table: str, work: Callable[[], T]) -> T:
        """Something that the house itself does at a table, with nobody else at it."""
        async with self._locks[table]:
            found = work()
        self.watch_tables()
        self._changed[table].set()
        return found

    def watch_tables(self) -> None:
        """A dealer for every table that has none."""
        for name in self.floor.tables:
            task = self._dealers.get(name)
            if task is None or task.done():
                self._dealers[name] = asyncio.create_task(self._deal(name), name=f"dealer {name}")

    async def _deal(self, name: str) -> None:
        while name in self.floor.tables:
            try:
                await self._step(name)
            except Refusal:
                self.metrics.count("uth_faults_total")
                await asyncio.sleep(STUMBLED)
            except Exception:
                LOG.exception("the dealer stumbled", extra={"table": name})
                self.metrics.count("uth_faults_total")
                await asyncio.sleep(STUMBLED)

    async def _step(self, name: str) -> None:
        """Do what is due, or wait until something is."""
        self._changed[name].clear()
        found = self.floor.look(name)
        if not isinstance(found, Order):
            await self._nap(name, found)
            return
        try:
            await self.perform(found)
        except Refusal as no:
            self.floor.note_refusal(found, no)
        await asyncio.sleep(0)

    async def _nap(self, name: str, until: Millis | None) -> None:
        left = LONGEST_NAP if until is None else (until - self.floor.clock()) / 1_000
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(max(left, 0.001), LONGEST_NAP)):
                await self._changed[name].wait()

    async def run_cluster(self) -> None:
        """Where several nodes serve one house: renew leases, take over what was left, read on.

        The store is asked beside the loop: one that does not answer holds up nobody who needs
        nothing from it, and a lease that is waited for lets no other run out.
        """
        async with asyncio.TaskGroup() as group:
            group.create_task(self._now_and_then(self._keep_up))
            group.create_task(self._now_and_then(self._take_over))
            reader = self._floor_reader
            group.create_task(self._now_and_then(reader.read_on, reader.rest))

    async def _now_and_then(
        self,
        work: Callable[[], Awaitable[None]],
        rest: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        while not self.draining:
            try:
                await work()
            except Refusal:
                self.metrics.count("uth_faults_total")
            except Exception:
                LOG.exception("minding the nodes stumbled")
                self.metrics.count("uth_faults_total")
            self.watch_tables()
            await rest(self.floor.leases.pause)

    async def _keep_up(self) -> None:
        """Keep what is ours, and say how it stands."""
        floor = self.floor
        for name in await asyncio.to_thread(floor.leases.renew, list(floor.tables)):
            floor.drop(name)
        await asyncio.to_thread(self.nodes.tell, own_summaries(floor, self.nodes))

    async def _take_over(self) -> None:
        """What nobody keeps; a table that can't be had now holds up no other."""
        failed: Refusal | None = None
        for name in await asyncio.to_thread(self.floor.free):
            try:
                await self._take_up(name)
            except Refusal as no:
                if no.code != "lease/held":
                    failed = failed or no
        if failed is not None:
            raise failed

    async def _take_up(self, name: str) -> None:
        """Keep a table from now on; a lease that a dead node's commit still locks is waited for."""
        async with self._locks[name]:
            if name not in self.floor.tables:
                await asyncio.to_thread(self.floor.leases.take, name)
                self.floor.take_up(name)
        self.watch_tables()

    async def where(self, table: str) -> Node | None:
        """The node to hand on to, if another keeps a table; what nobody keeps is taken up here."""
        floor = self.floor
        if table in floor.tables or not self.nodes.shared:
            return None
        node = self.nodes.owner_of(table)
        if node is None and floor.is_open(table):
            try:
                await self._take_up(table)
            except Refusal as no:
                if no.code != "lease/held":
                    raise
                node = self.nodes.owner_of(table)
        if node is not None and not node.url:
            raise elsewhere(node, table)
        return node

    async def stop(self) -> None:
        """Take no more orders, let the dealers go, finish what waits."""
        self.draining = True
        for task in self._dealers.values():
            task.cancel()
        await asyncio.gather(*self._dealers.values(), return_exceptions=True)
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.to_thread(self.desk.close)
        await asyncio.to_thread(self.writer.close)


def _unheard(task: asyncio.Task[Answer]) -> None:
    """Nobody waits for it any more: a refusal has no hearer, a fault still goes into the log."""
    if task.cancelled():
        return
    fault = task.exception()
    if fault is not None and not isinstance(fault, Refusal):
        LOG.error("an order failed when nobody waited for it", exc_info=fault)
