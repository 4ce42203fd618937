"""Visitors of a server who remember what was acknowledged, and retry what was not."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from threading import Event, Thread
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from tests.ledger.waiting import PATIENCE
from tests.reliability.promises import Promises
from tests.reliability.servers import Client
from uth.floor.tables.orders import Answer, Order
from uth.table import commands as c
from uth.table.wire import to_json

PASSWORD = "correct horse battery"
STAKES = {"ante": 1_500, "blind": 1_500, "progressive": 500}
PASSING = (
    "rate/",
    "lease/",
    "store/unreachable",
    "table/unknown",
    "meter/busy",
    "service/full",
    "service/connections",
)
"""Refusals after which a client retries with the same key."""
Sending = Callable[[Order], tuple[int, Any]]


class Visitor:
    """One player at one table: by HTTP, or by a socket."""

    patience = PATIENCE
    """Seconds until a request without an answer fails."""

    def __init__(self, name: str, table: str, promises: Promises, by_socket: bool) -> None:
        self.name = name
        self.table = table
        self.promises = promises
        self.rng = random.Random(name)
        self._by_socket = by_socket
        self._keys = 0
        self._open: list[Order] = []
        """Orders without an answer: nobody knows yet whether they happened."""
        self._done: list[tuple[Order, Answer]] = []
        self.acknowledged = 0
        self.wrong: list[str] = []
        self.playing = Event()
        self._thread: Thread | None = None

    def visit(self, port: int) -> None:
        """Play until the server is gone."""
        self.playing.clear()
        self._thread = Thread(target=self._visit, args=(port,), daemon=True)
        self._thread.start()

    def leave(self) -> None:
        assert self._thread is not None
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), f"{self.name} does not return"
        assert self.wrong == [], self.wrong[0]

    def _visit(self, port: int) -> None:
        try:
            with ExitStack() as stack:
                self._play(port, stack)
        except (OSError, WebSocketException):
            return
        except Exception as error:
            self.wrong.append(f"{self.name}: {type(error).__name__} {error}")

    def _play(self, port: int, stack: ExitStack) -> None:
        client = Client(port, self.patience)
        stack.callback(client.close)
        status, session = client.ask("POST", "/api/sign-in", name=self.name, password=PASSWORD)
        self._need(status == 200, f"sign-in: {session}")
        client.token = session["token"]
        self.playing.set()
        send = self._sender(client, port, stack)
        for order in self._open:
            self._send(send, order)
        self._open.clear()
        for order, answer in self.rng.sample(self._done, min(3, len(self._done))):
            self._ask_again(send, order, answer)
        while True:
            self._move(client, send)

    def _ask_again(self, send: Sending, order: Order, answer: Answer) -> None:
        """An order that happened gets the same answer, once the server can answer."""
        until = time.monotonic() + PATIENCE
        status, again = send(order)
        while status != 200 and again["code"].startswith(PASSING) and time.monotonic() < until:
            time.sleep(0.1)
            status, again = send(order)
        self._need(status == 200, f"{order.key} happened, and is refused now: {again}")
        self._need(status != 200 or again == answer, f"{order.key} was answered two ways")

    def _need(self, holds: bool, sentence: str) -> None:
        if not holds:
            self.wrong.append(f"{self.name}: {sentence}")

    def _sender(self, client: Client, port: int, stack: ExitStack) -> Sending:
        path = f"/api/tables/{self.table}/orders"

        def by_http(order: Order) -> tuple[int, Any]:
            command = json.loads(to_json(order.command))
            status, answer = client.ask("POST", path, key=order.key, command=command)
            return status, msgspec.convert(answer, Answer) if status == 200 else answer

        if not self._by_socket:
            return by_http
        socket = stack.enter_context(
            connect(
                f"ws://127.0.0.1:{port}/ws/{self.table}",
                additional_headers={"authorization": f"Bearer {client.token}"},
                open_timeout=self.patience,
            )
        )

        def by_socket(order: Order) -> tuple[int, Any]:
            command = json.loads(to_json(order.command))
            socket.send(json.dumps({"type": "order", "key": order.key, "command": command}))
            while True:
                message = json.loads(socket.recv(timeout=self.patience))
                if message["type"] == "answer" and message["key"] == order.key:
                    return 200, msgspec.convert(message["answer"], Answer)
                if message["type"] == "refusal" and message["key"] == order.key:
                    return 422, message["refusal"]

        return by_socket

    def _move(self, client: Client, send: Sending) -> None:
        self._keys += 1
        if self._keys % 12 == 1:
            self._buy(client)
        status, update = client.ask("GET", f"/api/tables/{self.table}")
        if status != 200 and update["code"].startswith(PASSING):
            time.sleep(0.05)
            return
        self._need(status == 200, f"no table: {update}")
        command = self._idea(update["view"])
        if command is not None:
            order = Order(self.table, self.name, command, f"k{self._keys}")
            self._open.append(order)
            self._send(send, order)
            self._open.remove(order)

    def _send(self, send: Sending, order: Order) -> None:
        self.promises.ordered(order)
        status, answer = send(order)
        self._need(status < 500 or status == 503, f"{order.key}: {answer}")
        if status == 200:
            self.acknowledged += 1
            self.promises.answered(order, answer)
            self._done.append((order, answer))

    def _buy(self, client: Client) -> None:
        """Take play money, an amount that nobody else takes."""
        key, amount = f"m{self._keys}", self.promises.amount(40_000)
        self.promises.requested(self.name, key, amount)
        status, _ = client.ask("POST", "/api/me/play-money", amount=amount, key=key)
        if status == 200:
            self.promises.bought(self.name, key)

    def _idea(self, view: Any) -> c.Command | None:
        rng, name = self.rng, self.name
        own = next((seat for seat in view["seats"] if seat and seat["player"] == name), None)
        if own is None:
            return c.Sit(name, rng.randint(5, 6), self.promises.amount(30_000))
        if rng.random() < 0.3:
            return c.AddChips(name, self.promises.amount(1_000))
        if own["to_act"]:
            return c.Act(name, rng.choice(("check", "4x", "2x", "1x", "fold")))
        if view["phase"] == "betting" and not own["wagers"]:
            return c.Wager(name, STAKES)
        return None
