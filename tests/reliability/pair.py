"""Two nodes of one house on one PostgreSQL; the line of one of them can be cut, and both killed."""

from __future__ import annotations

import http.client
import random
import re
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from threading import Event
from typing import Any

from websockets.exceptions import WebSocketException

from tests.ledger.proxy import Proxy
from tests.ledger.waiting import PATIENCE
from tests.reliability.killing import RULEBOOK, TABLES
from tests.reliability.nursery import CHEAP, Line, Nursery, Served
from tests.reliability.once import Promises, all_heads, check_audit, check_meter
from tests.reliability.visitors import PASSWORD, Visitor
from uth.floor.clock import system as clock
from uth.floor.fairness.randomness import system as source
from uth.floor.meters.meter_names import shared_name
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.floor.tables.orders import Answer, Order
from uth.ledger.opening import open_store
from uth.rulebook.store import load_text

NODES = ("north", "south")
LEASE = "8"
"""Seconds for which a node may stall on a busy machine without losing its tables."""
NOTICED = 15
"""Seconds until a server notices that nobody is at the other end of a dead line."""


class Dropping(Proxy):
    """Swallows everything while it is cut, and for ever on a line that has lost something."""

    def _carry(self, origin: socket.socket, target: socket.socket) -> None:
        lost = False
        with suppress(OSError):
            while data := origin.recv(65_536):
                lost = lost or self.cut
                if not lost:
                    target.sendall(data)
            if lost or self.cut:
                time.sleep(NOTICED)
            target.shutdown(socket.SHUT_RDWR)


class Wanderer(Visitor):
    """A player who goes to the other node where one does not know his table, or says nothing."""

    patience = 4

    def __init__(self, name: str, table: str, promises: Promises, by_socket: bool) -> None:
        super().__init__(name, table, promises, by_socket)
        self.ports: Callable[[], list[int]] = list
        self.home = Event()

    def _visit(self, port: int) -> None:
        while not self.home.is_set():
            for found in self.ports():
                with suppress(OSError, WebSocketException, Elsewhere), ExitStack() as stack:
                    self._play(found, stack)
            time.sleep(0.5)

    def _move(self, line: Line, send: Any) -> None:
        if self.home.is_set():
            raise Elsewhere
        status, found = line.ask("GET", f"/api/tables/{self.table}")
        self._need(status == 200, f"{found}")
        super()._move(line, send)

    def _ask_again(self, send: Any, order: Order, answer: Answer) -> None:
        """Of the node that has the table; the other does not know."""
        status, again = send(order)
        self._need(status == 200, f"{order.key}: {again}")
        super()._ask_again(send, order, answer)

    def _need(self, holds: bool, sentence: str) -> None:
        """Not served here: it may be there."""
        if not holds and any(word in sentence for word in ELSEWHERE):
            raise Elsewhere
        super()._need(holds, sentence)


class Elsewhere(Exception):  # noqa: N818
    """This table is another node's now."""


ELSEWHERE = ("table/unknown", "lease/", "store/", "rate/")


class Pair:
    """A house served by two nodes, and those who play at it."""

    def __init__(self, nursery: Nursery, address: str, seed: int) -> None:
        self.nursery = nursery
        self.address = address
        self.rng = random.Random(f"pair {seed}")
        self.proxy = Dropping(address)
        self.promises = Promises()
        self.served: dict[str, Served] = {}
        self.kills = self.cuts = 0
        self.slowest = 0
        """Milliseconds from a kill or a cut until a table that it concerned was played at again."""
        self.wanderers = [
            Wanderer(f"bob-{table}", table, self.promises, by_socket=number == 0)
            for number, table in enumerate(TABLES)
        ]
        store = open_store(address)
        people = People(store, clock, source, Passwords(CHEAP))
        for name, role in [("flo", Role.FLOOR), *((w.name, Role.PLAYER) for w in self.wanderers)]:
            people.make(name, PASSWORD, role)
        store.close()

    def begin(self) -> None:
        for name in NODES:
            self.start(name)
        port = self.served["north"].port
        with closing(Line(port)) as line:
            _, found = line.ask("POST", "/api/sign-in", name="flo", password=PASSWORD)
            line.token = found["token"]
            for table in TABLES:
                status, found = line.ask("POST", "/api/tables", name=table, rulebook=RULEBOOK)
                assert status == 200, found
                line.ask("POST", f"/api/tables/{table}/bots", count=2)
        for wanderer in self.wanderers:
            wanderer.ports = lambda: [served.port for served in self.served.values()]
            wanderer.visit(port)
        self.let_play()

    def start(self, name: str) -> None:
        """North's line goes through the proxy."""
        address = self.proxy.address if name == "north" else self.address
        served = self.nursery.serve(address, "--pace", "0", "--node", name, "--lease", LEASE)
        served.wait()
        self.served[name] = served

    def kill(self, name: str) -> None:
        self.kills += 1
        self.served.pop(name).kill()

    def cut(self) -> None:
        self.cuts += 1
        self.proxy.cut = True

    def let_play(self, more: int = 5) -> None:
        """Until every player has had so many more orders acknowledged; how long that took."""
        begun = time.monotonic()
        enough = {w.name: w.acknowledged + more for w in self.wanderers}
        while any(w.acknowledged < enough[w.name] for w in self.wanderers):
            assert time.monotonic() < begun + PATIENCE, "a table is not taken over"
            time.sleep(0.01)
        self.slowest = max(self.slowest, round((time.monotonic() - begun) * 1_000))

    def end(self) -> int:
        """Everybody goes home; then all must be right. The rounds that were settled again."""
        for wanderer in self.wanderers:
            wanderer.home.set()
        for wanderer in self.wanderers:
            wanderer.leave()
        for name in list(self.served):
            self.served.pop(name).kill()
        self.proxy.close()
        store = open_store(self.address, check=False)
        try:
            heads = all_heads(self.address, self.proxy.address)
            assert heads, "both nodes have written heads down"
            rounds = check_audit(store, heads)
            self.promises.check(store)
            rules = load_text(RULEBOOK)
            check_meter(store, shared_name(rules), rules.progressive)
        finally:
            store.close()
        return rounds

    def kept(self) -> dict[str, int]:
        """How many tables each node keeps, by its own word."""
        found = {}
        for name, served in self.served.items():
            asked = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
            with closing(asked) as line:
                line.request("GET", "/metrics")
                text = line.getresponse().read().decode()
            counted = re.search(r"^uth_tables (\d+)", text, re.MULTILINE)
            assert counted is not None, text
            found[name] = int(counted[1])
        return found
