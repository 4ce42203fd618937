"""Chunks on a real scheduler with real worker processes, one of them killed, one slow."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.compute import exact_work
from tests.compute.chunk_work import CHUNKS, START, Sums, add, slow_draw
from tests.compute.test_chunks import in_order, same
from tests.patience import PATIENCE
from tests.ports import free_port
from uth.compute import workers as worker_kinds
from uth.compute.chunks import ChunkRun, run_chunks
from uth.compute.workers import parse_workers
from uth.core.refusal import Refusal

ROOT = Path(__file__).parents[2]
SETTINGS = {"DASK_DISTRIBUTED__WORKER__MEMORY__TERMINATE": "false"}

Start = Callable[..., subprocess.Popen[bytes]]


@contextmanager
def processes(folder: Path) -> Iterator[Start]:
    """Starts parts of a cluster, and ends them all."""
    begun = []

    def start(module: str, *words: str, **variables: str) -> subprocess.Popen[bytes]:
        path = f"{ROOT / 'src'}:{ROOT}"
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *words, "--no-dashboard"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder,
            env={**os.environ, **SETTINGS, **variables, "PYTHONPATH": path},
        )  # fmt: skip
        begun.append(process)
        return process

    try:
        yield start
    finally:
        for process in begun:
            process.kill()
            process.wait(PATIENCE)


def wait_for_port(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("no scheduler")


@pytest.mark.slow
def test_a_cluster_with_a_killed_and_a_slow_worker_gives_what_one_machine_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_kinds, "WORKER_SECONDS", PATIENCE)
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with processes(tmp_path) as start:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port))
        wait_for_port(port)
        one = ("dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-nanny")
        victim = start(*one, WORK_SECONDS="0.02")
        start(*one, WORK_SECONDS="0.3")
        killed_at: list[int] = []

        def kill_half_way(run: ChunkRun[Sums]) -> None:
            if run.done >= CHUNKS // 3 and not killed_at:
                victim.kill()
                victim.wait(PATIENCE)
                killed_at.append(run.done)

        run = run_chunks(
            partial(slow_draw, str(tmp_path), 1),
            chunks=CHUNKS,
            start=START,
            combine=add,
            workers=parse_workers(address),
            report=kill_half_way,
        )
    begun = [int(word) for word in (tmp_path / "begun").read_text().split()]
    assert killed_at
    assert killed_at[0] < CHUNKS
    assert set(begun) == set(range(CHUNKS))
    assert (run.done, run.partial, run.problem) == (CHUNKS, False, None)
    assert same(run.value, in_order())


@pytest.mark.parametrize(
    ("work", "chunks"),
    [
        pytest.param(exact_work.exposed, 15, id="exposure", marks=pytest.mark.slow),
        pytest.param(exact_work.shared, 6, id="collusion", marks=pytest.mark.nightly),
        pytest.param(exact_work.searched, 6, id="search", marks=pytest.mark.nightly),
        pytest.param(exact_work.simulated, 6, id="simulate", marks=pytest.mark.nightly),
    ],
)
def test_exact_chunks_are_the_same_on_a_cluster_that_loses_a_worker(
    work: Callable[[int], Any], chunks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_kinds, "WORKER_SECONDS", PATIENCE)
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with processes(tmp_path) as start:
        start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port))
        wait_for_port(port)
        one = ("dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-nanny")
        victim = start(*one)
        start(*one, WORK_SECONDS="0.2")
        killed_at: list[int] = []

        def kill_half_way(run: ChunkRun[list[Any]]) -> None:
            if run.done >= chunks // 3 and not killed_at:
                victim.kill()
                victim.wait(PATIENCE)
                killed_at.append(run.done)

        run = run_chunks(
            work,
            chunks=chunks,
            start=list[Any](),
            combine=lambda value, more: [*value, more],
            workers=parse_workers(address),
            report=kill_half_way,
        )
    assert killed_at
    assert killed_at[0] < chunks
    assert not run.partial
    for number, result in enumerate(run.value):
        assert np.array_equal(result, work(number))


@pytest.mark.slow
def test_a_scheduler_that_ends_leaves_a_partial_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_kinds, "WORKER_SECONDS", PATIENCE)
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    with processes(tmp_path) as start:
        scheduler = start("dask_scheduler", "--host", "127.0.0.1", "--port", str(port))
        wait_for_port(port)
        start("dask_worker", address, "--nworkers", "1", "--nthreads", "1", "--no-nanny")

        def end_it(run: ChunkRun[Sums]) -> None:
            if run.done == 3:
                scheduler.kill()

        run = run_chunks(
            partial(slow_draw, str(tmp_path), 1),
            chunks=10_000,
            start=START,
            combine=add,
            workers=parse_workers(address),
            report=end_it,
        )
    assert run.partial
    assert run.problem is not None
    assert run.problem.code == "cluster/lost"


def test_no_scheduler_is_one_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_kinds, "CONNECT_SECONDS", 1)
    with pytest.raises(Refusal) as refused:
        run_chunks(abs, chunks=1, start=0, combine=max,
                   workers=parse_workers(f"tcp://127.0.0.1:{free_port()}"))  # fmt: skip
    assert refused.value.code == "cluster/unreachable"


def test_an_encrypted_address_without_certificates_is_one_refusal() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        workers = parse_workers(f"tls://127.0.0.1:{server.getsockname()[1]}")
        with pytest.raises(Refusal) as refused, workers.opened():
            pass
    assert refused.value.code == "cluster/tls"
