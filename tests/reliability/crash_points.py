"""A scripted evening, and a process that crashes before or after any of its durable writes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypeVar

from tests.floor import driver
from tests.floor.evening import FLOOR, SUPERVISOR, Crash, seat_bots
from tests.floor.sources import Clock
from tests.ledger.memory import MemoryStore
from tests.ledger.memory_contents import Contents
from tests.reliability.simulation import rules
from uth.core.refusal import Refusal
from uth.floor.cluster.leases import Leases
from uth.floor.floor import Floor
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.floor.tables.orders import MixSeed, Order
from uth.ledger.journal.batch import Batch, Committed
from uth.ledger.journal.bookings import CorrectionRequested
from uth.ledger.journal.store import Lease
from uth.rulebook.store import load_house
from uth.table import commands as c

T = TypeVar("T")
ROUNDS = 3
STAKES = {
    "linked": {"ante": 1_500, "blind": 1_500, "trips": 500, "progressive": 500},
    "raked": {"ante": 500, "blind": 500, "trips": 500},
}
HOLDERS = ("ann", "bob")
BOTS = 2


class CrashingStore(MemoryStore):
    """Counts durable writes, and crashes before or after one of them."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock)
        self.writes: list[str] = []
        self.fatal: tuple[str, int] | None = None

    def _write(self, kind: str, work: Callable[[], T]) -> T:
        self.writes.append(kind)
        number = len(self.writes)
        if self.fatal == ("before", number):
            raise Crash
        done = work()
        if self.fatal == ("after", number):
            raise Crash
        return done

    def commit(self, batch: Batch) -> Committed:
        return self._write("commit", lambda: super(CrashingStore, self).commit(batch))

    def save_rulebook(self, canonical: str) -> str:
        return self._write("rulebook", lambda: super(CrashingStore, self).save_rulebook(canonical))

    def acquire(self, stream: str, owner: str, milliseconds: int) -> Lease:
        work = partial(super().acquire, stream, owner, milliseconds)
        return self._write("acquire", work)

    def renew(self, held: Sequence[Lease], milliseconds: int) -> list[Lease]:
        return self._write("renew", partial(super().renew, held, milliseconds))

    def release(self, lease: Lease) -> None:
        self._write("release", partial(super().release, lease))

    def heads(self) -> dict[str, tuple[int, bytes]]:
        """The end of every chain, except those of people: password salts are random."""
        with self.reading() as reader:
            rows = [row for row in reader.streams() if row.version]
        return {row.stream: (row.version, row.hash) for row in rows if row.stream[:7] != "people/"}


class Luck:
    """Random bytes that depend on what is durable, so that a lost step repeats identically."""

    def __init__(self, store: CrashingStore) -> None:
        self._store = store
        self._seen: dict[str, tuple[int, bytes]] = {}
        self._drawn = 0

    def __call__(self, count: int, /) -> bytes:
        heads = self._store.heads()
        self._drawn = self._drawn + 1 if heads == self._seen else 1
        self._seen = heads
        return hashlib.shake_256(f"{sorted(heads.items())} {self._drawn}".encode()).digest(count)


class Room:
    """The floor of the script, in one process after another."""

    def __init__(self, store: CrashingStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.restart()

    def restart(self) -> None:
        luck = Luck(self.store)
        leases = Leases(self.store, "one", 10**9)
        self.floor = Floor(self.store, clock=self.clock, source=luck, leases=leases)
        self.people = People(self.store, self.clock, luck, Passwords(passes=1, memory_kib=64))
        self.floor.tables.recover()

    def order(self, table: str, command: c.Command, key: str) -> None:
        """Send an order with a key; a refusal means that it comes too late by now."""
        actor: str = getattr(command, "by", "") or getattr(command, "player", "")
        with suppress(Refusal):
            driver.perform(self.floor, Order(table, actor, command, key))

    def deal(self, table: str) -> None:
        """Let the dealer or a bot act, or a second pass."""
        if not driver.step(self.floor, table):
            self.clock.now += 1_000

    def move(self, table: str) -> None:
        """One turn of a round: approve, act for the players, then the dealer."""
        state = self.floor.tables.writer(table).table
        mark = f"{table} {state.round} {state.phase}"
        if state.approval_pending:
            self.order(table, c.Approve(FLOOR, state.due[0].paid), f"{mark} {len(state.due)}")
        for player in HOLDERS:
            seat = state.find(player)
            if seat and state.seat(seat).to_act:
                action = "fold" if state.phase == "river" else "check"
                self.order(table, c.Act(player, action), f"{mark} {player}")
        self.deal(table)


Step = Callable[[Room], None]


def opened(table: str) -> Step:
    def step(room: Room) -> None:
        if table not in room.floor.tables:
            linked = table == "linked"
            rulebook = rules("20", "254") if linked else load_house("california-bad-beat")
            room.floor.open_table(table, rulebook, FLOOR, practice=True)

    return step


def bots(table: str) -> Step:
    def step(room: Room) -> None:
        missing = BOTS - sum(1 for _ in room.floor.tables.writer(table).table.taken())
        seat_bots(room.floor, table, missing)

    return step


def asks(table: str, command: c.Command, key: str) -> Step:
    return lambda room: room.order(table, command, key)


def wagers(table: str, number: int) -> Iterator[Step]:
    for player in HOLDERS:
        yield asks(table, MixSeed(player, f"seed {number}"), f"{table} {number} seed")
        yield asks(table, c.Wager(player, STAKES[table]), f"{table} {number} wager")


def corrected(room: Room) -> None:
    books = room.floor.books
    request = CorrectionRequested(
        table="linked",
        round=1,
        source="player/ann",
        target="player/bob",
        amount=700,
        reason="misread",
        by=FLOOR,
    )
    number, _ = books.request_correction(request, "correction")
    books.approve_correction("linked", number, "gus", 700, "correction")
    number, _ = books.request_correction(request, "another")
    books.withdraw_correction("linked", number, FLOOR, "withdrawn")


def script() -> Iterator[tuple[str, Step | None]]:
    """Named steps; `None` plays the table of that name to the end of its round."""
    yield "people", partial(_made, name="ann")
    for table in STAKES:
        yield f"open {table}", opened(table)
        yield f"bots {table}", bots(table)
        for seat, name in enumerate(HOLDERS, 4):
            buy = partial(_bought, name=name, key=f"{table} money")
            yield f"buy {name}", buy
            yield f"sit {name}", asks(table, c.Sit(name, seat, 200_000), f"{table} sit")
    yield "limits", _limited
    for number in range(1, ROUNDS + 1):
        for table in STAKES:
            for index, step in enumerate(wagers(table, number)):
                yield f"wager {table} {number} {index}", step
            if number == ROUNDS:
                yield f"deal {table}", partial(_until_dealt, table)
                void = asks(table, c.VoidRound(FLOOR, "exposed-card"), f"{table} void")
                yield f"void {table}", void
                confirm = asks(table, c.ConfirmVoid(SUPERVISOR), f"{table} confirm")
                yield f"confirm {table}", confirm
            else:
                yield table, None
    yield "correction", corrected
    yield "count", _counted
    for name in HOLDERS:
        for table in STAKES:
            yield f"leave {table} {name}", asks(table, c.Leave(name), f"{table} leave")
        yield f"cash {name}", partial(_cashed, name=name)
    for table in STAKES:
        yield f"close {table}", partial(_closed, table)


def _made(room: Room, name: str) -> None:
    if room.people.accounts.get(name) is None:
        room.people.make(name, "correct horse battery", Role.PLAYER)


def _limited(room: Room) -> None:
    """Limits have no key: they are set only if they are not set yet."""
    if room.floor.limits.get("ann") is None:
        room.floor.guard.request("ann", loss=10_000_000)


def _bought(room: Room, name: str, key: str) -> None:
    room.floor.books.buy_in(name, 300_000, FLOOR, f"{name} {key}")


def _counted(room: Room) -> None:
    room.floor.books.count("raked", 100, FLOOR, "count")


def _cashed(room: Room, name: str) -> None:
    room.floor.books.cash_out(name, 50_000, FLOOR, f"{name} cash")


def _until_dealt(table: str, room: Room) -> None:
    """Continue until the cards are dealt."""
    while room.floor.tables.writer(table).table.phase not in ("preflop", "flop", "river"):
        room.deal(table)


def _closed(table: str, room: Room) -> None:
    if table in room.floor.tables:
        while room.floor.tables.writer(table).table.phase != "betting":
            room.move(table)
        room.floor.close_table(table, FLOOR)


class Moment(NamedTuple):
    """The evening before a step: what was durable, and when."""

    name: str
    step: Step
    writes: int
    now: int
    contents: Contents
    heads: dict[str, tuple[int, bytes]]


def unroll(room: Room) -> Iterator[tuple[str, Step]]:
    """The script with each round split into its turns, as it is played."""
    for name, step in script():
        if step is not None:
            yield name, step
            continue
        number = room.floor.tables.writer(name).table.round
        while room.floor.tables.writer(name).table.round == number:
            phase = room.floor.tables.writer(name).table.phase
            yield f"{name} {phase}", partial(Room.move, table=name)


def record() -> tuple[list[Moment], CrashingStore]:
    """The evening without a crash, with every moment of it."""
    clock = Clock()
    store = CrashingStore(clock)
    room = Room(store, clock)
    moments = []
    for name, step in unroll(room):
        before = (len(store.writes), clock.now, store._contents.copy(), store.heads())
        moments.append(Moment(name, step, *before))
        step(room)
    last = (len(store.writes), clock.now, store._contents.copy(), store.heads())
    moments.append(Moment("end", lambda room: None, *last))
    return moments, store


def resumed(moment: Moment) -> Room:
    """A new process at that moment."""
    clock = Clock(moment.now)
    store = CrashingStore(clock)
    contents = moment.contents.copy()
    contents.now = clock
    store._contents = contents
    room = Room(store, clock)
    store.writes = [""] * moment.writes
    return room


def crash(moments: list[Moment], number: int, when: str) -> str:
    """Crash at a write, restart and retry; returns what went wrong, or nothing.

    The journal must become the same hash for hash: the same events, times, cards and amounts.
    """
    index = next(i for i, moment in enumerate(moments) if moment.writes >= number) - 1
    moment = moments[index]
    room = resumed(moment)
    room.store.fatal = (when, number)
    try:
        moment.step(room)
    except Crash:
        room.store.fatal = None
        room.restart()
    else:
        return f"{moment.name}: no crash"
    if moment.name == "people":
        moment.step(room)
        return "" if len(room.people.accounts.all()) == 1 else "ann has no account, or two"
    after = [later.heads for later in moments[index + 1 : index + 4]]
    if moment.name.split()[0] not in STAKES:
        moment.step(room)  # a client without an answer retries
    for _ in range(3):
        if room.store.heads() in after:
            return ""
        moment.step(room)
    return f"killed {when} write {number}, {moment.name}"
