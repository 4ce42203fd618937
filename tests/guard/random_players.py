"""Players who play by socket as a browser would, and staff who request everything meanwhile."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.guard.clients import Client, send
from tests.guard.scanned_server import ScannedServer
from uth.rulebook.store import load_house
from uth.table.wagers import offered

HOUSES = ("california", "california-bad-beat", "cardroom-25", "hollywood-pa", "light-and-wonder")
LOOKS = (
    "/api/tables",
    "/api/tables/{table}",
    "/api/me",
    "/api/session",
    "/api/me/limits",
    "/api/me/day",
    "/api/players/{name}/statement",
    "/api/players/{name}/banker",
    "/api/players/{player}/statement",
    "/api/shift",
    "/api/hands?table={table}&since={late}",
    "/api/hands?table={table}&player={name}&since={late}",
    "/api/tables/{table}/corrections",
    "/api/corrections",
    "/api/service",
    "/api/tables/{table}/rounds/{over}/receipt",
    "/api/tables/{table}/rounds/{round}/receipt",
    "/api/tables/{table}/rounds/{over}/mysteries",
    "/api/tables/{table}/rounds/{round}/mysteries",
    "/api/tables/{table}/rounds/{over}/notation",
    "/api/tables/{table}/rounds/{round}/notation",
    "/api/users",
    "/metrics",
    "/ready",
    "/openapi.json",
    "/nowhere",
)
"""All requests that change nothing; `round` is the one in progress."""


class RandomPlayer:
    """Sits at a table, wagers and acts on what they see, and sometimes disconnects."""

    def __init__(self, client: Client, table: str, house: str, seat: int, seed: int) -> None:
        self.client = client
        self.table = table
        self.rules = load_house(house)
        self.seat = seat
        self.rng = random.Random(seed)
        self.seen: dict[str, Any] = {}
        self._sent: tuple[Any, ...] = ()

    async def sit(self) -> None:
        chips = min(400 * self.rules.limits.minimum, 1_000_000)
        await self.client.do("POST", "/api/me/play-money", amount=chips, key=self.client.key())
        response = await self.client.order(
            self.table, type="Sit", player=self.client.name, seat=self.seat, chips=chips
        )
        assert response.status_code == 200, response.text

    async def play(self, over: Callable[[], bool]) -> None:
        """Play until it is over; reconnect after a lost connection, as a browser would."""
        while not over():
            with contextlib.suppress(ConnectionClosed):
                async with self.client.socket(self.table, compression=None) as socket:
                    await self._sit_at(socket, over)

    async def _sit_at(self, socket: ClientConnection, over: Callable[[], bool]) -> None:
        while not over():
            try:
                async with asyncio.timeout(0.5):
                    update = msgspec.json.decode(await self.client.receive(socket))
            except TimeoutError:
                continue
            if update["type"] == "update":
                self.seen = update
                if self.rng.random() < 0.002:
                    return  # disconnects
            elif update["type"] == "refusal":
                if self._sent[:1] == (self.seen["version"],):
                    continue  # try again when the table changes
                self._sent = ()
            await self._act(socket)

    async def _act(self, socket: ClientConnection) -> None:
        """Send the next command for what was seen, once."""
        update = self.seen
        command = self._next_command(update["view"])
        if command is None or self._sent[1:] == (update["turn"], command["type"]):
            return
        self._sent = (update["version"], update["turn"], command["type"])
        if command["type"] == "AddChips":
            money = {"amount": command["chips"], "key": self.client.key()}
            await self.client.ask("POST", "/api/me/play-money", **money)
        player = self.client.name
        await send(socket, self.client.key(), update["version"], player=player, **command)

    def _next_command(self, view: dict[str, Any]) -> dict[str, Any] | None:
        own, rng, phase = view["seats"][self.seat - 1], self.rng, view["phase"]
        if own is None or own["player"] != self.client.name:
            return None
        if own["to_act"]:
            return {"type": "Act", "action": rng.choice(_MOVES[phase])}
        if phase != "betting":
            return None
        if view["bank"]["offered"] == self.seat:
            amount = 60 * view["minimum"]
            takes = own["chips"] > 2 * amount and not own["wagers"]
            return {"type": "TakeBank", "amount": amount} if takes else {"type": "DeclineBank"}
        if own["wagers"] or view["bank"]["seat"] == self.seat:
            return None
        if own["chips"] < 20 * view["minimum"]:
            return {"type": "AddChips", "chips": 200 * view["minimum"]}
        if rng.random() < 0.1:
            return {"type": "MixSeed", "seed": f"seed {rng.random()}"}
        return {"type": "Wager", "wagers": self._stakes(view["minimum"])}

    def _stakes(self, least: int) -> dict[str, int]:
        wagers = {"ante": least, "blind": least}
        for name in ("trips", "bad_beat", "ultimate_pairs"):
            free = name == "trips" or "trips" in wagers
            if free and self.rng.random() < 0.4 and offered(self.rules, name):
                wagers[name] = least
        if self.rng.random() < 0.6 and offered(self.rules, "progressive"):
            wagers["progressive"] = self.rules.progressive.wager
        return wagers


_MOVES = {
    "preflop": ("check", "check", "4x", "3x"),
    "flop": ("check", "check", "2x"),
    "river": ("1x", "fold"),
}


async def watch(client: Client, table: str, over: Callable[[], bool]) -> None:
    """Watch a table by socket; the floor approves payouts."""
    rng = random.Random(client.name)
    async with client.socket(table, compression=None) as socket:
        while not over():
            try:
                async with asyncio.timeout(0.5):
                    update = msgspec.json.decode(await client.receive(socket))
            except TimeoutError:
                continue
            if client.name == "flo" and update["type"] == "update":
                await _supervise(client, socket, update, rng)


async def _supervise(
    client: Client, socket: ClientConnection, update: dict[str, Any], rng: random.Random
) -> None:
    waiting, version = update["view"]["waiting"], update["version"]
    if waiting:
        amount = waiting["amount"]
        await send(socket, client.key(), version, type="Approve", by="flo", amount=amount)
    elif update["view"]["phase"] == "flop" and rng.random() < 0.02:
        void = {"type": "VoidRound", "by": "flo", "reason": "exposed-card"}
        await send(socket, client.key(), version, **void)


async def look(client: Client, table: str, player: str, number: int) -> None:
    """Send all requests that change nothing during a round, whatever the answer."""
    results = {
        "table": table,
        "name": client.name or "nobody",
        "player": player,
        "round": number,
        "over": max(number - 1, 1),
        "late": time.time_ns() // 1_000_000 - 200,
    }
    for path in LOOKS:
        await client.ask("GET", path.format(**results))


async def play_hands(
    server: ScannedServer, hands: int, seed: int, houses: tuple[str, ...] = HOUSES
) -> None:
    """Play hands at tables of these houses at once, while every role watches."""
    staff = {name: await server.staff(name) for name in ("flo", "sue", "aud", "adm", "pat")}
    lookers = [*staff.values(), await server.enter_as_guest(), server.nobody()]
    watchers = [client for client in lookers if client.token]
    goal = server.secrets.rounds + hands

    def over() -> bool:
        """Whether all hands are played, some at every table, or a leak was found."""
        played = {table for table, _ in server.secrets.closed}
        return bool(server.leaks) or (server.secrets.rounds >= goal and tables <= played)

    players = []
    tables = {f"t{number}.{seed}" for number in range(len(houses))}
    for number, house in enumerate(houses):
        table = f"t{number}.{seed}"
        practice = house.startswith("california")
        await staff["flo"].do("POST", "/api/tables", name=table, house=house, practice=practice)
        await staff["flo"].do("POST", f"/api/tables/{table}/bots", count=2)
        for seat in (4, 5)[: 1 + number % 2]:
            client = await server.enter_as_guest()
            player = RandomPlayer(client, table, house, seat, seed * 10 + seat)
            await player.sit()
            players.append(player)
    work = [player.play(over) for player in players]
    for index, table in enumerate(sorted(tables)):
        others = [watchers[(2 * index + step) % len(watchers)] for step in range(2)]
        work += [watch(one, table, over) for one in dict.fromkeys([staff["flo"], *others])]

    async def looks() -> None:
        """Everybody looks at least once, however fast the hands are, unless a leak was found."""
        rng = random.Random(seed)
        waiting = [*lookers, *(player.client for player in players)]
        while not server.leaks and (waiting or not over()):
            player = rng.choice(players)
            number = server.app.runner.floor.tables.writer(player.table).table.round
            who = waiting.pop() if waiting else rng.choice([*lookers, player.client])
            await look(who, player.table, player.client.name, number)
            await asyncio.sleep(0.1)

    async with asyncio.timeout(600 + hands):
        await asyncio.gather(*work, looks())
