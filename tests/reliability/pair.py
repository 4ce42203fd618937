"""Two nodes on one PostgreSQL; the connection of one can be cut, and both can be killed."""

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
from tests.reliability.kill_run import RULEBOOK, TABLES
from tests.reliability.promises import Promises, all_heads, check_audit, check_meter
from tests.reliability.servers import CHEAP, Client, ServerProcess, Servers
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
"""Seconds that a node may stall on a busy machine without losing its tables."""
NOTICED = 15
"""Seconds until a server notices a dead connection."""


class Dropping(Proxy):
    """Drops everything while it is cut, and for good on a connection that has lost data."""

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
    """A player who tries the other node if one does not run their table or does not answer."""

    patience = 4

    def __init__(self, name: str, table: str, promises: Promises, by_socket: bool) -> None:
        super().__init__(name, table, promises, by_socket)
        self.ports: Callable[[], list[int]] = list
        self.home = Event()

    def _visit(self, port: int) -> None:
        while not self.home.is_set():
            for other in self.ports():
                with suppress(OSError, WebSocketException, Elsewhere), ExitStack() as stack:
                    self._play(other, stack)
            time.sleep(0.5)

    def _move(self, client: Client, send: Any) -> None:
        if self.home.is_set():
            raise Elsewhere
        status, answer = client.ask("GET", f"/api/tables/{self.table}")
        self._need(status == 200, f"{answer}")
        super()._move(client, send)

    def _ask_again(self, send: Any, order: Order, answer: Answer) -> None:
        """Ask the node that runs the table; the other one does not know."""
        status, again = send(order)
        self._need(status == 200, f"{order.key}: {again}")
        super()._ask_again(send, order, answer)

    def _need(self, holds: bool, sentence: str) -> None:
        """A table that does not run here may run on the other node."""
        if not holds and any(word in sentence for word in ELSEWHERE):
            raise Elsewhere
        super()._need(holds, sentence)


class Elsewhere(Exception):  # noqa: N818
    """Another node runs this table now."""


ELSEWHERE = ("table/unknown", "lease/", "store/", "rate/")


class Pair:
    """Two nodes on one database, and the people who play there."""

    def __init__(self, servers: Servers, address: str, seed: int) -> None:
        self.servers = servers
        self.address = address
        self.rng = random.Random(f"pair {seed}")
        self.proxy = Dropping(address)
        self.promises = Promises()
        self.served: dict[str, ServerProcess] = {}
        self.kills = self.cuts = 0
        self.slowest = 0
        """The most milliseconds from a kill or a cut until play continued at every table."""
        self.wanderers = [
            Wanderer(f"bob-{table}", table, self.promises, by_socket=number == 0)
            for number, table in enumerate(TABLES)
        ]
        store = open_store(address)
        people = People(store, clock, source, Passwords(*CHEAP))
        for name, role in [
            ("flo", Role.SUPERVISOR),
            *((w.name, Role.PLAYER) for w in self.wanderers),
        ]:
            people.make(name, PASSWORD, role)
        store.close()

    def begin(self) -> None:
        for name in NODES:
            self.start(name)
        port = self.served["north"].port
        with closing(Client(port)) as client:
            _, answer = client.ask("POST", "/api/sign-in", name="flo", password=PASSWORD)
            client.token = answer["token"]
            for table in TABLES:
                status, answer = client.ask("POST", "/api/tables", name=table, rulebook=RULEBOOK)
                assert status == 200, answer
                client.ask("POST", f"/api/tables/{table}/bots", count=2)
        for wanderer in self.wanderers:
            wanderer.ports = lambda: [served.port for served in self.served.values()]
            wanderer.visit(port)
        self.let_play()

    def start(self, name: str) -> None:
        """Start a node; the connection of `north` goes through the proxy."""
        address = self.proxy.address if name == "north" else self.address
        served = self.servers.serve(address, "--pace", "0", "--node", name, "--lease", LEASE)
        served.wait()
        self.served[name] = served

    def kill(self, name: str) -> None:
        self.kills += 1
        self.served.pop(name).kill()

    def cut(self) -> None:
        self.cuts += 1
        self.proxy.cut = True

    def let_play(self, more: int = 5) -> None:
        """Wait until every player has this many more acknowledged orders."""
        begun = time.monotonic()
        enough = {w.name: w.acknowledged + more for w in self.wanderers}
        while any(w.acknowledged < enough[w.name] for w in self.wanderers):
            assert time.monotonic() < begun + PATIENCE, "a table is not taken over"
            time.sleep(0.01)
        self.slowest = max(self.slowest, round((time.monotonic() - begun) * 1_000))

    def end(self) -> int:
        """Stop everything and check the store; returns the number of rounds audited."""
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
            assert heads, "both nodes have written heads files"
            rounds = check_audit(store, heads)
            self.promises.check(store)
            rules = load_text(RULEBOOK)
            check_meter(store, shared_name(rules), rules.progressive)
        finally:
            store.close()
        return rounds

    def table_counts(self) -> dict[str, int]:
        """How many tables each node runs, by its metrics."""
        counts = {}
        for name, served in self.served.items():
            http_client = http.client.HTTPConnection("127.0.0.1", served.port, timeout=PATIENCE)
            with closing(http_client) as connection:
                connection.request("GET", "/metrics")
                text = connection.getresponse().read().decode()
            gauge = re.search(r"^uth_tables (\d+)", text, re.MULTILINE)
            assert gauge is not None, text
            counts[name] = int(gauge[1])
        return counts
