"""Carries orders out: one at a time at each table, those of many tables in one transaction."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from functools import partial

from uth.core.refusal import Refusal
from uth.floor.floor import Floor
from uth.floor.tables.commit_builder import PreparedCommit
from uth.floor.tables.orders import Answer, Order
from uth.ledger.journal.batch import Result
from uth.ledger.writer import Submitted, Writer

LOG = logging.getLogger("uth.floor")
TRIES = 8
"""How often an order is prepared because another node moved the meter first, or a lease expired."""
RENEWAL = 0.25
"""Seconds until an order is prepared again whose table's lease has expired.

Nobody else has the table yet, and this node renews its leases all the time.
"""
PAUSE, LONGEST_PAUSE = 0.004, 0.016
"""Seconds between two transactions, for each batch of the first and at most.

A transaction costs as much as three of its batches. So on a busy floor, where more than one order
comes within a pause, transactions grow and orders wait for each other; elsewhere they don't.
"""

Done = Callable[[Answer | Exception], None]


class TableQueue:
    """The work at one table: each piece begins when the one before it has ended."""

    def __init__(self) -> None:
        self.busy: bool = False
        self._waiting: deque[Callable[[], None]] = deque()

    def run(self, begin: Callable[[], None]) -> None:
        """Begin now or later; `end` is called when the work has ended."""
        if self.busy:
            self._waiting.append(begin)
        else:
            self.busy = True
            begin()

    def end(self) -> None:
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._waiting.popleft())
        else:
            self.busy = False

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        """Wait until no order is carried out, and hold others back meanwhile."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.run(lambda: self.end() if turn.done() else turn.set_result(None))
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self.end()
            raise
        try:
            yield
        finally:
            self.end()


class _Work:
    """An order under way."""

    __slots__ = ("done", "order", "prepared", "tries")

    def __init__(self, order: Order, done: Done) -> None:
        self.order = order
        self.done = done
        self.tries = 0
        self.prepared: PreparedCommit


class OrderQueue:
    """Prepares orders, commits them through the writer thread, and concludes them."""

    def __init__(self, floor: Floor, writer: Writer) -> None:
        self._floor = floor
        self._writer = writer
        self.tables: defaultdict[str, TableQueue] = defaultdict(TableQueue)
        self._batches: list[Submitted] = []
        """Of orders that were prepared since the last transaction was handed over."""
        self._paused_until = 0.0
        self._results: deque[tuple[_Work, Result]] = deque()
        self._collecting = False

    @property
    def writable(self) -> bool:
        """Whether orders can be committed, judging by the last ones."""
        return self._writer.running

    @property
    def outages(self) -> int:
        """How often it began that nothing could be committed."""
        return self._writer.outages

    async def perform(self, order: Order) -> Answer:
        """Carry out an order; cancelling the caller (a socket that closes) does not cancel it."""
        return await answer_of(partial(self.start, order))

    def start(self, order: Order, done: Done) -> None:
        """Carry out an order when its turn comes; `done` is called with the answer or the error."""
        work = _Work(order, done)
        self.tables[order.table].run(partial(self._prepare, work))

    @contextlib.asynccontextmanager
    async def alone(self, table: str) -> AsyncIterator[None]:
        """Wait until no order is carried out at a table, and hold others back meanwhile."""
        try:
            async with self.tables[table].alone():
                yield
        finally:
            self._tidy(table)

    def _tidy(self, table: str) -> None:
        """Names of tables that are closed or never were must not pile up."""
        queue = self.tables.get(table)
        if queue is not None and not queue.busy:
            del self.tables[table]

    async def finish_all(self) -> None:
        """Wait for all orders that were sent."""
        for table in list(self.tables):
            async with self.alone(table):
                pass

    def _prepare(self, work: _Work) -> None:
        work.tries += 1
        try:
            if work.tries > TRIES:
                raise Refusal("meter/busy", where=work.order.table)
            work.prepared = self._floor.prepare(work.order)
        except Exception as error:
            self._end(work, error)
            return
        loop = asyncio.get_running_loop()
        if not self._batches:
            loop.call_at(self._paused_until, self._hand_over)
        self._batches.append((work.prepared.batch, partial(self._on_result, loop, work)))

    def _hand_over(self) -> None:
        """Submit all that was prepared in one call."""
        batches, self._batches = self._batches, []
        pause = min(PAUSE * len(batches), LONGEST_PAUSE)
        self._paused_until = asyncio.get_running_loop().time() + pause
        try:
            self._writer.submit_all(batches)
        except Refusal as refusal:
            for _, on_result in batches:
                on_result(refusal)

    def _on_result(self, loop: asyncio.AbstractEventLoop, work: _Work, result: Result) -> None:
        """Called by the writer thread; the results of a transaction wake the loop once."""
        self._results.append((work, result))
        if not self._collecting:
            self._collecting = True
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(self._collect)

    def _collect(self) -> None:
        self._collecting = False
        while self._results:
            self._conclude(*self._results.popleft())

    def _conclude(self, work: _Work, result: Result) -> None:
        outcome: Answer | Exception
        try:
            if not isinstance(result, Refusal):
                outcome = self._floor.conclude(work.order, work.prepared, result)
            elif result.code == "lease/expired" and work.tries < TRIES:
                asyncio.get_running_loop().call_later(RENEWAL, self._prepare, work)
                return
            elif self._floor.should_retry(work.order, result):
                self._prepare(work)
                return
            else:
                outcome = result
        except Exception as error:
            outcome = error
        self._end(work, outcome)

    def _end(self, work: _Work, outcome: Answer | Exception) -> None:
        self.tables[work.order.table].end()
        self._tidy(work.order.table)
        work.done(outcome)


async def answer_of(start: Callable[[Done], None]) -> Answer:
    """Start something and wait for its answer."""
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    start(partial(_resolve, answer))
    return await answer


def _resolve(answer: asyncio.Future[Answer], outcome: Answer | Exception) -> None:
    """Answer the caller. If they are gone, a refusal is ignored and an error is logged."""
    if not answer.done():
        if isinstance(outcome, Exception):
            answer.set_exception(outcome)
        else:
            answer.set_result(outcome)
    elif isinstance(outcome, Exception) and not isinstance(outcome, Refusal):
        LOG.error("an order failed after its caller had gone", exc_info=outcome)
