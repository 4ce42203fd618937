"""Puts a floor together from a store's address, and serves it."""

from __future__ import annotations

import gc
import logging
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import EADDRINUSE
from pathlib import Path
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOL_SOCKET, socket

import msgspec
import uvicorn
from starlette.applications import Starlette

from uth.core.refusal import Refusal
from uth.floor.clock import Clock, monotonic
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
from uth.web.app import App
from uth.web.connections.acceptor import HttpServer
from uth.web.connections.connection_pool import ConnectionPool
from uth.web.connections.descriptors import connection_limits, raise_limit
from uth.web.edge import PLAIN, Edge, uvicorn_settings
from uth.web.gate import Rates

LOG = logging.getLogger("uth.server")
GC_THRESHOLDS = (5_000, 10, 20)
"""For `gc.set_threshold`."""


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
    edge: Edge = PLAIN
    prepare: bool = False
    """Whether the mathematics is compiled at the start, not when it is first needed."""

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
    cafile: str = "",
) -> App:
    """An application over an open store.

    Limits are on a monotonic clock, unless a clock is given.
    """
    steady = monotonic if clock is system_clock else clock
    writer = Writer(store, heads)
    leases = Leases(writer, owner, lease)
    floor = Floor(writer, clock=clock, source=source, pace=pace, leases=leases, later=writer.submit)
    people = People(writer, clock, source, passwords, writer.submit)
    nodes = Nodes(writer, clock, owner, url)
    return App(FloorRunner(floor, writer, Metrics(), nodes), people, rates, steady, cafile)


def open_app(config: ServerConfig) -> tuple[SqlStore, App]:
    """Open and check the store, and build the application over it."""
    path = config.heads_file
    store = open_store(config.address, heads=path)
    try:
        if not config.owner:
            _check_no_leases(store)
        heads = open_heads(path)
    except BaseException:
        store.close()
        raise
    app = make_app(
        store,
        heads=heads,
        pace=config.pace,
        owner=config.owner,
        url=config.url,
        lease=config.lease,
        cafile=config.edge.cafile,
    )
    app.runner.capacity = config.capacity
    if config.prepare:
        app.runner.preparation.start()
    return store, app


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
    config: ServerConfig,
    host: str,
    ports: Sequence[int],
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve until stopped; hands in progress are in the journal and continue at the next start.

    The first free port is taken; 0 is any free one. `ready` is called with the address once the
    server accepts connections. An interrupt is the usual way to stop it, and no error.
    """
    edge = config.edge
    with (
        _terminable(),
        listening(host, *ports) as listener,
        serving(config.address, config.owner, _give_way),
    ):
        address = url_of(listener, edge.scheme)
        if config.owner and not config.url:
            config = msgspec.structs.replace(config, url=address)
        store, app = open_app(config)
        checkpoints = CheckpointTask(store)
        try:
            pool = make_pool(app, edge.served_hosts(host, config.url), edge)
            with suppress(KeyboardInterrupt):
                run(app.build(), listener, lambda: ready(address) if ready else None, pool, edge)
        finally:
            checkpoints.close()
            store.close()


def make_pool(app: App, hosts: frozenset[str] = frozenset(), edge: Edge = PLAIN) -> ConnectionPool:
    """As many connections as the descriptors allow, and as many sockets as leave room for others.

    The soft limit is raised to the hard one; what that allows is logged.
    """
    descriptors = raise_limit()
    runner = app.runner
    limit, runner.capacity = connection_limits(runner.capacity, descriptors)
    runner.metrics.gauges["uth_connection_limit"] = lambda: limit
    limits = {"descriptors": descriptors, "connections": limit, "sockets": runner.capacity}
    LOG.info("connections fit the descriptors", extra=limits)
    return ConnectionPool(limit, runner.metrics, hosts=hosts, is_proxy=edge.is_proxy)


class _Terminated(BaseException):
    """SIGTERM was received."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the process like SIGINT: everything is closed on the way out."""

    def stop(number: int, frame: object) -> None:
        raise _Terminated

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except _Terminated:
        LOG.info("stopped by SIGTERM")
    finally:
        signal.signal(signal.SIGTERM, before)


def _give_way() -> None:
    """Stop when another process has taken over the store: only one may serve it."""
    LOG.error("another process serves this store; stopping")
    signal.raise_signal(signal.SIGTERM)


def run(
    app: Starlette,
    listener: socket,
    on_start: Callable[[], None],
    pool: ConnectionPool,
    edge: Edge = PLAIN,
) -> None:
    """Serve an application in this process until it is stopped."""

    def started() -> None:
        tune_garbage_collection()
        on_start()

    config = uvicorn.Config(app, **uvicorn_settings(pool, edge))
    HttpServer(config, pool, started).run(sockets=[listener])


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
def listening(host: str, *ports: int) -> Iterator[socket]:
    """A socket at the first free port, made before anything else is done."""
    for number, port in enumerate(ports, 1):
        try:
            listener = _bound(host, port)
        except OSError as error:
            if number < len(ports) and error.errno == EADDRINUSE:
                continue
            reason = error.strerror or str(error)
            raise Refusal("service/address", reason=reason, where=f"{host}:{port}") from None
        with listener:
            yield listener
        return


def _bound(host: str, port: int) -> socket:
    """It listens at once: until then, another socket could take the same port."""
    listener = socket(AF_INET6 if ":" in host else AF_INET)
    try:
        listener.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()
    except OSError:
        listener.close()
        raise
    return listener


def url_of(listener: socket, scheme: str = "http") -> str:
    host, port = listener.getsockname()[:2]
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
