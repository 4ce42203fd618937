"""One player of the crowd: sits, wagers, thinks, decides; the time of each answer is measured.

It speaks as the typed client does. Its socket is its own, because every loss of one is measured.
"""

from __future__ import annotations

import asyncio
import random
import time

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from uth.client import TableUpdate, exchange
from uth.client.table_orders import TableOrders
from uth.floor.tables.orders import SocketAnswer, SocketRefusal
from uth.rulebook.store import HOUSES, load_house
from uth.table import commands as c

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


class Player(TableOrders[None]):
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
        super().__init__(table)
        self.address = address
        self.token = token
        self.number = seat
        self.measured = measured
        self.pace = pace
        self._person = name
        self._random = random.Random(name)
        self._socket: ClientConnection | None = None
        self._sent: dict[str, float] = {}
        self._sending: asyncio.Future[None] | None = None
        self._keys = 0
        self._answered = ""

    @property
    def player(self) -> str:
        return self._person

    async def play(self) -> None:
        url = exchange.socket_address(self.address, self.name)
        headers = exchange.headers_of(self.token, "en")
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
        self._socket = socket
        try:
            async for text in socket:
                self._on_message(exchange.read_message(text))
        except ConnectionClosed as closed:
            self.measured.drop(str(closed))
        self.measured.lost += len(self._sent)
        self._sent.clear()
        self._answered = ""

    def sent_before(self, seconds: float) -> list[float]:
        """Orders that have waited longer than this."""
        now = time.monotonic()
        return [begun for begun in self._sent.values() if now - begun > seconds]

    def _on_message(self, message: exchange.SocketMessage) -> None:
        match message:
            case TableUpdate() as update:
                self._on_update(self._arrived(update))
            case SocketAnswer(key=key):
                self._measure(key)
            case SocketRefusal(key=key, refusal=refusal):
                self._measure(key)
                refused = self.measured.refused
                refused[refusal.code] = refused.get(refusal.code, 0) + 1
                self._answered = ""

    def _measure(self, key: str) -> None:
        begun = self._sent.pop(key, None)
        if begun is not None:
            now = time.monotonic()
            self.measured.seconds.append((now, now - begun))

    def _on_update(self, update: TableUpdate) -> None:
        """Think, then answer each request once."""
        command = self._next_command(update)
        if command is None:
            return
        request = f"{update.view.round} {update.view.phase} {type(command).__name__}"
        if request == self._answered:
            return
        self._answered = request
        wait = self._random.uniform(*THINKING) * self.pace
        asyncio.get_running_loop().call_later(
            wait, lambda: self.order(command, version=update.version)
        )

    def _next_command(self, update: TableUpdate) -> c.Command | None:
        seen, own = update.view, self.seat
        if own is None:
            return c.Sit(self.player, self.number, 400 * seen.minimum)
        if self.may:
            return c.Act(self.player, self._decision(self.may))
        if seen.bank.offered == self.number:
            return c.TakeBank(self.player, 100 * seen.minimum)
        ready = seen.bank.seat not in (0, self.number) or seen.house in HOUSE_BANKED
        if seen.phase == "betting" and not own.wagers and ready:
            return c.Wager(self.player, dict.fromkeys(("ante", "blind"), own.minimum))
        return None

    def _decision(self, may: tuple[str, ...]) -> str:
        if "check" in may:
            bet = [action for action in may if action.endswith("x")]
            return bet[0] if bet and self._random.random() < 0.35 else "check"
        return "1x" if self._random.random() < 0.8 else "fold"

    def order(self, command: c.Command, *, key: str = "", version: int = 0) -> None:
        """Send a command; its answer is measured when it arrives."""
        self._keys += 1
        key = key or f"{self.number}-{self._keys}-{self.player[-20:]}".replace(" ", "-")
        self._sending = asyncio.ensure_future(
            self._send(key, exchange.order_message(command, key, version))
        )

    async def _send(self, key: str, message: str) -> None:
        if self._socket is None:
            return
        self._sent[key] = time.monotonic()
        try:
            await self._socket.send(message)
        except ConnectionClosed:
            self._sent.pop(key, None)  # it was not sent: the player thought while the socket closed


HOUSE_BANKED = tuple(house for house in HOUSES if not load_house(house).player_dealer)
