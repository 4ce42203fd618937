"""Where chunks run: threads and processes of this machine, or a cluster of others."""

from __future__ import annotations

import importlib
import logging
import multiprocessing
import re
import signal
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uth
from uth.core.refusal import Refusal
from uth.exact.solver.threads import thread_count

LOCAL_PROCESSES = "processes"
"""What `--cluster` may name besides an address."""
ADDRESS = re.compile(r"(?:tcp|tls|ws|wss)://(?:\[([0-9a-fA-F:.]+)\]|([^\s:/\[\]]+)):([0-9]{1,5})")
MOST_PORT = 65535
ENCRYPTED = ("tls://", "wss://")
CONNECT_SECONDS = 10
RETRY_SECONDS = 0.2
WORKER_SECONDS = 30
"""How long to wait for a scheduler to answer, and for its first worker."""
MOST_DEATHS = 3
"""How often the worker of one chunk may die before the chunk itself is blamed."""

Work = Callable[[int], Any]


class Workers(ABC):
    """A kind of workers; `opened` yields what accepts chunks, and closes it."""

    count: int

    def check(self) -> None:
        """Refuse workers that can't be reached, before anything is computed."""
        return

    @abstractmethod
    def opened(self) -> Any:
        """A context manager that yields an executor."""


@dataclass(frozen=True)
class Threads(Workers):
    """Threads of this process: right for compiled kernels, which release the GIL."""

    count: int

    @contextmanager
    def opened(self) -> Iterator[Executor]:
        pool = ThreadPoolExecutor(self.count, thread_name_prefix="chunks")
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


@dataclass(frozen=True)
class Processes(Workers):
    """Processes of this machine: right for Python functions, and safe from a crash."""

    count: int

    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self.count,
            multiprocessing.get_context("spawn"),
            initializer=signal.signal,  # an interrupt ends the run, which ends its workers
            initargs=(signal.SIGINT, signal.SIG_IGN),
        )

    @contextmanager
    def opened(self) -> Iterator[Executor]:
        pool = ReplacedPool(self._pool)
        try:
            yield pool
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


class ReplacedPool(Executor):
    """A pool of processes that is replaced when one of them dies; its chunks are done again."""

    def __init__(self, pool: Callable[[], ProcessPoolExecutor]) -> None:
        self._make = pool
        self._pool = pool()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._make()
            return self._pool.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._pool.shutdown(wait=wait, cancel_futures=cancel_futures)


@dataclass(frozen=True)
class Cluster(Workers):
    """The workers of a `dask.distributed` scheduler; one that dies is replaced by the others."""

    address: str
    count: int = 0
    """Chunks at a time; 0: as many as the scheduler has threads when the run begins."""

    def check(self) -> None:
        """A scheduler that has just been started gets a moment."""
        endpoint, end = parse_address(self.address), time.monotonic() + CONNECT_SECONDS
        while True:
            try:
                socket.create_connection(endpoint, 1).close()
                return
            except (OSError, UnicodeError):
                if time.monotonic() > end:
                    raise self._unreachable() from None
                time.sleep(RETRY_SECONDS)

    def _unreachable(self) -> Refusal:
        return Refusal("cluster/unreachable", address=self.address, where="--cluster")

    @contextmanager
    def opened(self) -> Iterator[Executor]:
        self.check()
        distributed: Any = importlib.import_module("distributed")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        tls = distributed.Security().get_connection_args("client").get("ssl_context")
        if self.address.startswith(ENCRYPTED) and tls is None:
            raise Refusal("cluster/tls", where="--cluster")
        try:
            client = distributed.Client(
                self.address, timeout=CONNECT_SECONDS, set_as_default=False, name="uth"
            )
        except (OSError, ValueError, TimeoutError):
            raise self._unreachable() from None
        try:
            try:
                client.wait_for_workers(1, timeout=WORKER_SECONDS)
            except TimeoutError:
                raise Refusal(
                    "cluster/no_workers", address=self.address, where="--cluster"
                ) from None
            yield client.get_executor(pure=False, retries=MOST_DEATHS)
        finally:
            client.close(timeout=CONNECT_SECONDS)

    @staticmethod
    def width(executor: Any) -> int:
        """How many threads all workers of the scheduler have together."""
        threads: dict[str, int] = executor._client.nthreads()
        return max(1, sum(threads.values()))


@dataclass(frozen=True)
class Versioned:
    """Work that only the same version of the program does: another could give other figures."""

    work: Work
    version: str = uth.__version__

    def __call__(self, chunk: int) -> Any:
        if self.version != uth.__version__:
            raise Refusal("cluster/version", here=self.version, there=uth.__version__)
        return self.work(chunk)


def parse_address(address: str) -> tuple[str, int]:
    """The host and the port of a scheduler's address."""
    match = ADDRESS.fullmatch(address)
    if match is None or int(match[3]) > MOST_PORT:
        raise Refusal("cluster/address", address=address, where="--cluster")
    return match[1] or match[2], int(match[3])


def parse_workers(cluster: str | None = None, count: int | None = None) -> Workers:
    """The workers that `--cluster` and `--workers` name; by default a thread for each core."""
    if cluster is None:
        return Threads(count or thread_count())
    if cluster == LOCAL_PROCESSES:
        return Processes(count or thread_count())
    parse_address(cluster)
    return Cluster(cluster, count or 0)
