"""A floor on an event loop: its orders, its dealers, and who is notified of its commits."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple, TypeVar

from uth.core.refusal import Refusal
from uth.floor.cluster.nodes import Node, Nodes, elsewhere
from uth.floor.dealers import Dealers
from uth.floor.feed_reader import FeedReader
from uth.floor.floor import Floor
from uth.floor.jobs import design_worker
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.jobs.preparation import Preparation
from uth.floor.jobs.session_sheets import SessionSheets
from uth.floor.metrics import Metrics
from uth.floor.order_queue import OrderQueue
from uth.floor.overload import OverloadMonitor
from uth.floor.records.feed import Feed
from uth.floor.store_steps import Steps, in_threads
from uth.floor.table_list import TableList, TableOpeners
from uth.floor.table_summaries import own_summaries
from uth.floor.tables.updates import Broadcast, TableCommit
from uth.ledger.writer import Writer

T = TypeVar("T")
LOG = logging.getLogger("uth.floor")
CAPACITY = 5_000
"""The default for the most open sockets."""
WRITE_THREADS = 4
MOST_WAITING = 2_000
"""From this many waiting batches on, nobody new is seated."""


class Viewer(NamedTuple):
    """Somebody who follows a table."""

    hear: Callable[[Broadcast], None]
    """Called with every commit there."""
    leave: Callable[[], None]
    """Called when the table no longer runs here."""


class FloorRunner:
    """Carries out orders, runs the dealers, broadcasts commits, and admits people."""

    def __init__(
        self, floor: Floor, writer: Writer, metrics: Metrics, nodes: Nodes | None = None
    ) -> None:
        self.floor = floor
        self.writer = writer
        self.metrics = metrics
        self.jobs: JobQueue = JobQueue()
        self.designs: JobQueue = JobQueue(design_worker.COMMAND, design_worker.LONGEST, needed=())
        """Reads what visitors wrote."""
        self.preparation: Preparation = Preparation(self.jobs)
        self.sheets: SessionSheets = SessionSheets(floor.store, self.jobs)
        self.nodes: Nodes = nodes or Nodes(floor.store, floor.clock)
        self.table_list: TableList = TableList(floor, self.nodes)
        self.openers: TableOpeners = TableOpeners(floor)
        self.viewers: defaultdict[str, set[Viewer]] = defaultdict(set)
        self._broadcasts: dict[str, Broadcast] = {}
        """The last one of each table that somebody follows."""
        self.overload: OverloadMonitor = OverloadMonitor(floor.clock)
        self.draining: bool = False
        self.door = True
        """Whether newcomers are admitted; an administrator may stop that for a while."""
        self.capacity = CAPACITY
        self.present: Callable[[], int] = lambda: 0
        """The number of open sockets."""
        self._lease_thread = ThreadPoolExecutor(1, "uth-leases")
        """Renews leases, however busy the threads are that everybody shares."""
        floor.leases.later = self._release_later
        self._write_threads = ThreadPoolExecutor(WRITE_THREADS, "uth-writes")
        """Open and close tables; while they wait for the store, the others can read."""
        self.orders: OrderQueue = OrderQueue(floor, writer)
        self.dealers: Dealers = Dealers(floor, self.orders, metrics)
        floor.tables.release_listeners.append(self._leave)
        self.feed: Feed = Feed()
        self._feed_reader = FeedReader(floor, self.feed)
        for hear in (self._hear, self._feed_reader.hear):
            floor.listeners.append(partial(self._notify, hear))

    @contextmanager
    def following(self, table: str, viewer: Viewer) -> Iterator[None]:
        """Let somebody follow a table meanwhile."""
        self.viewers[table].add(viewer)
        try:
            yield
        finally:
            self.viewers[table].discard(viewer)
            if not self.viewers[table]:
                del self.viewers[table]
                self._broadcasts.pop(table, None)

    def _notify(self, hear: Callable[[T], None], news: T) -> None:
        """Pass on what is durable: if a listener fails, neither the order nor the others do."""
        try:
            hear(news)
        except Exception as error:
            self._fail(error)

    def _fail(self, error: Exception) -> None:
        LOG.error("a listener failed", exc_info=error)
        self.metrics.count("uth_faults_total")

    def _hear(self, news: TableCommit) -> None:
        self.metrics.count("uth_commits_total")
        if news.receipt is not None:
            self.metrics.count("uth_rounds_total")
        self.dealers.hear(news)
        viewers = list(self.viewers.get(news.name, ()))
        if viewers:
            broadcast = Broadcast(news, self._broadcasts.get(news.name))
            self._broadcasts[news.name] = broadcast
            for hear, _ in viewers:
                try:
                    hear(broadcast)
                except Exception as error:
                    self._fail(error)

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
            "uth_waiting_work": lambda: self.jobs.waiting,
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
        self.need_room()
        self.seat_more()

    def need_room(self) -> None:
        """Refuse one more socket when the floor is full; who only watches needs no open door."""
        if self.draining or self.present() >= self.capacity:
            raise Refusal("service/full")

    def seat_more(self) -> None:
        """Refuse a seat while newcomers are not admitted or the floor is overloaded."""
        if not self.door:
            raise Refusal("service/door")
        if self.writer.waiting >= MOST_WAITING or self.overload.overloaded():
            raise Refusal("service/full")

    def _leave(self, name: str) -> None:
        for viewer in list(self.viewers.get(name, ())):
            viewer.leave()

    async def alone(self, table: str, work: Steps[T]) -> T:
        """Do something at a table while no order is carried out there."""
        async with self.orders.alone(table):
            result = await in_threads(work, self._write_threads)
        self.dealers.watch()
        self.dealers.wake(table)
        return result

    def _release_later(self, release: Callable[[], None]) -> None:
        """Release a lease in its thread, or at once where there is no event loop to hold up."""
        try:
            asyncio.get_running_loop().run_in_executor(self._lease_thread, release)
        except RuntimeError:
            release()

    async def recover(self) -> None:
        """Load the tables; the time to act at each starts anew."""
        tables = self.floor.tables
        await in_threads(tables.recover_steps(), self._write_threads)
        tables.resume(tables)
        self.dealers.watch()

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
            self.dealers.watch()
            await rest(self.floor.leases.pause)

    async def _keep_up(self) -> None:
        """Renew this node's leases, and publish summaries of its tables."""
        floor = self.floor
        loop = asyncio.get_running_loop()
        renewing = loop.run_in_executor(self._lease_thread, floor.leases.renew, list(floor.tables))
        for name in await renewing:
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
        async with self.orders.alone(name):
            if name not in self.floor.tables:
                await asyncio.to_thread(self.floor.leases.acquire, name)
                await in_threads(self.floor.tables.acquire_steps(name), self._write_threads)
                self.floor.tables.resume([name])
        self.dealers.watch()

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
        self.dealers.stop()
        await self.orders.finish_all()
        await asyncio.to_thread(self._lease_thread.shutdown)
        await asyncio.to_thread(self._write_threads.shutdown)
        await asyncio.to_thread(self.jobs.close)
        await asyncio.to_thread(self.designs.close)
        await asyncio.to_thread(self.writer.close)
