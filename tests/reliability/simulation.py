"""Several nodes, simulated from a seed, with faults of clock, network and store."""

from __future__ import annotations

import asyncio
import random
from functools import cache
from typing import NamedTuple

from tests.floor.evening import FLOOR, SUPERVISOR, seat_bots
from tests.reliability.nodes import EPOCH, LEASE, PATIENCE, Database, Dead, Node
from tests.reliability.promises import Promises, check_audit, check_meter
from tests.reliability.virtual_loop import run_virtually
from tests.table.driver import rules_of
from uth.core.refusal import Refusal
from uth.floor.meters.meter_names import shared_name
from uth.floor.tables.orders import Answer, Order
from uth.rulebook.model import Rulebook
from uth.table import commands as c
from uth.table.decide import legal
from uth.table.state import Table

TABLES = ("t1", "t2")
NODES = ("north", "south", "east")
STORM, CALM = 25, 5
"""Seconds with faults, and then without."""
RECOVERY = 2 * LEASE + round(PATIENCE * 1_000)
"""Milliseconds after the faults in which play must continue at every table."""
PASSING = ("store/", "lease/", "meter/", "table/unknown", "service/", "books/")
"""Refusals after which a client retries with the same key."""


@cache
def rules(approval: str = "200", hit_by: str = "300") -> Rulebook:
    """Rules with frequent jackpots, mysteries, fractions of a cent and approvals."""
    prizes = {"royal_flush": "100%", "straight_flush": "10%", "straight": "7%", "flush": "5%"}
    prizes |= {"four_of_a_kind": "9%", "full_house": "8%"}
    prizes |= {"three_of_a_kind": "3%", "two_pair": "2%", "pair": "1%"}
    mystery: dict[str, object] = {
        "mystery_share": "60%",
        "mystery_between": ["250", hit_by],
        "main_share": "33.33%",
    }
    return rules_of(
        "hollywood-pa",
        {
            "progressive": {"prizes": prizes, **mystery},
            "payouts": {"approval_above": {"value": approval, "clause": "CR-12"}},
        },
    )


class Counts(NamedTuple):
    """What happened in an evening."""

    rounds: int
    jackpots: int
    mysteries: int
    deaths: int
    cuts: int
    deliveries: int
    acknowledged: int


class Simulation:
    """One evening from one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = random.Random(f"simulation {seed}")
        self.base = Database(self.time)
        self.promises = Promises()
        self.nodes: list[Node] = []
        self._people: list[asyncio.Task[None]] = []
        self.deaths = self.cuts = self.orders = 0
        self.calm = self.over = False
        self.recovered = 0

    def time(self) -> int:
        return EPOCH + round(asyncio.get_running_loop().time() * 1_000)

    def new_node(self, name: str) -> Node:
        skew = self.rng.randint(-3_000, 3_000)
        return Node(
            name, self.base, f"{self.seed} {name} {self.deaths}", lambda: self.time() + skew
        )

    def alive(self) -> list[Node]:
        return [node for node in self.nodes if not node.connection.dead]

    def run(self) -> Simulation:
        run_virtually(self._run())
        return self

    async def _run(self) -> None:
        self.nodes = [self.new_node(name) for name in NODES]
        self._open(self.nodes[0])
        for node in self.nodes:
            node.start()
        self._people = [
            asyncio.create_task(self._client(table, number))
            for table in TABLES
            for number in (1, 2)
        ]
        self._people.append(asyncio.create_task(self._supervisor()))
        await self._storm()
        await self._settle_down()
        for person in self._people:
            assert not person.done(), person.exception()
        self.over = True

    def _open(self, node: Node) -> None:
        for table in TABLES:
            node.floor.open_table(table, rules(), FLOOR, practice=True)
            seat_bots(node.floor, table, 2)

    def check(self) -> Counts:
        """Check that everything happened once, with one owner, a clean audit and right meters."""
        store = self.base.store
        assert self.base.intruders == [], self.base.intruders[0]
        assert all(len(names) == 1 for names in self.base.writers.values()), "two wrote in an epoch"
        self.promises.check(store)
        rounds = check_audit(store)
        jackpots, mysteries = check_meter(store, shared_name(rules()), rules().progressive)
        counted = (self.deaths, self.cuts, self.orders, self.promises.acknowledged)
        return Counts(rounds, jackpots, mysteries, *counted)

    # Faults

    async def _storm(self) -> None:
        rng = self.rng
        for node in self.nodes:
            node.connection.trouble = rng.choice((0, 0.002, 0.02, 0.1))
        loop = asyncio.get_running_loop()
        while loop.time() < STORM:
            await asyncio.sleep(rng.uniform(0.2, 5))
            node = rng.choice(self.nodes)
            if node.connection.dead:
                continue
            if rng.random() < 0.4:
                self._kill(node)
            else:
                self.cuts += 1
                node.connection.cut = not node.connection.cut

    def _kill(self, node: Node) -> None:
        """Kill a node and restart it after a while; others take over its tables."""
        self.deaths += 1
        node.kill()
        wait = self.rng.choice((0.1, 2, 8))
        asyncio.get_running_loop().call_later(wait, self._start_again, node)

    def _start_again(self, node: Node) -> None:
        again = self.new_node(node.name)
        again.connection.trouble = node.connection.trouble * (not self.calm)
        self.nodes[self.nodes.index(node)] = again
        again.start()

    async def _settle_down(self) -> None:
        """End the faults: play must continue at every table within seconds."""
        self.calm = True
        for node in self.nodes:
            node.connection.trouble, node.connection.cut = 0, False
        healed = self.time()
        while not all(self.base.last[f"table/{name}"] > healed for name in TABLES):
            await asyncio.sleep(0.1)
            assert self.time() < healed + RECOVERY, "play does not continue at a table"
        self.recovered = self.time() - healed
        await asyncio.sleep(CALM)

    # People

    async def _client(self, table: str, number: int) -> None:
        player, rng = f"P{number} {table}", random.Random(f"{self.seed} {table} {number}")
        key = 0
        while True:
            await asyncio.sleep(rng.choice((0.1, 0.5, 1)))
            key += 1
            if key % 9 == 1:
                await self._buy(player, rng, f"b{key}")
            seen = self._look(table, rng)
            command = self._idea(seen, player, rng) if seen else None
            if command is not None:
                await self._insist(Order(table, player, command, f"k{key}"), rng)

    def _look(self, table: str, rng: random.Random) -> Table | None:
        writers = [node.floor.tables[table] for node in self.alive() if table in node.floor.tables]
        return rng.choice(writers).table if writers else None

    def _idea(self, table: Table, player: str, rng: random.Random) -> c.Command | None:
        if not table.present(player):
            return c.Sit(player, 3 + int(player[1]), self.promises.amount(1_000_000))
        if rng.random() < 0.25:
            return c.AddChips(player, self.promises.amount(10_000))
        options: list[c.Command] = [
            command for command in legal(table, player, rules()) if isinstance(command, c.Act)
        ]
        if table.phase == "betting" and not table.seat(table.find(player) or 1).wagers:
            options = [c.Wager(player, {"ante": 1_500, "blind": 1_500, "progressive": 500})]
        return rng.choice(options) if options else None

    async def _supervisor(self) -> None:
        rng, key = random.Random(f"{self.seed} floor"), 0
        while True:
            await asyncio.sleep(0.7)
            for name in TABLES:
                seen, key = self._look(name, rng), key + 1
                if seen is None:
                    continue
                command: c.Command | None = None
                if seen.approval_pending:
                    command = c.Approve(FLOOR, seen.due[0].paid)
                elif seen.void_request is not None:
                    command = c.ConfirmVoid(SUPERVISOR)
                elif rng.random() < 0.02:
                    command = c.VoidRound(FLOOR, "shuffler-malfunction")
                if command is not None:
                    actor = SUPERVISOR if isinstance(command, c.ConfirmVoid) else FLOOR
                    await self._insist(Order(name, actor, command, f"f{key}"), rng)

    async def _buy(self, player: str, rng: random.Random, key: str) -> None:
        """Buy in for an amount that nobody else buys in for."""
        amount = self.promises.amount(3_000_000)
        self.promises.requested(player, key, amount)
        for _ in range(5):
            node = rng.choice(self.alive() or self.nodes)
            await asyncio.sleep(0.05)
            try:
                node.floor.books.buy_in(player, amount, player, key)
            except (Refusal, Dead):
                continue
            if rng.random() < 0.2:
                continue  # the answer was lost: the client retries
            self.promises.bought(player, key)
            return

    async def _insist(self, order: Order, rng: random.Random) -> None:
        """Send an order until it is answered or refused for good; sometimes twice at once."""
        self.promises.ordered(order)
        for _ in range(5):
            copies = [
                asyncio.create_task(self._deliver(order, rng))
                for _ in range(rng.choice((1, 1, 1, 2)))
            ]
            done, _ = await asyncio.wait(
                copies, timeout=rng.choice((0.3, 2, 8)), return_when=asyncio.FIRST_COMPLETED
            )
            for copy in done:
                if copy.result() in ("answered", "refused"):
                    return

    async def _deliver(self, order: Order, rng: random.Random) -> str:
        """Deliver an order over a network that delays, loses and reorders messages."""
        self.orders += 1
        await asyncio.sleep(rng.choice((0.001, 0.02, 0.2, 1.5)))
        holding = [node for node in self.alive() if order.table in node.floor.tables]
        node = rng.choice(holding if holding and rng.random() < 0.9 else self.nodes)
        if node.connection.dead or rng.random() < 0.05:
            await asyncio.sleep(60)
        try:
            answer: Answer | None = await node.runner.orders.perform(order)
        except Refusal as refusal:
            return "again" if refusal.code.startswith(PASSING) else "refused"
        except (Dead, asyncio.CancelledError):
            if self.over:
                raise
            answer = None
        if answer is None or rng.random() < 0.05:
            await asyncio.sleep(60)
            return "again"
        self.promises.answered(order, answer)
        return "answered"
