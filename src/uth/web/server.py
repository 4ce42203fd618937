"""A house put together from a store's address, and served."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette

from uth.floor.chance import Source
from uth.floor.chance import system as system_source
from uth.floor.clock import Clock
from uth.floor.clock import system as system_clock
from uth.floor.house import House
from uth.floor.leases import MILLISECONDS, Leases
from uth.floor.pace import Pace
from uth.floor.passwords import Passwords
from uth.floor.people import People
from uth.ledger.heads import Heads
from uth.ledger.opening import open_store
from uth.ledger.store import Store
from uth.ledger.writer import Writer
from uth.web import impatient, logs
from uth.web.app import App, Rates
from uth.web.metrics import Metrics
from uth.web.service import Service
from uth.web.sockets import LONGEST
from uth.web.written import WrittenStore

LISTENING: dict[str, Any] = {
    "http": impatient.Answers,
    "ws": impatient.Sockets,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "ws_max_size": LONGEST,
    "ws_max_queue": 8,
    "timeout_graceful_shutdown": 5,
}
"""How the application is served: short messages, and nothing said that is not asked for."""


class Plan(msgspec.Struct, frozen=True):
    """Where a house is kept and how it runs."""

    address: str
    pace: Pace = Pace()
    owner: str = ""
    """This node's name, where several serve one house."""
    heads: bool = True


def heads_of(address: str) -> Path | None:
    """The heads file beside a SQLite file; a database server has none of its own here."""
    path = address.removeprefix("sqlite:///")
    return None if "://" in path else Path(f"{path}.heads")


def make_app(
    store: Store,
    *,
    heads: Heads | None = None,
    clock: Clock = system_clock,
    source: Source = system_source,
    pace: Pace | None = None,
    owner: str = "",
    lease: int = MILLISECONDS,
    passwords: Passwords | None = None,
    rates: Rates | None = None,
) -> App:
    """An application over an open store."""
    writer = Writer(store, heads)
    written = WrittenStore(writer)
    leases = Leases(written, owner, lease)
    house = House(written, clock=clock, source=source, pace=pace, leases=leases)
    people = People(written, clock, source, passwords)
    return App(Service(house, writer, Metrics()), people, rates)


def opened(plan: Plan) -> tuple[Store, Starlette]:
    """Open the store, which checks it whole, and build the application."""
    path = heads_of(plan.address) if plan.heads else None
    store = open_store(plan.address, heads=path)
    heads = Heads(path) if path is not None else None
    app = make_app(store, heads=heads, pace=plan.pace, owner=plan.owner)
    return store, app.build()


def serve(plan: Plan, host: str, port: int) -> None:
    """Serve until told to stop; hands in progress are in the journal and go on next time."""
    logs.set_up()
    store, app = opened(plan)
    try:
        uvicorn.run(app, host=host, port=port, **LISTENING)
    finally:
        store.close()
