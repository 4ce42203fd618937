"""Puts a floor together from a store's address, and serves it."""

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

from uth.core.refusal import Refusal
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
from uth.ledger.serving_lock import serving
from uth.ledger.sql.store import SqlStore
from uth.ledger.writer import Writer
from uth.web import logs
from uth.web.app import App
from uth.web.gate import Rates
from uth.web.requests import MAX_BODY
from uth.web.sockets.slow_clients import SlowHttpProtocol, SlowSocketProtocol

LOG = logging.getLogger("uth.server")
GC_THRESHOLDS = (5_000, 10, 20)
"""For `gc.set_threshold`."""
UVICORN: dict[str, Any] = {
    "http": SlowHttpProtocol,
    "ws": SlowSocketProtocol,
    "log_config": None,
    "access_log": False,
    "server_header": False,
    "ws_max_size": MAX_BODY,
    "ws_max_queue": 8,
    "ws_per_message_deflate": False,
    "timeout_graceful_shutdown": 5,
}
"""Settings of the server: short messages, and no details about itself in its answers."""


class ServerConfig(msgspec.Struct, frozen=True):
    """Where the store is and how the floor runs."""

    address: str
    pace: Pace = Pace()
    owner: str = ""
    """This node's name in a cluster; empty for a single server."""
    url: str = ""
    """Where the other nodes reach this one."""
    lease: int = MILLISECONDS
    capacity: int = CAPACITY
    heads: Path | None = None
    """The file of the journal's heads, if it is not the default one."""

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
    leases = Leases(writer, owner, lease)
    floor = Floor(writer, clock=clock, source=source, pace=pace, leases=leases)
    people = People(writer, clock, source, passwords, writer.submit)
    nodes = Nodes(writer, clock, owner, url)
    return App(FloorRunner(floor, writer, Metrics(), nodes), people, rates)


def open_app(config: ServerConfig) -> tuple[SqlStore, Starlette]:
    """Open and check the store, and build the application over it."""
    path = config.heads_file
    store = open_store(config.address, heads=path)
    try:
        if not config.owner:
            _check_no_leases(store)
        heads = open_heads(path)
    except Refusal:
        store.close()
        raise
    app = make_app(
        store,
        heads=heads,
        pace=config.pace,
        owner=config.owner,
        url=config.url,
        lease=config.lease,
    )
    app.runner.capacity = config.capacity
    return store, app.build()


def _check_no_leases(store: SqlStore) -> None:
    """A single server can't write to tables that nodes have leased; a SQLite file is freed."""
    if store.engine.dialect.name == "sqlite":
        store.free_leases()
        return
    with store.reading() as reader:
        leased = next((row for row in reader.streams("table/") if row.epoch), None)
    if leased is not None:
        raise Refusal("node/needed", node=leased.owner, where=leased.stream)


def serve(
    config: ServerConfig, host: str, port: int, ready: Callable[[str], None] | None = None
) -> None:
    """Serve until stopped; hands in progress are in the journal and continue at the next start.

    `ready` is called with the address once the server accepts connections; port 0 takes a free one.
    """
    with listening(host, port) as listener, serving(config.address, config.owner, _give_way):
        logs.set_up()
        address = url_of(listener)
        if config.owner and not config.url:
            config = msgspec.structs.replace(config, url=address)
        store, app = open_app(config)
        checkpoints = CheckpointTask(store)
        try:
            run(app, listener, lambda: ready(address) if ready else None)
        finally:
            checkpoints.close()
            store.close()


def _give_way() -> None:
    """Stop when another process has taken over the store: only one may serve it."""
    LOG.error("another process serves this store; stopping")
    signal.raise_signal(signal.SIGTERM)


def run(app: Starlette, listener: socket, on_start: Callable[[], None] = lambda: None) -> None:
    """Serve an application in this process until it is stopped."""
    _Server(uvicorn.Config(app, **UVICORN), on_start).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Calls back when it has started."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            tune_garbage_collection()
            self._on_start()


def tune_garbage_collection() -> None:
    """Keep full garbage collections from stalling all tables at once.

    A full collection takes a tenth of a second or more per thousand players and frees little, as
    nearly everything but closed connections is freed by reference counts. So the objects that
    exist now are excluded for good, and a full collection comes after a million new objects
    instead of 70,000.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


@contextmanager
def listening(host: str, port: int) -> Iterator[socket]:
    """A bound socket, made before anything else is done; a port in use is refused."""
    family = AF_INET6 if ":" in host else AF_INET
    with socket(family) as listener:
        listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refusal("service/address", reason=reason, where=f"{host}:{port}") from None
        yield listener


def url_of(listener: socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
