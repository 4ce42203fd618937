"""Runs a floor on an event loop: one order at a time per table, many tables per transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import TypeVar

from uth.core.refusal import Refusal
from uth.floor.clock import Millis
from uth.floor.cluster.nodes import Node, Nodes, elsewhere
from uth.floor.feed_reader import FeedReader
from uth.floor.floor import Floor
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.jobs.session_sheets import SessionSheets
from uth.floor.metrics import Metrics
from uth.floor.overload import OverloadMonitor
from uth.floor.records.feed import Feed
from uth.floor.table_summaries import own_summaries
from uth.floor.tables.orders import Answer, Order
from uth.floor.tables.updates import Broadcast, TableCommit
from uth.ledger.writer import Writer

T = TypeVar("T")
LOG = logging.getLogger("uth.floor")
TRIES = 8
"""How often an order is prepared again because another node moved the meter first."""
CAPACITY = 5_000
"""The default for the most open sockets."""
MOST_WAITING = 2_000
"""From this many waiting batches on, nobody new is seated."""
LONGEST_NAP = 5.0
"""The most seconds until a dealer looks at the table again; a commit wakes it at once."""
AFTER_FAULT = 1.0
"""Seconds that a dealer waits after an error."""


class FloorRunner:
    """Commits orders through the writer thread, runs the dealers, and broadcasts commits."""

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
        """Called when a table no longer runs here, to close its sockets."""
        self.hearers: defaultdict[str, set[Callable[[Broadcast], None]]] = defaultdict(set)
        self.overload = OverloadMonitor(floor.clock)
        self.draining = False
        self.door = True
        """Whether newcomers are admitted; an administrator may stop that for a while."""
        self.capacity = CAPACITY
        self.present: Callable[[], int] = lambda: 0
        """The number of open sockets."""
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._working: set[asyncio.Task[Answer]] = set()
        self._dealers: dict[str, asyncio.Task[None]] = {}
        floor.listeners.append(self._hear)
        floor.tables.release_listeners.append(self._leave)
        self.feed = Feed()
        self._feed_reader = FeedReader(floor, self.feed)

    def _hear(self, news: TableCommit) -> None:
        self.metrics.count("uth_commits_total")
        if news.receipt is not None:
            self.metrics.count("uth_rounds_total")
        self._changed[news.name].set()
        hearers = list(self.hearers[news.name])
        if hearers:
            broadcast = Broadcast(news)
            for hearer in hearers:
                hearer(broadcast)

    def gauges(self) -> dict[str, Callable[[], int]]:
        """Gauges for the people who run the service."""
        floor = self.floor
        return {
            "uth_capacity": lambda: self.capacity,
            "uth_tables": lambda: len(floor.tables),
            "uth_seated": lambda: sum(
                sum(1 for _ in table_writer.table.taken()) for table_writer in floor.tables.values()
            ),
            "uth_in_line": lambda: sum(len(floor.waiting.players(name)) for name in floor.tables),
            "uth_approvals": lambda: sum(
                table_writer.table.approval_pending for table_writer in floor.tables.values()
            ),
            "uth_meters_unreachable": lambda: sum(
                not link.reachable for link in floor.tables.links.values()
            ),
            "uth_waiting_batches": lambda: self.writer.waiting,
            "uth_waiting_work": lambda: self.desk.waiting,
            "uth_groups": lambda: self.writer.groups,
            "uth_hurried": lambda: int(self.overload.overloaded()),
            "uth_draining": lambda: int(self.draining),
        }

    def answered(self, seconds: float) -> None:
        """Record how long an order took to be answered."""
        self.metrics.observe("uth_order_seconds", seconds)
        self.overload.took(seconds)

    def admit(self) -> None:
        """Refuse a newcomer when the floor is full or overloaded."""
        if not self.door:
            raise Refusal("service/door", "no newcomers are admitted at the moment")
        self.need_room()
        self.need_capacity()

    def need_room(self) -> None:
        """Refuse one more socket when the floor is full; who only watches needs no open door."""
        if self.draining or self.present() >= self.capacity:
            raise Refusal("service/full", "the floor is full; try again later")

    def seat_more(self) -> None:
        """Refuse a seat while newcomers are not admitted or the floor is overloaded."""
        if not self.door:
            raise Refusal("service/door", "no new players are seated at the moment")
        self.need_capacity()

    def need_capacity(self) -> None:
        """Refuse while the floor can't keep up with the people who are already here."""
        if self.writer.waiting >= MOST_WAITING or self.overload.overloaded():
            raise Refusal("service/full", "the floor is overloaded; try again later")

    def _leave(self, name: str) -> None:
        for leave in list(self.leaving.pop(name, ())):
            leave()

    async def perform(self, order: Order) -> Answer:
        """Carry out an order; other tables continue while this one waits for the disk.

        Cancelling the caller (a socket that closes) does not cancel the order: a batch that was
        handed to the writer is always applied to the table.
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
                except Refusal as refusal:
                    if not self.floor.should_retry(order, refusal):
                        raise
                    continue
                return self.floor.conclude(order, prepared, committed)
        raise Refusal("meter/busy", "too many tables use the meter at once; try again", order.table)

    async def alone(self, table: str, work: Callable[[], T]) -> T:
        """Do something at a table while no order is carried out there."""
        async with self._locks[table]:
            result = work()
        self.watch_tables()
        self._changed[table].set()
        return result

    def watch_tables(self) -> None:
        """Start a dealer for every table that has none."""
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
                await asyncio.sleep(AFTER_FAULT)
            except Exception:
                LOG.exception("the dealer failed", extra={"table": name})
                self.metrics.count("uth_faults_total")
                await asyncio.sleep(AFTER_FAULT)

    async def _step(self, name: str) -> None:
        """Carry out the order that is due, or wait for one."""
        self._changed[name].clear()
        due = self.floor.next_order(name)
        if not isinstance(due, Order):
            await self._nap(name, due)
            return
        try:
            await self.perform(due)
        except Refusal:
            self.floor.note_refusal(due)
        await asyncio.sleep(0)

    async def _nap(self, name: str, until: Millis | None) -> None:
        left = LONGEST_NAP if until is None else (until - self.floor.clock()) / 1_000
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(min(max(left, 0.001), LONGEST_NAP)):
                await self._changed[name].wait()

    async def run_cluster(self) -> None:
        """With several nodes: renew leases, take over unowned tables, and read the feed.

        The store is called in other threads and separate tasks, so that a slow store does not
        block the loop, and waiting for one lease does not let another expire.
        """
        async with asyncio.TaskGroup() as group:
            group.create_task(self._repeatedly(self._keep_up))
            group.create_task(self._repeatedly(self._take_over))
            reader = self._feed_reader
            group.create_task(self._repeatedly(reader.read_on, reader.rest))

    async def _repeatedly(
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
                LOG.exception("a cluster task failed")
                self.metrics.count("uth_faults_total")
            self.watch_tables()
            await rest(self.floor.leases.pause)

    async def _keep_up(self) -> None:
        """Renew this node's leases, and publish summaries of its tables."""
        floor = self.floor
        for name in await asyncio.to_thread(floor.leases.renew, list(floor.tables)):
            floor.tables.release(name)
        await asyncio.to_thread(self.nodes.announce, own_summaries(floor, self.nodes))

    async def _take_over(self) -> None:
        """Run the tables that no node holds; one that can't be acquired delays no other."""
        failure: Refusal | None = None
        for name in await asyncio.to_thread(self.floor.tables.unowned):
            try:
                await self._acquire(name)
            except Refusal as refusal:
                if refusal.code != "lease/held":
                    failure = failure or refusal
        if failure is not None:
            raise failure

    async def _acquire(self, name: str) -> None:
        """Run a table from now on; this may wait for a lease that a dead node's commit locks."""
        async with self._locks[name]:
            if name not in self.floor.tables:
                await asyncio.to_thread(self.floor.leases.acquire, name)
                self.floor.tables.acquire(name)
        self.watch_tables()

    async def where(self, table: str) -> Node | None:
        """The other node that runs a table, if any; a table that no node runs is acquired here."""
        floor = self.floor
        if table in floor.tables or not self.nodes.shared:
            return None
        node = self.nodes.owner_of(table)
        if node is None and floor.tables.is_open(table):
            try:
                await self._acquire(table)
            except Refusal as refusal:
                if refusal.code != "lease/held":
                    raise
                node = self.nodes.owner_of(table)
        if node is not None and not node.url:
            raise elsewhere(node, table)
        return node

    async def stop(self) -> None:
        """Stop the dealers, finish the orders in progress, and close queue and writer."""
        self.draining = True
        for task in self._dealers.values():
            task.cancel()
        await asyncio.gather(*self._dealers.values(), return_exceptions=True)
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.to_thread(self.desk.close)
        await asyncio.to_thread(self.writer.close)


def _unheard(task: asyncio.Task[Answer]) -> None:
    """The caller is gone: a refusal is ignored, an error is logged."""
    if task.cancelled():
        return
    fault = task.exception()
    if fault is not None and not isinstance(fault, Refusal):
        LOG.error("an order failed after its caller had gone", exc_info=fault)
