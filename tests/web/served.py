"""A house served in this process: clients by name, everything that they get is kept."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.testclient import TestClient, WebSocketTestSession

from tests.ledger.memory import MemoryStore
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.overload import OverloadMonitor
from uth.floor.people.names import BOT
from uth.floor.people.passwords import Cost, Passwords
from uth.floor.people.roles import Role
from uth.floor.runner import FloorRunner
from uth.floor.tables.pace import Pace
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.journal.store import Store
from uth.ledger.opening import open_store
from uth.web.app import App
from uth.web.server import make_app

PATIENCE = 120
"""Seconds; ends a wait that would never end."""
LONG = 600_000
QUICK = Pace(step=20, betting=LONG, acting=LONG, offering=100, again=100, alone=False)
"""The dealer is quick, and nobody's time runs out because the machine is slow."""
HASTY = replace(QUICK, betting=400, acting=800)
"""Where time is to run out for those who do nothing."""
LEASE = 800
WORKER = (sys.executable, "-c", "from uth.web import worker; worker.PRIORITY = 0; worker.main()")
"""The worker at the tests' own priority: behind all others, a busy machine never comes to it."""
WORKED_OUT = 900.0
"""Seconds after which a job is given up."""
PASSWORD = "correct horse battery"
STAFF = {
    "flo": Role.FLOOR,
    "gus": Role.FLOOR,
    "sue": Role.SURVEILLANCE,
    "aud": Role.AUDITOR,
    "adm": Role.ADMINISTRATOR,
    "pat": Role.PLAYER,
}


class Unhurried(OverloadMonitor):
    """Turns nobody away because the machine that the tests run on is slow."""

    def took(self, seconds: float) -> None:
        """Nothing is late."""


def whatever_the_machine(runner: FloorRunner, desk: JobQueue | None = None) -> None:
    """Nobody is turned away and no work is given up because others use the machine, too."""
    runner.overload = Unhurried(runner.floor.clock)
    runner.desk = runner.sheets._desk = desk or JobQueue(WORKER, longest=WORKED_OUT)


class Caller:
    """Somebody with a session; `heard` is every byte that he was sent."""

    def __init__(self, served: Served, token: str, name: str) -> None:
        self.served = served
        self.token = token
        self.name = name
        self.heard: list[bytes] = []
        self._keys = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def key(self) -> str:
        self._keys += 1
        return f"{self.token[:8]}-{self._keys}"

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        content = msgspec.json.encode(body) if body or method == "POST" else None
        found = self.served.client.request(method, path, content=content, headers=self.headers)
        self.heard.append(found.content)
        assert found.status_code == status, found.text
        if found.headers["content-type"].startswith("text/plain"):
            return found.text
        return found.json()

    def order(self, table: str, command: dict[str, Any], status: int = 200) -> Any:
        path = f"/api/tables/{table}/orders"
        return self.ask("POST", path, status, key=self.key(), command=command)

    def sit(self, table: str, seat: int, chips: int) -> None:
        self.ask("POST", "/api/me/play-money", amount=chips, key=self.key())
        command = {"type": "Sit", "player": self.name, "seat": seat, "chips": chips}
        self.order(table, command)

    def until(self, table: str, right: Callable[[Any], bool]) -> Any:
        """Look at a table again and again until it is so."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen = self.ask("GET", f"/api/tables/{table}")
            if right(seen["view"]):
                return seen
            time.sleep(0.05)  # a session asks thirty times a second, no more
        raise AssertionError("the table does not come to it")

    @contextmanager
    def socket(self, table: str) -> Iterator[WebSocketTestSession]:
        with self.served.client.websocket_connect(f"/ws/{table}", headers=self.headers) as socket:
            yield socket

    def hear(self, socket: WebSocketTestSession) -> Any:
        text = socket.receive_text()
        self.heard.append(text.encode())
        return msgspec.json.decode(text)


class Served:
    """The application under a client, with one account of every role."""

    def __init__(self, store: Store, pace: Pace = QUICK, **options: Any) -> None:
        self.store = store
        cheap = Passwords(Cost(passes=1, memory_kib=64))
        self.app: App = make_app(store, pace=pace, passwords=cheap, lease=LEASE, **options)
        whatever_the_machine(self.app.runner)
        self.client = TestClient(self.app.build(), raise_server_exceptions=False)

    def __enter__(self) -> Served:
        self.client.__enter__()
        for name, role in STAFF.items():
            if self.app.people.accounts.get(name) is None:
                self.app.people.make(name, PASSWORD, role)
        return self

    def __exit__(self, *error: object) -> None:
        self.client.__exit__(None, None, None)

    def guest(self) -> Caller:
        found = self.client.post("/api/guest").json()
        return Caller(self, found["token"], found["name"])

    def staff(self, name: str) -> Caller:
        body = {"name": name, "password": PASSWORD}
        found = self.client.post("/api/sign-in", json=body)
        assert found.status_code == 200, found.text
        return Caller(self, found.json()["token"], name)


def in_memory(pace: Pace = QUICK) -> Served:
    return Served(MemoryStore(), pace)


def on_disk(path: Path) -> Served:
    heads = Path(f"{path}.heads")
    return Served(open_store(path, heads=heads), heads=HeadsFile(heads))


def bot(name: str) -> bool:
    return name.endswith(BOT)


def play_round(caller: Caller, table: str, seat: int, stake: int = 500) -> dict[str, Any]:
    """Wager by socket, check and fold until that round is over; the update that closes it."""
    with caller.socket(table) as socket:
        playing = False
        while True:
            news = caller.hear(socket)
            if news["type"] != "update":
                continue  # the bots may have been quicker; another try follows
            if playing and news["receipt"] is not None:
                return dict(news)
            found, own = news["view"], news["view"]["seats"][seat - 1]
            assert own is not None, "the seat is kept"
            playing = bool(own["wagers"]) and found["phase"] != "betting"
            if own["to_act"]:
                action = "fold" if found["phase"] == "river" else "check"
                _send(caller, socket, news, {"type": "Act", "action": action})
            elif found["phase"] == "betting" and not own["wagers"]:
                wagers = {"ante": stake, "blind": stake}
                _send(caller, socket, news, {"type": "Wager", "wagers": wagers})


def _send(
    caller: Caller, socket: WebSocketTestSession, news: dict[str, Any], command: dict[str, Any]
) -> None:
    order = {
        "type": "order",
        "key": caller.key(),
        "version": news["version"],
        "command": {**command, "player": caller.name},
    }
    socket.send_text(msgspec.json.encode(order).decode())
