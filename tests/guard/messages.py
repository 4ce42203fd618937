"""Random messages to a table's socket: mutated orders and garbage, and what may come of them."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from copy import deepcopy
from typing import Any

import jsonschema_rs
import msgspec
from websockets.asyncio.client import ClientConnection

from tests.floor import driver
from tests.floor.sources import Bytes, Clock
from tests.guard.clients import Client
from tests.guard.world import QUICK, World
from tests.ledger.memory import MemoryStore
from uth.floor.people.stored_sessions import ATTEMPTS
from uth.floor.tables.pace import Pace
from uth.ledger.journal.batch import Batch, Committed, Result
from uth.web.app import ROUTES
from uth.web.openapi_document import document

JUNK: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    6,
    7,
    500,
    2**31,
    2**53 + 1,
    2**63,
    10**40,
    1.5,
    1e308,
    "",
    " ",
    "ante",
    "flo",
    "guest-0",
    "the dealer",
    "Ada main (bot)",
    "\x00",
    "\ud800",
    "é" * 50,
    "x" * 300,
    [],
    [[]],
    {},
    {"type": "Deal", "deck": []},
)
DEALERS = (
    "Deal",
    "CloseBets",
    "TimeOut",
    "PayMystery",
    "AwardJackpots",
    "Disconnect",
    "RetryJackpots",
)


class Counting(MemoryStore):
    """Counts what is written, so that a change can't hide."""

    writes = 0

    def commit_all(self, batches: Any) -> list[Result]:
        results = super().commit_all(batches)
        self.writes += sum(
            isinstance(found, Committed) and not found.repeated and not _attempt(batch)
            for batch, found in zip(batches, results, strict=True)
        )
        return results

    def commit(self, batch: Batch) -> Any:
        return super().commit(batch)

    def save_rulebook(self, canonical: str) -> str:
        self.writes += 1
        return super().save_rulebook(canonical)


def _attempt(batch: Batch) -> bool:
    """That somebody failed to sign in is counted, which is what it is there for."""
    return not batch.appends and all(one.note.kind == ATTEMPTS for one in batch.notes)


def state(world: World) -> tuple[Any, ...]:
    """All that a message might change: what is durable, the tables, meters, lines and people."""
    house, store = world.app.runner.floor, world.store
    assert isinstance(store, Counting)
    tables = tuple(
        (name, id(table_writer.progress), id(table_writer.secrets), house.waiting.players(name))
        for name, table_writer in house.tables.items()
    )
    meters = tuple((name, id(link.state)) for name, link in house.tables.links.items())
    return store.writes, tables, meters, world.app.runner.draining


def slow_dealer() -> Pace:
    """He does nothing while the clock stands still."""
    return msgspec.structs.replace(QUICK, step=100)


async def pass_time(world: World, clock: Clock, milliseconds: int = 400) -> None:
    """Let the clock go on and the dealers do all that is due by then."""
    clock.pass_ms(milliseconds)
    await quiet_again(world)


async def quiet_again(world: World) -> None:
    """Until the dealers have done all that is due."""
    runner = world.app.runner
    house, quiet = runner.floor, 0
    while quiet < 3:
        for name in house.tables:
            runner._changed[name].set()
        await asyncio.sleep(0.01)
        wakes = [at for at in (driver.wake(house, name) for name in house.tables) if at is not None]
        busy = runner._working or any(at <= house.clock() for at in wakes)
        quiet = 0 if busy else quiet + 1


class Changed(AssertionError):  # noqa: N818
    """What was refused has changed something, or what is no order was taken."""


def templates(player: str) -> list[dict[str, Any]]:
    """One of every order there is, as a player or a supervisor might send it."""
    stakes = {"ante": 500, "blind": 500}
    return [
        {"type": "Sit", "player": player, "seat": 3, "chips": 50_000},
        {"type": "Join", "player": player, "chips": 10_000},
        {"type": "AddChips", "player": player, "chips": 1_000},
        {"type": "Leave", "player": player},
        {"type": "Wager", "player": player, "wagers": stakes},
        {"type": "BackSeat", "player": player, "seat": 1, "wagers": stakes},
        {"type": "TakeBank", "player": player, "amount": 30_000},
        {"type": "DeclineBank", "player": player},
        {"type": "Act", "player": player, "action": "check"},
        {"type": "Act", "player": player, "action": "fold"},
        {"type": "MixSeed", "player": player, "seed": "lucky"},
        {"type": "Approve", "by": player, "amount": 500},
        {"type": "SetLimits", "by": player, "minimum": 500, "maximum": 50_000, "keep": True},
        {"type": "HoldSeat", "by": player, "player": player, "minutes": 5},
        {"type": "ReleaseSeat", "by": player, "seat": 2},
        {"type": "VoidRound", "by": player, "reason": "a misdeal"},
    ]


def message(rng: random.Random, player: str, number: int) -> bytes | str:
    """Now and then an order as it should be; mostly one that is wrong somewhere."""
    chance = rng.random()
    if chance < 0.05:
        return rng.randbytes(rng.randint(0, 60))
    order: dict[str, Any] = {
        "type": "order",
        "key": f"m{number}",
        "version": rng.choice((0, 0, 1, 2**53)),
        "command": dict(rng.choice(templates(player))),
    }
    if chance < 0.9:
        for _ in range(rng.choice((1, 1, 2, 4))):
            _mutate(rng, order)
    text = json.dumps(order)
    if chance < 0.15:
        place = rng.randrange(len(text))
        text = text[:place] + rng.choice(("", '"', "{", "\\", "\x01", "9" * 30)) + text[place + 1 :]
    elif chance < 0.17:
        text = "[" * rng.randint(1, 5_000) + text
    if rng.random() < 0.3:
        return text.encode("utf-8", "surrogatepass")
    return text.encode("utf-8", "replace").decode()


def _mutate(rng: random.Random, order: dict[str, Any]) -> None:
    where = order["command"] if rng.random() < 0.8 and isinstance(order["command"], dict) else order
    if not where:
        return
    name = rng.choice(list(where))
    change = rng.randrange(5)
    if change == 0:
        del where[name]
    elif change == 1:
        where[rng.choice(("deck", "by", "player", "amount", "seat", "x"))] = deepcopy(
            rng.choice(JUNK)
        )
    elif change == 2 and where is not order:
        where["type"] = rng.choice((*DEALERS, "Command", "Sit", ""))
    else:
        where[name] = deepcopy(rng.choice(JUNK))
    order.setdefault("command", None)


def order_schema() -> Any:
    """The documented form of an order, checked by somebody else's code."""
    found = document(ROUTES)
    schema = {**found["components"]["schemas"]["SocketOrder"], "components": found["components"]}
    return jsonschema_rs.validator_for(schema)


class Sender:
    """Sends messages one by one and looks at the house after each."""

    def __init__(self, world: World, client: Client, table: str, seed: int) -> None:
        self.world = world
        self.client = client
        self.table = table
        self.rng = random.Random(seed)
        self.codes: Counter[str] = Counter()
        self.sent = 0
        self._schema = order_schema()

    async def send(self, count: int, clock: Clock | None = None) -> None:
        """So many messages on one socket; with a clock, time goes on now and then."""
        async with self.client.socket(self.table, compression=None) as socket:
            await socket.recv()
            for number in range(count):
                if clock is not None and number % 250 == 249:
                    await pass_time(self.world, clock)
                if await self._one(socket) and clock is not None:
                    await quiet_again(self.world)

    async def _one(self, socket: ClientConnection) -> bool:
        """Whether it was taken: then bots and dealers may have something to do at once."""
        self.sent += 1
        raw = message(self.rng, self.client.name, self.sent)
        before = state(self.world)
        await socket.send(raw)
        while True:
            said = msgspec.json.decode(await socket.recv())
            if said["type"] != "update":
                break
        if said["type"] == "refusal":
            self.codes[said["refusal"]["code"]] += 1
            if state(self.world) != before:
                raise Changed(f"refused, and yet something changed: {raw!r}")
            return False
        self.codes["taken"] += 1
        order = msgspec.json.decode(raw)
        self._schema.validate(order)
        command = order["command"]
        if self.client.name not in (command.get("player"), command.get("by")):
            raise Changed(f"taken in another's name: {raw!r}")
        return True


def still_world(**options: Any) -> tuple[World, Clock]:
    clock = Clock()
    world = World(Counting(clock), slow_dealer(), clock=clock, **options)
    world.tap.scanning = False  # a refusal may say again what was sent, as in “Ac” for “Act”
    return world, clock


async def open_main(world: World, house: str) -> None:
    flo = await world.staff("flo")
    await flo.do("POST", "/api/tables", name="main", house=house)
    await flo.do("POST", "/api/tables/main/bots", count=2)


async def send(house: str, name: str, count: int, seed: int) -> Sender:
    """So many messages of one person, the clock standing still but for now and then a step."""
    world, clock = still_world(source=Bytes(f"{house} {name} {seed}"))
    async with world.open():
        await open_main(world, house)
        client = await (world.come() if name == "guest" else world.staff(name))
        sender = Sender(world, client, "main", seed)
        if name in ("guest", "pat", "flo"):
            await client.do("POST", "/api/me/play-money", amount=900_000, key="money")
        await sender.send(count, clock)
    return sender
