"""A whole evening at one table, simulated from a seed: people, bots, supervisors and bad luck."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

from tests.floor import driver
from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from uth.core.refusal import Refusal
from uth.floor.floor import Floor
from uth.floor.people.names import BOT
from uth.floor.tables.orders import Answer, MixSeed, Order
from uth.floor.tables.pace import Pace
from uth.floor.tables.updates import TableCommit
from uth.ledger.audit.audit import audit
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.store import Store
from uth.rulebook.model import Rulebook
from uth.rulebook.store import load_house
from uth.table import commands as c
from uth.table.decide import legal
from uth.table.state import Table
from uth.table.wagers import offered

HOUSES = ("california", "california-bad-beat", "cardroom-25", "hollywood-pa", "light-and-wonder")
FLOOR = "Flo"
SUPERVISOR = "Gus"
"""Confirms what Flo requests."""


class Luck:
    """Random bytes that depend on what is durable, so that a lost step repeats identically."""

    def __init__(self, seed: str, store: MemoryStore) -> None:
        self._seed = seed
        self._store = store
        self.drawn = 0

    def __call__(self, count: int, /) -> bytes:
        with self._store.reading() as reader:
            versions = [(row.stream, row.version) for row in reader.streams()]
        self.drawn += 1
        text = f"{self._seed} {versions} {self.drawn}"
        return hashlib.shake_256(text.encode()).digest(count)


class Crash(BaseException):
    """The process is gone."""


class Falling(MemoryStore):
    """A store whose process may be killed before or after a commit."""

    def __init__(self, clock: Callable[[], int]) -> None:
        super().__init__(clock)
        self.commits = 0
        self.before: int | None = None
        self.after: int | None = None

    def commit(self, batch: Batch) -> Committed:
        self.commits += 1
        if self.commits == self.before:
            raise Crash
        done = super().commit(batch)
        if self.commits == self.after:
            raise Crash
        return done


def balances(store: Store) -> dict[str, int]:
    with store.reading() as reader:
        return {name: amount for name, amount in reader.balances().items() if amount}


def check_money(store: Store) -> None:
    """All accounts add up to zero, and only `issued` and the house may be negative."""
    amounts = balances(store)
    assert sum(amounts.values()) == 0
    for name, amount in amounts.items():
        assert amount >= 0 or name == "issued" or name.startswith("house/"), name


def check_clean(store: Store) -> None:
    check_money(store)
    assert audit(store).findings == ()


def seat_bots(floor: Floor, name: str, count: int) -> None:
    table = floor.tables.writer(name).table
    free = [number for number, seat in enumerate(table.seats, 1) if seat is None]
    for number in free[:count]:
        bot = f"Bot {name} {number}{BOT}"
        chips = 100 * table.minimum
        floor.books.fund(bot, chips)
        driver.perform(floor, Order(name, bot, c.Sit(bot, number, chips)))


class Evening:
    """People who act at random at one table, and every commit there."""

    def __init__(
        self,
        seed: int,
        rules: Rulebook | str,
        people: int = 3,
        bots: int = 2,
        *,
        practice: bool = True,
    ) -> None:
        self.rng = random.Random(seed)
        self.clock = Clock()
        self.store = Falling(self.clock)
        self.rules = load_house(rules) if isinstance(rules, str) else rules
        self.pace = Pace()
        self.luck = Luck(f"{seed}", self.store)
        self.floor = self.new_floor()
        self.people = [f"P{number}" for number in range(1, people + 1)]
        self.heard: list[TableCommit] = []
        self.answers: dict[tuple[str, str], Answer] = {}
        self.refusals: dict[str, int] = {}
        self._late: list[Order] = []
        self._keys = 0
        self.floor.open_table("t1", self.rules, FLOOR, practice=practice)
        for name in self.people:
            self.floor.books.buy_in(name, 500 * self.rules.limits.minimum, FLOOR)
        seat_bots(self.floor, "t1", bots)

    def new_floor(self) -> Floor:
        floor = Floor(self.store, clock=self.clock, source=self.luck, pace=self.pace)
        floor.listeners.append(lambda news: self.hear(news))
        return floor

    def hear(self, news: TableCommit) -> None:
        self.heard.append(news)

    @property
    def table(self) -> Table:
        return self.floor.tables.writer("t1").table

    def restart(self) -> None:
        """Replace the process by a new one, which loads the tables."""
        self.floor = self.new_floor()
        self.floor.tables.recover()

    def go(self, rounds: int, most: int = 20_000) -> None:
        last = self.table.round + rounds
        for _ in range(most):
            if self.table.round >= last:
                return
            self.turn()
        raise AssertionError("the evening does not end")

    def turn(self) -> None:
        """A person, a supervisor or the dealer acts, or time passes."""
        chance = self.rng.random()
        if chance < 0.45 and self.people:
            self.send(self.idea(self.rng.choice(self.people)))
        elif 0.45 <= chance < 0.5:
            self.send(self.supervise())
        elif not driver.step(self.floor, "t1"):
            wake = driver.wake(self.floor, "t1")
            self.clock.now = max(self.clock.now + 100, wake or self.clock.now + 1_000)
        if self._late and self.rng.random() < 0.3:
            self.deliver(self._late.pop(self.rng.randrange(len(self._late))))

    def send(self, command: c.Command | None) -> None:
        """Deliver an order one to five times, some copies late and out of order."""
        if command is None:
            return
        self._keys += 1
        actor: str = getattr(command, "by", "") or getattr(command, "player", "")
        version = self.floor.tables.writer("t1").progress.version
        order = Order("t1", actor, command, f"k{self._keys}", self.rng.choice((0, version)))
        copies = [order] * self.rng.choice((1, 1, 2, 3, 5))
        for copy in copies:
            if self.rng.random() < 0.3:
                self._late.append(copy)
            else:
                self.deliver(copy)

    def deliver(self, order: Order) -> None:
        before = self.floor.tables.writer("t1").progress
        known = self.answers.get((order.actor, order.key))
        try:
            answer = driver.perform(self.floor, order)
        except Refusal as refusal:
            assert known is None, "an order that happened is not refused later"
            assert self.floor.tables.writer("t1").progress == before
            self.refusals[refusal.code] = self.refusals.get(refusal.code, 0) + 1
            return
        if known is not None:
            assert answer == known
            assert self.floor.tables.writer("t1").progress == before, "it happened twice"
        self.answers[order.actor, order.key] = answer

    def idea(self, player: str) -> c.Command | None:
        """What a person might do, sensible or not."""
        rng, table = self.rng, self.table
        if not table.present(player):
            return c.Sit(player, rng.randint(1, 6), rng.choice((20, 100)) * table.minimum)
        if rng.random() < 0.04:
            return rng.choice((c.Leave(player), c.Disconnect(player), c.Reconnect(player)))
        if rng.random() < 0.05:
            return MixSeed(player, f"seed {rng.random()}")
        options = [
            command for command in legal(table, player, self.rules) if not _excluded(command)
        ]
        if table.bank.offered == table.find(player):
            options += [c.TakeBank(player, 60 * table.minimum)] * 2
        if any(isinstance(command, c.Wager) for command in options):
            options += [c.Wager(player, self.stakes())] * 3
        return rng.choice(options) if options else None

    def stakes(self) -> dict[str, int]:
        rng, least = self.rng, self.table.minimum
        ante = least * rng.randint(1, 2)
        wagers = {"ante": ante, "blind": ante}
        for name in ("trips", "bad_beat", "ultimate_pairs"):
            if rng.random() < 0.4 and (offered(self.rules, name) or rng.random() < 0.1):
                wagers[name] = least
        if rng.random() < 0.6 and offered(self.rules, "progressive"):
            wagers["progressive"] = self.rules.progressive.wager
        return wagers

    def supervise(self) -> c.Command | None:
        """A supervisor approves payouts, and sometimes voids a round or holds a seat."""
        table, rng = self.table, self.rng
        if table.approval_pending:
            return c.Approve(FLOOR, table.due[0].paid)
        if table.void_request is not None and rng.random() < 0.7:
            return c.ConfirmVoid(SUPERVISOR)
        chance = rng.random()
        if chance < 0.15:
            return c.VoidRound(FLOOR, "shuffler-malfunction")
        if chance < 0.3:
            return c.HoldSeat(FLOOR, rng.choice(self.people or [FLOOR]), 2)
        if chance < 0.35:
            limits = self.rules.limits
            low = rng.choice(self.rules.choices("limits.minimum") or (limits.minimum,))
            return c.SetLimits(FLOOR, low, limits.maximum)
        return None


def _excluded(command: c.Command) -> bool:
    """Commands that would end an evening too soon, or clear a wager again and again."""
    cleared = isinstance(command, c.Wager) and not command.wagers
    return isinstance(command, c.Leave | c.DeclineBank) or cleared
