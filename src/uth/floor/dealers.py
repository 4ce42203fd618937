"""Runs the dealers: one timer a table, set anew after every commit there."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from uth.core.refusal import Refusal
from uth.floor.floor import Floor
from uth.floor.metrics import Metrics
from uth.floor.order_queue import OrderQueue
from uth.floor.tables.dealer import waits_for_wagers
from uth.floor.tables.orders import Answer, Order
from uth.floor.tables.updates import TableCommit
from uth.table.events import Acted, WagersPlaced

LOG = logging.getLogger("uth.floor")
LONGEST_NAP = 5.0
"""The most seconds until a dealer looks at the table again; a commit wakes it at once."""
AFTER_FAULT = 1.0
"""Seconds that a dealer waits after an error."""


def waits_for_others(news: TableCommit) -> bool:
    """Whether somebody acted or wagered and others are still to do so: nothing is due earlier.

    The first wager of a round is not among them: the time to bet counts from it.
    """
    progress = news.progress
    if not news.events or progress.turn > progress.version - len(news.events):
        return False
    if isinstance(news.events[0], WagersPlaced):
        return 0 < progress.times.wagered < news.at and waits_for_wagers(progress.table)
    return isinstance(news.events[0], Acted)


class Dealers:
    """Carries out what is due at each table, one order after the other."""

    def __init__(self, floor: Floor, orders: OrderQueue, metrics: Metrics) -> None:
        self._floor = floor
        self._orders = orders
        self._metrics = metrics
        self._timers: dict[str, asyncio.Handle] = {}
        self._dealing: set[str] = set()
        """Tables at which an order of the dealer is under way."""
        self._outages: dict[str, int] = {}
        """How many outages of the store there had been when each table was last looked at."""
        self._stopped = False

    def watch(self) -> None:
        """Start a dealer for every table that has none."""
        for name in self._floor.tables:
            if name not in self._timers and name not in self._dealing:
                self._wake(name)

    def hear(self, news: TableCommit) -> None:
        """A commit: what is due may change, unless the table still waits for others."""
        if not waits_for_others(news):
            self.wake(news.name)

    def wake(self, name: str) -> None:
        """A table has changed: look what is due there, if it has a dealer."""
        if name in self._timers:
            self._wake(name)

    def stop(self) -> None:
        self._stopped = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()

    def _wake(self, name: str, seconds: float = 0.0) -> None:
        if self._stopped:
            return
        timer = self._timers.get(name)
        if timer is not None:
            timer.cancel()
        loop, look = asyncio.get_running_loop(), partial(self._look, name)
        self._timers[name] = loop.call_later(seconds, look) if seconds else loop.call_soon(look)

    def _look(self, name: str) -> None:
        """Carry out the order that is due, or wait until one is."""
        del self._timers[name]
        if name not in self._floor.tables:
            self._outages.pop(name, None)
            return
        outages = self._orders.outages
        before = self._outages.setdefault(name, outages)
        if not self._orders.writable:
            self._wake(name, AFTER_FAULT)
            return
        if before != outages:
            self._outages[name] = outages
            self._floor.tables.start_anew(name)
        try:
            due = self._floor.schedule.next(name)
        except Exception as error:
            self._rest(name, error)
            return
        if isinstance(due, Order):
            self._dealing.add(name)
            fund = self._floor.schedule.funding(due)
            if fund is None:
                self._start(due)
            else:
                booking = asyncio.get_running_loop().run_in_executor(None, fund)
                booking.add_done_callback(partial(self._funded, due))
            return
        left = LONGEST_NAP if due is None else (due - self._floor.clock()) / 1_000
        self._wake(name, min(max(left, 0.001), LONGEST_NAP))

    def _funded(self, order: Order, booking: asyncio.Future[None]) -> None:
        """A bot has its money, or the store failed."""
        error = None if booking.cancelled() else booking.exception()
        if isinstance(error, Exception):
            self._done(order, error)
        else:
            self._start(order)

    def _start(self, order: Order) -> None:
        self._orders.start(order, partial(self._done, order))

    def _done(self, order: Order, outcome: Answer | Exception) -> None:
        self._dealing.discard(order.table)
        try:
            if isinstance(outcome, Refusal):
                self._floor.schedule.refused(order)
            elif isinstance(outcome, Exception):
                raise outcome
        except Exception as error:
            self._rest(order.table, error)
        else:
            self._wake(order.table)

    def _rest(self, name: str, error: Exception) -> None:
        if not isinstance(error, Refusal):
            LOG.error("the dealer failed", exc_info=error, extra={"table": name})
        self._metrics.count("uth_faults_total")
        self._wake(name, AFTER_FAULT)
