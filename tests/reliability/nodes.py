"""Simulated nodes: a shared database, and a connection to it that fails."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

from tests.floor.sources import Bytes
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.cluster.leases import Leases
from uth.floor.floor import Floor
from uth.floor.metrics import Metrics
from uth.floor.runner import FloorRunner
from uth.floor.tables.pace import Pace
from uth.ledger.journal.batch import Batch, Committed, Result
from uth.ledger.journal.store import Lease, Reader, StoredAnswer
from uth.ledger.writer import Submitted, Writer

T = TypeVar("T")
LEASE = 4_000
PATIENCE = 6.0
"""Seconds until a node gives up on a commit without an answer."""
DELAYS, LATE = (0.002, 0.01, 0.05, 0.4), 5.0
"""Seconds of delay on the way to the database."""
PACE = Pace(step=150, betting=1_500, acting=2_000, offering=1_000, again=2_000)
EPOCH = 1_750_000_000_000


def unreachable() -> Refusal:
    return Refusal("store/unreachable", reason="cut off")


class Dead(BaseException):
    """The process of the node is gone."""


class Database:
    """The store that all nodes share; it records who wrote to which table in which epoch."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self.store = MemoryStore(clock)
        self.clock = clock
        self.fenced = 0
        """How many commits were refused because of a lease."""
        self.intruders: list[str] = []
        """Commits by a node that did not hold the lease of the table."""
        self.writers: dict[tuple[str, int], set[str]] = {}
        self.last: dict[str, int] = {}
        """When each stream last grew."""

    def apply(self, node: str, batch: Batch) -> Committed:
        with self.store.reading() as reader:
            rows = [reader.stream(append.stream) for append in batch.appends]
        done = self.store.commit(batch)
        if done.repeated:
            return done
        for row in rows:
            self.last[row.stream] = self.clock()
            if row.stream.startswith("table/"):
                self.writers.setdefault((row.stream, row.epoch), set()).add(node)
                if row.owner != node or row.expires <= self.clock():
                    self.intruders.append(f"{node} wrote to {row.stream}, held by {row.owner}")
        return done


class Connection:
    """The connection of a node to the database, which fails at random."""

    def __init__(self, name: str, base: Database, rng: random.Random) -> None:
        self.name = name
        self.base = base
        self.rng = rng
        self.cut = False
        self.dead = False
        self.trouble = 0.0
        """The chance that a call fails, before or after it was done."""

    def _happens(self, chance: float) -> bool:
        return self.rng.random() < chance

    def call(self, work: Callable[[], T]) -> T:
        """Make a call; the request or the answer may be lost."""
        if self.dead:
            raise Dead
        if self.cut or self._happens(self.trouble):
            raise unreachable()
        done = work()
        if self._happens(self.trouble):
            raise unreachable()
        return done

    def commit(self, batch: Batch) -> Committed:
        return self.call(lambda: self.base.apply(self.name, batch))

    def commit_all(self, batches: Sequence[Batch]) -> list[Result]:
        results: list[Result] = []
        for batch in batches:
            try:
                results.append(self.commit(batch))
            except Refusal as refusal:
                results.append(refusal)
        return results

    def answer(self, actor: str, key: str) -> StoredAnswer | None:
        return self.call(lambda: self.base.store.answer(actor, key))

    def save_rulebook(self, canonical: str) -> str:
        return self.call(lambda: self.base.store.save_rulebook(canonical))

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        return self.call(lambda: self.base.store.acquire(stream, owner, milliseconds))

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        return self.call(lambda: self.base.store.renew(held, milliseconds))

    def release(self, lease: Lease) -> None:
        self.call(lambda: self.base.store.release(lease))

    @contextmanager
    def reading(self) -> Iterator[Reader]:
        with self.call(self.base.store.reading) as reader:
            yield reader

    def close(self) -> None:
        """Nothing is held open."""


class SlowWriter:
    """The writer thread on the virtual loop: a commit takes time in both directions."""

    def __init__(self, connection: Connection) -> None:
        self.store = connection
        self.waiting = self.outages = 0
        self.running = True
        self._connection = connection

    def submit_all(self, submitted: Sequence[Submitted]) -> None:
        for batch, on_result in submitted:
            self._submit(batch, on_result)

    def _submit(self, batch: Batch, on_result: Callable[[Result], None]) -> None:
        connection, loop = self._connection, asyncio.get_running_loop()
        if connection.dead:
            return
        answered = False
        delay = LATE if connection._happens(0.01) else connection.rng.choice(DELAYS)
        lost = connection.cut or connection._happens(connection.trouble)
        loop.call_later(PATIENCE, lambda: answer(unreachable()))

        def arrive() -> None:
            if lost:
                return
            if connection.cut and not connection.dead:
                loop.call_later(0.3, arrive)
                return
            try:
                result: Committed | Refusal = connection.base.apply(connection.name, batch)
            except Refusal as refusal:
                result = refusal
                connection.base.fenced += refusal.code.startswith("lease/")
            if not connection._happens(connection.trouble):
                loop.call_later(delay / 2, answer, result)

        def answer(result: Committed | Refusal) -> None:
            nonlocal answered
            if connection.dead or answered or (connection.cut and not isinstance(result, Refusal)):
                return
            answered = True
            on_result(result)

        loop.call_later(delay, arrive)


class Node:
    """A node: a real floor and runner, on a simulated connection."""

    def __init__(self, name: str, base: Database, seed: str, clock: Callable[[], int]) -> None:
        self.name = name
        self.connection = Connection(name, base, random.Random(f"{seed} line"))
        leases = Leases(self.connection, name, LEASE)
        self.floor = Floor(
            self.connection, clock=clock, source=Bytes(seed), pace=PACE, leases=leases
        )
        self.runner = FloorRunner(self.floor, cast(Writer, SlowWriter(self.connection)), Metrics())
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks.append(asyncio.create_task(self._live()))

    async def _live(self) -> None:
        while True:
            try:
                self.floor.tables.recover()
                break
            except Refusal:
                await asyncio.sleep(1)
        self.runner.dealers.watch()
        await self.runner.run_cluster()

    def kill(self) -> None:
        """Stop at once; commits already sent still reach the database."""
        self.connection.dead = True
        self.runner.dealers.stop()
        for task in self._tasks:
            task.cancel()
