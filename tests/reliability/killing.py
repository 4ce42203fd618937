"""A served house under load, killed at random moments, restarted and audited, again and again."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import NamedTuple

from tests.ledger.waiting import PATIENCE, wait_until
from tests.reliability.nursery import CHEAP, Line, Nursery, Served
from tests.reliability.once import Promises, all_heads, check_audit, check_meter
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

[progressive]
main_share = "33.33%"
mystery_share = "60%"
mystery_between = ["250", "300"]
"""


class Told(NamedTuple):
    """What a house had in it until its last kill."""

    kills: int
    rounds: int
    acknowledged: int
    mysteries: int


class House:
    """One store, and those who play at it through every restart."""

    def __init__(self, nursery: Nursery, address: str, seed: int) -> None:
        self.nursery = nursery
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
        people = People(store, clock, source, Passwords(CHEAP))
        people.make("flo", PASSWORD, Role.FLOOR)
        for visitor in self.visitors:
            people.make(visitor.name, PASSWORD, Role.PLAYER)
        store.close()

    def _open(self, port: int) -> None:
        """The floor opens the tables, and seats bots."""
        with closing(Line(port)) as line:
            _, found = line.ask("POST", "/api/sign-in", name="flo", password=PASSWORD)
            line.token = found["token"]
            for table in TABLES:
                status, found = line.ask("POST", "/api/tables", name=table, rulebook=RULEBOOK)
                assert status == 200, found
                status, found = line.ask("POST", f"/api/tables/{table}/bots", count=2)
                assert status == 200, found

    @contextmanager
    def open(self) -> Iterator[Served]:
        """Started, and everybody plays; at the end it is killed."""
        served = self.nursery.serve(self.address, *self._words)
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
        """Until so many more orders were acknowledged, and a moment longer."""
        enough = self.promises.acknowledged + more
        wait_until(lambda: self.promises.acknowledged >= enough, "nobody is answered any more")
        time.sleep(self._rng.uniform(0, 0.02))

    def check(self) -> Told:
        """What `uth audit` says, and what the visitors remember."""
        store = open_store(self.address, check=False)
        try:
            heads = all_heads(self.address)
            assert heads or not self.kills, "whoever served it has written heads down"
            rounds = check_audit(store, heads)
            self.promises.check(store)
            rules = load_text(RULEBOOK)
            hit = check_meter(store, shared_name(rules), rules.progressive)[1]
        finally:
            store.close()
        return Told(self.kills, rounds, self.promises.acknowledged, hit)
