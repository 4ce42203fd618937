"""A house on an event loop: one order at a time a table, many tables in one transaction."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from typing import TypeVar

from uth.core.refusal import Refusal
from uth.floor.house import TRIES, House
from uth.floor.orders import Answer, Order
from uth.floor.updates import Published
from uth.ledger.writer import Writer
from uth.web.desk import Desk
from uth.web.metrics import Metrics
from uth.web.sheets import Sheets

T = TypeVar("T")
LOG = logging.getLogger("uth.house")
LONGEST_NAP = 1.0
"""Seconds after which the dealer looks again, whatever he expected."""


class Service:
    """Performs orders by the writer thread, runs the dealers, and hands on the news."""

    def __init__(self, house: House, writer: Writer, metrics: Metrics) -> None:
        self.house = house
        self.writer = writer
        self.metrics = metrics
        self.desk = Desk()
        self.sheets = Sheets(house.store, self.desk)
        self.hearers: defaultdict[str, set[Callable[[Published], None]]] = defaultdict(set)
        self.draining = False
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._changed: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._working: set[asyncio.Task[Answer]] = set()
        self._dealers: dict[str, asyncio.Task[None]] = {}
        house.listeners.append(self._hear)

    def _hear(self, news: Published) -> None:
        self.metrics.count("uth_commits_total")
        if news.receipt is not None:
            self.metrics.count("uth_rounds_total")
        self._changed[news.name].set()
        for hearer in list(self.hearers[news.name]):
            hearer(news)

    async def perform(self, order: Order) -> Answer:
        """As `House.perform`, but other tables go on while this one waits for the disk.

        One who stops waiting for it (a socket that closes) does not stop it: what is on its way
        to the disk is taken in by the table whatever happens.
        """
        task = asyncio.create_task(self._perform(order))
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        return await asyncio.shield(task)

    async def _perform(self, order: Order) -> Answer:
        async with self._locks[order.table]:
            for _ in range(TRIES):
                prepared = self.house.prepare(order)
                if isinstance(prepared, Answer):
                    return prepared
                try:
                    committed = await asyncio.wrap_future(self.writer.submit(prepared.batch))
                except Refusal as no:
                    if not self.house.again(order, no):
                        raise
                    continue
                return self.house.conclude(order, prepared, committed)
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
        for name in self.house.tables:
            task = self._dealers.get(name)
            if task is None or task.done():
                self._dealers[name] = asyncio.create_task(self._deal(name), name=f"dealer {name}")

    async def _deal(self, name: str) -> None:
        while name in self.house.tables:
            try:
                happened = await self._step(name)
            except Exception:
                LOG.exception("the dealer stumbled", extra={"table": name})
                self.metrics.count("uth_faults_total")
                await asyncio.sleep(LONGEST_NAP)
                continue
            if not happened:
                await self._nap(name)

    async def _step(self, name: str) -> bool:
        self._changed[name].clear()
        order = self.house.due(name)
        if order is None:
            return False
        try:
            await self.perform(order)
        except Refusal as no:
            self.house.note_refusal(order, no)
        await asyncio.sleep(0)
        return True

    async def _nap(self, name: str) -> None:
        if name not in self.house.tables:
            return
        wake = self.house.wake(name)
        left = LONGEST_NAP if wake is None else (wake - self.house.clock()) / 1_000
        try:
            async with asyncio.timeout(min(max(left, 0.001), LONGEST_NAP)):
                await self._changed[name].wait()
        except TimeoutError:
            return

    async def mind(self) -> None:
        """Where several nodes serve one house: renew leases, and take over what was left."""
        while not self.draining:
            await asyncio.sleep(self.house.leases.pause)
            try:
                self.house.keep_leases()
                self.house.recover()
            except Refusal:
                self.metrics.count("uth_faults_total")
            self.watch_tables()

    async def stop(self) -> None:
        """Take no more orders, let the dealers go, finish what waits."""
        self.draining = True
        for task in self._dealers.values():
            task.cancel()
        await asyncio.gather(*self._dealers.values(), return_exceptions=True)
        await asyncio.gather(*self._working, return_exceptions=True)
        await asyncio.to_thread(self.desk.close)
        await asyncio.to_thread(self.writer.close)
