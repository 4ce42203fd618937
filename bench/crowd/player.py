"""One player of the crowd: sits, wagers, thinks, decides; the time of each answer is measured."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from uth.rulebook.store import HOUSES, load_house

THINKING = (2.0, 8.5)
"""Seconds that players think, some quick and some slow. With the wait for the others at the table,
about ten seconds pass from one action to the next."""
RETRY = (2.0, 4.0)
"""Seconds until a player who was refused tries again."""


class Drop(msgspec.Struct, frozen=True):
    """A socket that the player did not close."""

    at: float
    """Seconds, by `time.monotonic`, which all processes of a machine share."""
    reason: str


class Measurements(msgspec.Struct):
    """What the crowd has measured."""

    seconds: list[tuple[float, float]] = []
    """When each answer came, and how long it took."""
    refused: dict[str, int] = {}
    lost: int = 0
    """Orders that were sent, and whose socket closed before the answer."""
    turned_away: int = 0
    """Newcomers who were refused because the server was full; they try again."""
    dropped: list[Drop] = []

    def drop(self, reason: str) -> None:
        self.dropped.append(Drop(time.monotonic(), reason))

    def clear(self) -> None:
        self.seconds, self.refused = [], {}


class Player:
    """Plays like a person in a hurry: small stakes, a rule of thumb, no breaks."""

    def __init__(
        self,
        address: str,
        *,
        token: str,
        name: str,
        table: str,
        seat: int,
        measured: Measurements,
        pace: float,
    ) -> None:
        self.address = address
        self.token = token
        self.name = name
        self.table = table
        self.seat = seat
        self.measured = measured
        self.pace = pace
        self._random = random.Random(name)
        self._sent: dict[str, float] = {}
        self._keys = 0
        self._answered = ""
        self._decoder = msgspec.json.Decoder()

    async def play(self) -> None:
        url = f"ws://{self.address}/ws/{self.table}"
        headers = {"authorization": f"Bearer {self.token}"}
        while True:
            try:
                async with connect(url, additional_headers=headers) as socket:
                    await self._run(socket)
            except InvalidStatus:
                self.measured.turned_away += 1
            except (OSError, InvalidHandshake) as error:
                self.measured.drop(f"not connected: {error!r}")
            await asyncio.sleep(self._random.uniform(*RETRY))

    async def _run(self, socket: ClientConnection) -> None:
        try:
            async for text in socket:
                self._on_message(socket, self._decoder.decode(text))
        except ConnectionClosed as closed:
            self.measured.drop(str(closed))
        self.measured.lost += len(self._sent)
        self._sent.clear()
        self._answered = ""

    def sent_before(self, seconds: float) -> list[float]:
        """Orders that have waited longer than this."""
        now = time.monotonic()
        return [begun for begun in self._sent.values() if now - begun > seconds]

    def _on_message(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        if message["type"] == "update":
            self._on_update(socket, message)
            return
        begun = self._sent.pop(message["key"], None)
        if begun is not None:
            now = time.monotonic()
            self.measured.seconds.append((now, now - begun))
        if message["type"] == "refusal":
            code = message["refusal"]["code"]
            self.measured.refused[code] = self.measured.refused.get(code, 0) + 1
            self._answered = ""

    def _on_update(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        """Think, then answer each request once."""
        seen = update["view"]
        own = seen["seats"][self.seat - 1]
        command = self._next_command(update, seen, own)
        if command is None:
            return
        request = f"{seen['round']} {seen['phase']} {command['type']}"
        if request == self._answered:
            return
        self._answered = request
        wait = self._random.uniform(*THINKING) * self.pace
        asyncio.get_running_loop().call_later(
            wait, lambda: asyncio.ensure_future(self._send(socket, command, update["version"]))
        )

    def _next_command(
        self, update: dict[str, Any], seen: dict[str, Any], own: dict[str, Any] | None
    ) -> dict[str, Any] | None:
        if own is None:
            chips = 400 * seen["minimum"]
            return {"type": "Sit", "seat": self.seat, "chips": chips}
        if update["may"]:
            return {"type": "Act", "action": self._decision(update["may"])}
        bank = seen["bank"]
        if bank["offered"] == self.seat:
            return {"type": "TakeBank", "amount": 100 * seen["minimum"]}
        ready = bank["seat"] not in (0, self.seat) or seen["house"] in HOUSE_BANKED
        if seen["phase"] == "betting" and not own["wagers"] and ready:
            return {"type": "Wager", "wagers": dict.fromkeys(("ante", "blind"), own["minimum"])}
        return None

    def _decision(self, may: list[str]) -> str:
        if "check" in may:
            bet = [action for action in may if action.endswith("x")]
            return bet[0] if bet and self._random.random() < 0.35 else "check"
        return "1x" if self._random.random() < 0.8 else "fold"

    async def _send(self, socket: ClientConnection, command: dict[str, Any], version: int) -> None:
        self._keys += 1
        key = f"{self.seat}-{self._keys}-{self.name[-20:]}".replace(" ", "-")
        order = {
            "type": "order",
            "key": key,
            "version": version,
            "command": {**command, "player": self.name},
        }
        self._sent[key] = time.monotonic()
        try:
            await socket.send(msgspec.json.encode(order).decode())
        except ConnectionClosed:
            self._sent.pop(key, None)  # it was not sent: the player thought while the socket closed


HOUSE_BANKED = tuple(house for house in HOUSES if not load_house(house).player_dealer)
