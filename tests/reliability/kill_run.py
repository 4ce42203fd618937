"""A server under load, killed at random moments, restarted and audited, again and again."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from tests.ledger.waiting import PATIENCE, wait_until
from tests.reliability.promises import Promises, all_heads, check_audit, check_meter
from tests.reliability.servers import CHEAP, Client, ServerProcess, Servers
from tests.reliability.visitors import PASSWORD, Visitor
from uth.floor.clock import system as clock
from uth.floor.fairness.randomness import system as source
from uth.floor.meters.meter_names import shared_name
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.people.roles import Role
from uth.ledger.opening import open_store
from uth.rulebook.store import load_text

TABLES = ("t1", "t2", "t3")
RULEBOOK = """
extends = "hollywood-pa"
id = "quick"
name = "Quick"
document = "The rules of this test"

[progressive]
main_share = "33.33%"
mystery_share = "60%"
mystery_between = ["250", "300"]
"""


class Counts(NamedTuple):
    """What happened until the last kill."""

    kills: int
    rounds: int
    acknowledged: int
    mysteries: int


class KillRun:
    """A store, and visitors who keep playing through every restart."""

    def __init__(self, servers: Servers, address: str, seed: int) -> None:
        self.servers = servers
        self.address = address
        self.promises = Promises()
        self.kills = 0
        self._rng = random.Random(f"kill {seed}")
        self.visitors = [
            Visitor(f"ann-{table}", table, self.promises, by_socket=number == 0)
            for number, table in enumerate(TABLES)
        ]
        self._words = ("--pace", "0", *(("--node", "one") if "://" in address else ()))
        self._set_up()

    def _set_up(self) -> None:
        store = open_store(self.address)
        people = People(store, clock, source, Passwords(*CHEAP))
        people.make("flo", PASSWORD, Role.SUPERVISOR)
        for visitor in self.visitors:
            people.make(visitor.name, PASSWORD, Role.PLAYER)
        store.close()

    def _open(self, port: int) -> None:
        """Open the tables and seat bots."""
        with closing(Client(port)) as client:
            _, answer = client.ask("POST", "/api/sign-in", name="flo", password=PASSWORD)
            client.token = answer["token"]
            for table in TABLES:
                status, answer = client.ask("POST", "/api/tables", name=table, rulebook=RULEBOOK)
                assert status == 200, answer
                status, answer = client.ask("POST", f"/api/tables/{table}/bots", count=2)
                assert status == 200, answer

    @contextmanager
    def open(self) -> Iterator[ServerProcess]:
        """Start a server and let everybody play; at the end it is killed."""
        served = self.servers.serve(self.address, *self._words)
        try:
            served.wait()
            if not self.kills:
                self._open(served.port)
            for visitor in self.visitors:
                visitor.visit(served.port)
            for visitor in self.visitors:
                assert visitor.playing.wait(PATIENCE), visitor.wrong
            yield served
        finally:
            served.kill()
        self.kills += 1
        for visitor in self.visitors:
            visitor.leave()

    def cycle(self) -> None:
        """Start, play, kill, audit."""
        with self.open():
            self._let_play(self._rng.randint(1, 20))
        self.check()

    def _let_play(self, more: int) -> None:
        """Wait for this many more acknowledged orders, and a moment longer."""
        enough = self.promises.acknowledged + more
        wait_until(lambda: self.promises.acknowledged >= enough, "no order is answered any more")
        time.sleep(self._rng.uniform(0, 0.02))

    def check(self) -> Counts:
        """Compare the store with its audit and with what the visitors remember."""
        store = open_store(self.address, check=False)
        try:
            heads = all_heads(self.address)
            assert heads or not self.kills, "the server has written a heads file"
            rounds = check_audit(store, heads)
            self.promises.check(store)
            rules = load_text(RULEBOOK)
            hit = check_meter(store, shared_name(rules), rules.progressive)[1]
        finally:
            store.close()
        return Counts(self.kills, rounds, self.promises.acknowledged, hit)
