"""Sends random messages to a table's socket, mutated orders and garbage, and checks the effects."""

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
from tests.guard.scanned_server import QUICK, ScannedServer
from tests.ledger.memory import MemoryStore
from uth.floor.people.lockout import ATTEMPTS
from uth.floor.tables.pace import Pace
from uth.ledger.journal.batch import Batch, Committed, Result
from uth.web.app import ROUTES
from uth.web.documents.openapi import document

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
DEALER_COMMANDS = (
    "Deal",
    "CloseBets",
    "TimeOut",
    "PayMystery",
    "AwardJackpots",
    "Disconnect",
    "RetryJackpots",
)


class CountingStore(MemoryStore):
    """Counts writes, so that no change goes unnoticed."""

    writes = 0

    def commit_all(self, batches: Any) -> list[Result]:
        results = super().commit_all(batches)
        self.writes += sum(
            isinstance(item, Committed) and not item.repeated and not _attempt(batch)
            for batch, item in zip(batches, results, strict=True)
        )
        return results

    def commit(self, batch: Batch) -> Any:
        return super().commit(batch)

    def save_rulebook(self, canonical: str) -> str:
        self.writes += 1
        return super().save_rulebook(canonical)


def _attempt(batch: Batch) -> bool:
    """Whether a batch only counts a failed sign-in, which it should."""
    return not batch.appends and all(one.note.kind == ATTEMPTS for one in batch.notes)


def state(server: ScannedServer) -> tuple[Any, ...]:
    """All that a message might change: the store, tables, meters, waiting lists and people."""
    floor, store = server.app.runner.floor, server.store
    assert isinstance(store, CountingStore)
    tables = tuple(
        (name, id(table_writer.progress), id(table_writer.secrets), floor.waiting.players(name))
        for name, table_writer in floor.tables.items()
    )
    meters = tuple((name, id(link.state)) for name, link in floor.tables.links.items())
    return store.writes, tables, meters, server.app.runner.draining


def slow_dealer() -> Pace:
    """A dealer who does nothing while the clock stands still."""
    return msgspec.structs.replace(QUICK, step=100)


async def advance_time(server: ScannedServer, clock: Clock, milliseconds: int = 400) -> None:
    """Advance the clock and let the dealers do all that is due."""
    clock.pass_ms(milliseconds)
    await wait_until_idle(server)


async def wait_until_idle(server: ScannedServer) -> None:
    """Wait until the dealers have done all that is due."""
    runner = server.app.runner
    floor, quiet = runner.floor, 0
    while quiet < 3:
        for name in floor.tables:
            runner.dealers.wake(name)
        await asyncio.sleep(0.01)
        wakes = [at for at in (driver.wake(floor, name) for name in floor.tables) if at is not None]
        working = any(queue.busy for queue in runner.orders.tables.values())
        busy = working or any(at <= floor.clock() for at in wakes)
        quiet = 0 if busy else quiet + 1


class UnexpectedChange(AssertionError):  # noqa: N818
    """A refused message changed something, or an invalid one was accepted."""


def valid_commands(player: str) -> list[dict[str, Any]]:
    """One command of every kind, as a player or a supervisor might send it."""
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
        {"type": "SetLimits", "by": player, "minimum": 500, "maximum": 50_000, "keep": []},
        {"type": "HoldSeat", "by": player, "player": player, "minutes": 5},
        {"type": "ReleaseSeat", "by": player, "seat": 2},
        {"type": "VoidRound", "by": player, "reason": "exposed-card"},
        {"type": "ConfirmVoid", "by": player},
        {"type": "WithdrawVoid", "by": player},
        {"type": "PostMaximum", "by": player, "maximum": 100_000},
        {"type": "WithdrawMaximum", "by": player},
    ]


def random_message(rng: random.Random, player: str, number: int) -> bytes | str:
    """Sometimes a valid order; mostly one with mistakes."""
    chance = rng.random()
    if chance < 0.05:
        return rng.randbytes(rng.randint(0, 60))
    order: dict[str, Any] = {
        "type": "order",
        "key": f"m{number}",
        "version": rng.choice((0, 0, 1, 2**53)),
        "command": dict(rng.choice(valid_commands(player))),
    }
    if chance < 0.9:
        for _ in range(rng.choice((1, 1, 2, 4))):
            _mutate(rng, order)
    text = json.dumps(order)
    if chance < 0.15:
        position = rng.randrange(len(text))
        junk = rng.choice(("", '"', "{", "\\", "\x01", "9" * 30))
        text = text[:position] + junk + text[position + 1 :]
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
        where["type"] = rng.choice((*DEALER_COMMANDS, "Command", "Sit", ""))
    else:
        where[name] = deepcopy(rng.choice(JUNK))
    order.setdefault("command", None)


def order_schema() -> Any:
    """The documented schema of an order, checked by another library."""
    components = document(ROUTES)["components"]
    schema = {**components["schemas"]["SocketOrder"], "components": components}
    return jsonschema_rs.validator_for(schema)


class RandomSender:
    """Sends messages one by one and checks the server's state after each."""

    def __init__(self, server: ScannedServer, client: Client, table: str, seed: int) -> None:
        self.server = server
        self.client = client
        self.table = table
        self.rng = random.Random(seed)
        self.codes: Counter[str] = Counter()
        self.sent = 0
        self._schema = order_schema()

    async def send(self, count: int, clock: Clock | None = None) -> None:
        """Send messages on one socket; with a clock, advance it now and then."""
        async with self.client.socket(self.table, compression=None) as socket:
            await socket.recv()
            for number in range(count):
                if clock is not None and number % 250 == 249:
                    await advance_time(self.server, clock)
                if await self._send_one(socket) and clock is not None:
                    await wait_until_idle(self.server)

    async def _send_one(self, socket: ClientConnection) -> bool:
        """Send one message; returns whether it was accepted, so that others may act."""
        self.sent += 1
        raw = random_message(self.rng, self.client.name, self.sent)
        before = state(self.server)
        await socket.send(raw)
        while True:
            answer = msgspec.json.decode(await socket.recv())
            if answer["type"] != "update":
                break
        if answer["type"] == "refusal":
            self.codes[answer["refusal"]["code"]] += 1
            if state(self.server) != before:
                raise UnexpectedChange(f"refused, but something changed: {raw!r}")
            return False
        self.codes["accepted"] += 1
        order = msgspec.json.decode(raw)
        self._schema.validate(order)
        command = order["command"]
        if self.client.name not in (command.get("player"), command.get("by")):
            raise UnexpectedChange(f"accepted in another's name: {raw!r}")
        return True


def server_with_still_clock(**options: Any) -> tuple[ScannedServer, Clock]:
    clock = Clock()
    server = ScannedServer(CountingStore(clock), slow_dealer(), clock=clock, **options)
    server.middleware.scanning = False  # a refusal may repeat what was sent, such as “Ac” for “Act”
    return server, clock


async def open_main(server: ScannedServer, house: str) -> None:
    flo = await server.staff("flo")
    practice = house.startswith("california")
    await flo.do("POST", "/api/tables", name="main", house=house, practice=practice)
    await flo.do("POST", "/api/tables/main/bots", count=2)


async def send_random_messages(house: str, name: str, count: int, seed: int) -> RandomSender:
    """Send messages as one person, with a clock that advances only now and then."""
    server, clock = server_with_still_clock(source=Bytes(f"{house} {name} {seed}"))
    async with server.open():
        await open_main(server, house)
        client = await (server.enter_as_guest() if name == "guest" else server.staff(name))
        sender = RandomSender(server, client, "main", seed)
        if name in ("guest", "pat", "flo"):
            await client.do("POST", "/api/me/play-money", amount=900_000, key="money")
        await sender.send(count, clock)
    return sender
