"""A house put together from a store's address, and served."""

from __future__ import annotations

import gc
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette

from uth.core.refusal import Refusal, shown
from uth.floor.clock import Clock
from uth.floor.clock import system as system_clock
from uth.floor.cluster.leases import MILLISECONDS, Leases
from uth.floor.cluster.nodes import Nodes
from uth.floor.fairness.randomness import Source
from uth.floor.fairness.randomness import system as system_source
from uth.floor.floor import Floor
from uth.floor.metrics import Metrics
from uth.floor.people.passwords import Passwords
from uth.floor.people.people import People
from uth.floor.runner import CAPACITY, FloorRunner
from uth.floor.tables.pace import Pace
from uth.ledger.audit.store_check import CheckpointTask
from uth.ledger.journal.heads import HeadsFile
from uth.ledger.journal.store import Store
from uth.ledger.locations import heads_path, open_heads
from uth.ledger.opening import open_store
from uth.ledger.recording_store import RecordingStore
from uth.ledger.serving_lock import serving
from uth.ledger.sql.store import SqlStore
from uth.ledger.writer import Writer
from uth.web import logs
from uth.web.app import App, Rates
from uth.web.sockets import slow_clients as impatient
from uth.web.sockets.connection import LONGEST

LOG = logging.getLogger("uth.house")
COLLECTING = (5_000, 10, 20)
"""After how many new objects garbage is searched for, and how often in more and in all of them."""
LISTENING: dict[str, Any] = {
    "http": impatient.SlowHttpProtocol,
    "ws": impatient.SlowSocketProtocol,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "ws_max_size": LONGEST,
    "ws_max_queue": 8,
    "ws_per_message_deflate": False,
    "timeout_graceful_shutdown": 5,
}
"""How the application is served: short messages, and nothing said that is not asked for."""


class ServerConfig(msgspec.Struct, frozen=True):
    """Where a house is kept and how it runs."""

    address: str
    pace: Pace = Pace()
    owner: str = ""
    """This node's name, where several serve one house."""
    url: str = ""
    """Where the other nodes reach this one."""
    lease: int = MILLISECONDS
    capacity: int = CAPACITY
    heads: Path | None = None
    """Where heads are written down, if not in the usual place."""

    @property
    def heads_file(self) -> Path:
        return self.heads or heads_path(self.address, self.owner)


def make_app(
    store: Store,
    *,
    heads: HeadsFile | None = None,
    clock: Clock = system_clock,
    source: Source = system_source,
    pace: Pace | None = None,
    owner: str = "",
    url: str = "",
    lease: int = MILLISECONDS,
    passwords: Passwords | None = None,
    rates: Rates | None = None,
) -> App:
    """An application over an open store."""
    writer = Writer(store, heads)
    written = RecordingStore(writer)
    leases = Leases(written, owner, lease)
    house = Floor(written, clock=clock, source=source, pace=pace, leases=leases)
    people = People(written, clock, source, passwords, writer.submit)
    nodes = Nodes(written, clock, owner, url)
    return App(FloorRunner(house, writer, Metrics(), nodes), people, rates)


def opened(plan: ServerConfig) -> tuple[SqlStore, Starlette]:
    """Open the store, which checks it, and build the application."""
    path = plan.heads_file
    store = open_store(plan.address, heads=path)
    try:
        if not plan.owner:
            _need_no_node(store)
        heads = open_heads(path)
    except Refusal:
        store.close()
        raise
    app = make_app(
        store, heads=heads, pace=plan.pace, owner=plan.owner, url=plan.url, lease=plan.lease
    )
    app.runner.capacity = plan.capacity
    return store, app.build()


def _need_no_node(store: SqlStore) -> None:
    """Tables that nodes have leased take no commit without a lease; a file is ours alone."""
    if store.engine.dialect.name == "sqlite":
        store.free_leases()
        return
    with store.reading() as reader:
        leased = next((row for row in reader.streams("table/") if row.epoch), None)
    if leased is not None:
        name = shown(leased.owner)
        sentence = f"nodes have served this house, as {name} did; go on with --node {name}"
        raise Refusal("node/needed", sentence, leased.stream)


def serve(
    plan: ServerConfig, host: str, port: int, ready: Callable[[str], None] | None = None
) -> None:
    """Serve until told to stop; hands in progress are in the journal and go on next time.

    `ready` is told the address once somebody is listening there; port 0 takes a free one.
    """
    with listening(host, port) as place, serving(plan.address, plan.owner, _give_way):
        logs.set_up()
        address = url_of(place)
        if plan.owner and not plan.url:
            plan = msgspec.structs.replace(plan, url=address)
        store, app = opened(plan)
        marking = CheckpointTask(store)
        try:
            run(app, place, lambda: ready(address) if ready else None)
        finally:
            marking.close()
            store.close()


def _give_way() -> None:
    """Another process serves this house by now: there can be only one."""
    LOG.error("another process serves this house; this one ends")
    signal.raise_signal(signal.SIGTERM)


def run(app: Starlette, place: socket, begun: Callable[[], None] = lambda: None) -> None:
    """Serve an application in this process, which does nothing else."""
    _Server(uvicorn.Config(app, **LISTENING), begun).run(sockets=[place])


class _Server(uvicorn.Server):
    """Tells when it has begun."""

    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            collect_seldom()
            self._begun()


def collect_seldom() -> None:
    """Keep Python's search for garbage from stopping every table at once.

    A search of the whole memory takes a tenth of a second and more for every thousand players,
    and finds little: all but closed connections is freed without it. So what was loaded is left
    out of it for good, and it comes after a million new objects instead of after 70,000.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)


@contextmanager
def listening(host: str, port: int) -> Iterator[socket]:
    """A place to listen at, taken before anything else is done; a port in use is refused."""
    family = AF_INET6 if ":" in host else AF_INET
    with socket(family) as place:
        place.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            place.bind((host, port))
        except OSError as error:
            sentence = f"nobody can listen there ({error.strerror or error})"
            raise Refusal("service/address", sentence, f"{host}:{port}") from None
        yield place


def url_of(place: socket) -> str:
    host, port = place.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
