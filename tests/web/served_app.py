"""An app served in this process, and clients that keep everything they receive."""

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

from tests import patience
from tests.ledger.memory import MemoryStore
from uth.floor.jobs import design_worker
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.overload import OverloadMonitor
from uth.floor.people.names import BOT
from uth.floor.people.passwords import Passwords
from uth.floor.people.roles import Role
from uth.floor.runner import FloorRunner
from uth.floor.tables.pace import Pace
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.journal.store import Store
from uth.ledger.opening import open_store
from uth.web.app import App
from uth.web.server import make_app

PATIENCE = patience.PATIENCE
"""Seconds after which a test gives up waiting."""
LONG = 600_000
QUICK = Pace(step=20, betting=LONG, acting=LONG, offering=100, again=100, alone=False)
"""The dealer is quick, and nobody runs out of time on a slow machine."""
HASTY = replace(QUICK, betting=400, acting=800)
"""Players who do nothing run out of time."""
LEASE = 800
WORKER = (
    sys.executable,
    "-c",
    "from uth.floor.jobs import worker; worker.PRIORITY = 0; worker.main()",
)
"""The worker at normal priority: at low priority a busy machine would starve it."""
JOB_TIMEOUT = 900.0
"""Seconds after which a job fails."""
PASSWORD = "correct horse battery"
STAFF = {
    "flo": Role.SUPERVISOR,
    "gus": Role.SUPERVISOR,
    "fay": Role.FLOOR,
    "sue": Role.SURVEILLANCE,
    "aud": Role.AUDITOR,
    "adm": Role.ADMINISTRATOR,
    "pat": Role.PLAYER,
}


class SharedQueue(JobQueue):
    """A job queue for one server after another, which remembers its answers."""

    def close(self) -> None:
        """Stays open when one of the servers stops."""


@contextmanager
def shared_queue() -> Iterator[SharedQueue]:
    made = SharedQueue(WORKER, longest=JOB_TIMEOUT)
    yield made
    JobQueue.close(made)


class NeverOverloaded(OverloadMonitor):
    """Refuses nobody because the machine is slow."""

    def took(self, seconds: float) -> None:
        """Ignore late answers."""


def ignore_load(runner: FloorRunner, jobs: JobQueue | None = None) -> None:
    """Keep the server from refusing anybody, and jobs from failing, on a busy machine."""
    runner.overload = NeverOverloaded(runner.floor.clock)
    runner.jobs = runner.sheets._jobs = jobs or JobQueue(WORKER, longest=JOB_TIMEOUT)
    runner.designs = JobQueue(design_worker.COMMAND, JOB_TIMEOUT, needed=())


class ApiClient:
    """A client with a session; `received` is every byte that it was sent."""

    def __init__(self, served: ServedApp, token: str, name: str) -> None:
        self.served = served
        self.token = token
        self.name = name
        self.received: list[bytes] = []
        self._keys = 0

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def key(self) -> str:
        self._keys += 1
        return f"{self.token[:8]}-{self._keys}"

    def ask(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        content = msgspec.json.encode(body) if body or method == "POST" else None
        response = self.served.client.request(method, path, content=content, headers=self.headers)
        self.received.append(response.content)
        assert response.status_code == status, response.text
        if response.headers["content-type"].startswith("text/"):
            return response.text
        return response.json()

    def order(self, table: str, command: dict[str, Any], status: int = 200) -> Any:
        path = f"/api/tables/{table}/orders"
        return self.ask("POST", path, status, key=self.key(), command=command)

    def sit(self, table: str, seat: int, chips: int) -> None:
        self.ask("POST", "/api/me/play-money", amount=chips, key=self.key())
        command = {"type": "Sit", "player": self.name, "seat": seat, "chips": chips}
        self.order(table, command)

    def until(self, table: str, right: Callable[[Any], bool]) -> Any:
        """Poll a table until a condition holds."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            seen = self.ask("GET", f"/api/tables/{table}")
            if right(seen["view"]):
                return seen
            time.sleep(0.05)  # a session may send thirty requests a second
        raise AssertionError("the table never gets there")

    @contextmanager
    def socket(self, table: str) -> Iterator[WebSocketTestSession]:
        with self.served.client.websocket_connect(f"/ws/{table}", headers=self.headers) as socket:
            yield socket

    def receive(self, socket: WebSocketTestSession) -> Any:
        text = socket.receive_text()
        self.received.append(text.encode())
        return msgspec.json.decode(text)


class ServedApp:
    """The application with a test client, and one account of every role."""

    def __init__(self, store: Store, pace: Pace = QUICK, **options: Any) -> None:
        self.store = store
        cheap = Passwords(passes=1, memory_kib=64)
        self.app: App = make_app(store, pace=pace, passwords=cheap, lease=LEASE, **options)
        ignore_load(self.app.runner)
        self.client = TestClient(self.app.build(), raise_server_exceptions=False)

    def __enter__(self) -> ServedApp:
        self.client.__enter__()
        for name, role in STAFF.items():
            if self.app.people.accounts.get(name) is None:
                self.app.people.make(name, PASSWORD, role)
        return self

    def __exit__(self, *error: object) -> None:
        self.client.__exit__(None, None, None)

    def stop_renewing(self) -> None:
        """Let this node's leases expire: no renewal is in progress afterwards, nor begins."""
        portal, runner = self.client.portal, self.app.runner
        assert portal is not None
        portal.call(setattr, runner, "draining", True)
        runner._lease_thread.submit(int).result(PATIENCE)

    def guest(self) -> ApiClient:
        answer = self.client.post("/api/guest").json()
        return ApiClient(self, answer["token"], answer["name"])

    def staff(self, name: str) -> ApiClient:
        body = {"name": name, "password": PASSWORD}
        response = self.client.post("/api/sign-in", json=body)
        assert response.status_code == 200, response.text
        return ApiClient(self, response.json()["token"], name)


def in_memory(pace: Pace = QUICK) -> ServedApp:
    return ServedApp(MemoryStore(), pace)


def on_disk(path: Path) -> ServedApp:
    heads = Path(f"{path}.heads")
    return ServedApp(open_store(path, heads=heads), heads=HeadsFile(heads))


def bot(name: str) -> bool:
    return name.endswith(BOT)


def play_round(caller: ApiClient, table: str, seat: int, stake: int = 500) -> dict[str, Any]:
    """Wager by socket, check and fold; returns the update that closes the round."""
    with caller.socket(table) as socket:
        playing = False
        while True:
            news = caller.receive(socket)
            if news["type"] != "update":
                continue  # the bots may have been quicker; try again
            if playing and news["receipt"] is not None:
                return dict(news)
            result, own = news["view"], news["view"]["seats"][seat - 1]
            assert own is not None, "the seat is kept"
            playing = bool(own["wagers"]) and result["phase"] != "betting"
            if own["to_act"]:
                action = "fold" if result["phase"] == "river" else "check"
                _send(caller, socket, news, {"type": "Act", "action": action})
            elif result["phase"] == "betting" and not own["wagers"]:
                wagers = {"ante": stake, "blind": stake}
                _send(caller, socket, news, {"type": "Wager", "wagers": wagers})


def _send(
    caller: ApiClient, socket: WebSocketTestSession, news: dict[str, Any], command: dict[str, Any]
) -> None:
    order = {
        "type": "order",
        "key": caller.key(),
        "version": news["version"],
        "command": {**command, "player": caller.name},
    }
    socket.send_text(msgspec.json.encode(order).decode())
