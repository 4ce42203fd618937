"""A whole house on a port of this machine: real sockets, in a thread of the tests' own process.

Being in the same process, tests can choose the next deck, cut connections off and look into the
store; all else goes the usual way.
"""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, TypeVar
from urllib.request import Request, urlopen

import uvicorn

from tests.browser.patience import PATIENCE
from tests.floor import driver
from tests.floor.stacked import stack
from tests.ledger.memory import MemoryStore
from uth.core.money import Cents
from uth.floor.fairness.randomness import system
from uth.floor.jobs.job_queue import JobQueue
from uth.floor.jobs.session_sheets import SessionSheets
from uth.floor.overload import OverloadMonitor
from uth.floor.people.passwords import Passwords
from uth.floor.people.rate_limits import Rate
from uth.floor.people.roles import Role
from uth.floor.store_steps import Steps
from uth.floor.tables.orders import Order
from uth.floor.tables.pace import Pace
from uth.floor.tables.table_writer import TableWriter
from uth.ledger.journal.store import Store
from uth.rulebook.store import load_house, load_text
from uth.table import commands as c
from uth.web.app import App
from uth.web.gate import Rates
from uth.web.server import make_app

T = TypeVar("T")
PASSWORD = "correct horse battery"
STAFF = {
    "flo": Role.SUPERVISOR,
    "gus": Role.SUPERVISOR,
    "fay": Role.FLOOR,
    "sue": Role.SURVEILLANCE,
    "aud": Role.AUDITOR,
    "adm": Role.ADMINISTRATOR,
}
FLOOR = "flo"
PATIENT = 600_000
"""Milliseconds that nobody runs out of on the slowest machine."""
AT_ONCE = Pace(
    step=0,
    betting=PATIENT,
    acting=PATIENT,
    offering=PATIENT,
    grace=PATIENT,
    again=200,
    alone=False,
)
"""The dealer never pauses and never calls time: the tests set the pace."""
OFTEN = Rate(burst=10_000, tokens=10_000)
ONE_PLACE = Rates(session=OFTEN, address=OFTEN)
"""All browsers of the tests share one address, which a house takes for one visitor."""


class Unhurried(OverloadMonitor):
    """A house that seats everybody however late its answers are."""

    def overloaded(self) -> bool:
        return False


class Casino:
    """Starts, can be stopped and started again with the same store and the same port.

    The port stays bound while the house is closed: connections are refused, and no other process
    is given it meanwhile.
    """

    def __init__(
        self,
        pace: Pace = AT_ONCE,
        store: Store | None = None,
        jobs: JobQueue | None = None,
    ) -> None:
        self.pace = pace
        self._jobs = jobs
        self.store = store or MemoryStore()
        self._place = _bound(0)
        self.port: int = self._place.getsockname()[1]
        self.app: App
        self._server: uvicorn.Server
        self._thread: threading.Thread
        self._loop: asyncio.AbstractEventLoop

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Casino:
        listening = _bound(self.port)
        listening.listen(128)
        self.app = make_app(
            self.store,
            pace=self.pace,
            passwords=Passwords(passes=1, memory_kib=64),
            rates=ONE_PLACE,
        )
        service = self.app.runner
        service.overload = Unhurried(service.floor.clock)
        service.jobs = self._jobs or JobQueue()
        service.sheets = SessionSheets(service.floor.store, service.jobs)
        config = uvicorn.Config(
            self.app.build(),
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(listening, ready), daemon=True)
        self._thread.start()
        assert ready.wait(PATIENCE), "the house does not open"
        for name, role in STAFF.items():
            if self.app.people.accounts.get(name) is None:
                self.ask(partial(self.app.people.make, name, PASSWORD, role))
        return self

    def _run(self, listening: socket.socket, ready: threading.Event) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            serving = asyncio.create_task(self._server.serve(sockets=[listening]))
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.01)
            ready.set()
            await serving

        asyncio.run(serve())

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the house does not close"

    def close(self) -> None:
        """Stop for good; the port is anybody's again."""
        self.stop()
        self._place.close()

    def disconnected(self) -> None:
        """Every open connection breaks; the house is still there."""

        async def cut() -> None:
            for connection in list(self._server.server_state.connections):
                transport = getattr(connection, "transport", None)
                if transport is not None:
                    transport.abort()

        self._await(cut())

    def ask(self, work: Callable[[], T]) -> T:
        """Do something on the house's own loop, between two of its steps."""

        async def do() -> T:
            return work()

        return self._await(do())

    def _await(self, work: Awaitable[T]) -> T:
        async def wait() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(wait(), self._loop).result(PATIENCE)

    def open(self, name: str, house: str = "", rulebook: str = "", seed: bytes = b"") -> str:
        """A table of a house, or of a rulebook of one's own; the first round from a seed."""
        rules = load_house(house) if house else load_text(rulebook)
        service = self.app.runner
        link = "link" if house else f"own.{name}"

        def begin() -> Steps[None]:
            if seed:
                service.floor.source = lambda _: seed
            try:
                practice = rules.player_dealer
                opened = yield from service.floor.open_table_steps(
                    name, rules, FLOOR, link, practice=practice
                )
                opened._source = system
            finally:
                service.floor.source = system

        self._await(service.alone(name, begin()))
        return name

    def table_writer(self, table: str) -> TableWriter:
        return self.app.runner.floor.tables.writer(table)

    def stack(self, table: str, hands: Mapping[int, str], dealer: str, board: str) -> None:
        """The next round deals just these cards."""
        self.ask(lambda: stack(self.table_writer(table), hands, dealer, board))

    def perform(self, order: Order) -> None:
        self._await(self.app.runner.orders.perform(order))

    def version(self, table: str) -> int:
        return self.ask(lambda: self.table_writer(table).progress.version)

    def at_rest(self, table: str) -> int:
        """Wait until the dealer has done what there is to do; the version then."""
        service = self.app.runner

        def right() -> bool:
            at = driver.wake(service.floor, table)
            idle = not service.orders.tables[table].busy
            return idle and (at is None or at > service.floor.clock())

        self.until(right)
        return self.version(table)

    def until(self, right: Callable[[], bool]) -> None:
        """Wait until it is so, looking again whenever the house has done something."""

        async def wait() -> None:
            while not right():
                await asyncio.sleep(0.002)

        self._await(wait())

    def enrich(self, table: str, player: str, chips: Cents) -> None:
        """More chips than the cage gives a guest, so that a long evening does not end early."""
        self.ask(lambda: self.app.runner.floor.books.buy_in(player, chips, FLOOR))
        self.perform(Order(table, player, c.AddChips(player, chips)))

    def chips(self, table: str, player: str) -> Cents:
        return self.ask(lambda: self.table_writer(table).table.chips(player))


def table_name(link: str) -> str:
    """What the pages call a table that was given no title: never its link."""
    words = link.replace("-", " ")
    return words[:1].upper() + words[1:]


def guest_name(guest: str) -> str:
    """What the pages call a guest who has chosen no name."""
    return f"Guest {int(guest.removeprefix('guest-'), 16) % 9_000 + 1_000}"


def _bound(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(("127.0.0.1", port))
    return found


class Caller:
    """Somebody without a browser, who shares a table with those who have one."""

    def __init__(self, casino: Casino, name: str = "") -> None:
        self.casino = casino
        self._token = ""
        self._keys = 0
        found = (
            self.ask("POST", "/api/sign-in", name=name, password=PASSWORD)
            if name
            else self.ask("POST", "/api/guest")
        )
        self._token, self.name = found["token"], found["name"]

    def ask(self, method: str, path: str, **body: Any) -> Any:
        headers = {"content-type": "application/json"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        data = json.dumps(body).encode() if method == "POST" else None
        request = Request(self.casino.address + path, data, headers, method=method)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def order(self, table: str, command: str, **fields: Any) -> Any:
        self._keys += 1
        asked = {"type": command, "player": self.name, **fields}
        key = f"{self.name}-{self._keys}"
        return self.ask("POST", f"/api/tables/{table}/orders", key=key, command=asked)

    def act(self, table: str, phase: str, action: str) -> None:
        """Decide in a phase, once it has come."""

        def asked() -> bool:
            found = self.casino.table_writer(table).table
            return found.phase == phase and found.seat(found.find(self.name)).to_act

        self.casino.until(asked)
        self.order(table, "Act", action=action)

    def take_bank(self, table: str, amount: Cents) -> None:
        """Take the bank, once it is offered."""

        def offered() -> bool:
            found = self.casino.table_writer(table).table
            return found.bank.offered == found.find(self.name)

        self.casino.until(offered)
        self.order(table, "TakeBank", amount=amount)

    def sit(self, table: str, seat: int, chips: Cents) -> None:
        self._keys += 1
        self.ask("POST", "/api/me/play-money", amount=chips, key=f"{self.name}-{self._keys}")
        self.order(table, "Sit", seat=seat, chips=chips)
